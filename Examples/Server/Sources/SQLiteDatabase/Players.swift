// SPDX-License-Identifier: MIT

internal import Foundation
internal import GRDB
public import Lockstep
internal import ServerRouter
public import SharedModels
public import SiteMiddleware

extension SQLiteDatabase {
  func player(accessToken: AccessToken) async throws -> Player? {
    try await read { try $0.player("accessToken", accessToken.rawValue) }
  }

  func player(deviceId: DeviceId) async throws -> Player? {
    try await read { try $0.player("deviceId", deviceId.rawValue) }
  }

  func makePlayer(_ request: AuthenticateRequest) async throws -> Player {
    let player = Player(
      accessToken: AccessToken(rawValue: uuid()),
      createdAt: date(),
      deviceId: request.deviceId,
      displayName: request.displayName,
      gameCenterLocalPlayerId: request.gameCenterLocalPlayerId,
      id: Player.ID(rawValue: uuid()),
      timeZone: request.timeZone
    )
    return try await write { db in
      // The same device may have come twice at the same time.
      if let known = try db.player("deviceId", request.deviceId.rawValue) { return known }
      try db.insert(player, orElse: .abort)
      return player
    }
  }

  func receipt(of playerId: Player.ID) async throws -> AppleReceipt? {
    try await read { db in
      try Row.fetchOne(
        db.cachedStatement(sql: "SELECT json FROM receipt WHERE playerId = ?"),
        arguments: [playerId.rawValue]
      )?.json("json")
    }
  }

  func update(_ receipt: AppleReceipt, of playerId: Player.ID) async throws {
    try await write { try $0.insert(receipt, of: playerId) }
  }

  // MARK: Notifications

  /// Where the devices of a player are reached, in the order of their tokens.
  public func pushTokens(of playerId: Player.ID) throws -> [InsertPushTokenRequest] {
    try blockingRead { db in
      try Row.fetchAll(
        db,
        sql: "SELECT * FROM pushToken WHERE playerId = ?",
        arguments: [playerId.rawValue]
      )
      .map { row in
        InsertPushTokenRequest(
          arn: row.text("arn") ?? "",
          playerId: playerId,
          token: RegisterPushToken(
            authorizationStatus: PushAuthorizationStatus(rawValue: row["authorizationStatus"]),
            build: BuildNumber(rawValue: row["build"]),
            token: row.text("token") ?? ""
          )
        )
      }
      .sorted { $0.token.token < $1.token.token }
    }
  }

  /// What a player has decided to be notified of.
  public func pushSettings(of playerId: Player.ID) throws -> [PushNotificationType: Bool] {
    try blockingRead { db in
      let rows = try Row.fetchAll(
        db,
        sql: "SELECT type, isOn FROM pushSetting WHERE playerId = ?",
        arguments: [playerId.rawValue]
      )
      return Dictionary(
        uniqueKeysWithValues: try rows.map { (try $0.value("type"), $0["isOn"] as Bool) }
      )
    }
  }

  /// A device belongs to whoever registers it last.
  func insert(_ request: InsertPushTokenRequest) async throws {
    try await write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO pushToken VALUES (?, ?, ?, ?, ?)",
        arguments: [
          Text(request.token.token), request.playerId.rawValue, Text(request.arn),
          request.token.authorizationStatus.rawValue, request.token.build.rawValue,
        ]
      )
    }
  }

  func update(_ setting: PushSetting, of playerId: Player.ID) async throws {
    try await write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO pushSetting VALUES (?, ?, ?)",
        arguments: [
          playerId.rawValue, setting.notificationType.rawValue, setting.sendNotifications,
        ]
      )
    }
  }
}

extension GRDB.Database {
  /// What to do about a player whose id is known.
  enum Conflict {
    case abort, update
  }

  func player(_ column: String, _ id: UUID) throws -> Player? {
    let statement = try cachedStatement(sql: "SELECT * FROM player WHERE \(column) = ?")
    return try Row.fetchOne(statement, arguments: [id]).map { row in
      Player(
        accessToken: row.id("accessToken"),
        createdAt: row.date("createdAt"),
        deviceId: row.id("deviceId"),
        displayName: row.text("displayName"),
        gameCenterLocalPlayerId: row.text("gameCenterLocalPlayerId")
          .map(GameCenterPlayerId.init(rawValue:)),
        id: row.id("id"),
        timeZone: row.text("timeZone") ?? ""
      )
    }
  }

  func insert(_ player: Player, orElse conflict: Conflict) throws {
    let update = """
      ON CONFLICT (id) DO UPDATE SET
        accessToken = excluded.accessToken, deviceId = excluded.deviceId,
        createdAt = excluded.createdAt, displayName = excluded.displayName,
        gameCenterLocalPlayerId = excluded.gameCenterLocalPlayerId, timeZone = excluded.timeZone
      """
    let statement = try cachedStatement(
      sql: """
        INSERT INTO player (
          id, accessToken, deviceId, createdAt, displayName, gameCenterLocalPlayerId, timeZone
        )
        VALUES (?, ?, ?, ?, ?, ?, ?)
        \(conflict == .update ? update : "")
        """
    )
    try statement.execute(
      arguments: [
        player.id.rawValue, player.accessToken.rawValue, player.deviceId.rawValue,
        player.createdAt.timeIntervalSinceReferenceDate, player.displayName.map(Text.init),
        player.gameCenterLocalPlayerId.map { Text($0.rawValue) }, Text(player.timeZone),
      ]
    )
  }

  func insert(_ receipt: AppleReceipt, of playerId: Player.ID) throws {
    try execute(
      sql: "INSERT OR REPLACE INTO receipt (playerId, json) VALUES (?, ?)",
      arguments: [playerId.rawValue, try receipt.storedJSON()]
    )
  }
}
