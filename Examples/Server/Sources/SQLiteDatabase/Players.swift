// SPDX-License-Identifier: MIT

internal import Foundation
internal import GRDB
public import Lockstep
internal import ServerRouter
public import SharedModels
public import SiteMiddleware

extension SQLiteDatabase {
  func player(accessToken: AccessToken) async throws -> Player? {
    try await read { try $0.player(accessToken: accessToken) }
  }

  func player(deviceId: DeviceId) async throws -> Player? {
    try await read { try $0.player(deviceId: deviceId) }
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
      // The same device may have sent two requests at once.
      if let known = try db.player(deviceId: request.deviceId) { return known }
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

  /// Returns the push addresses of a player's devices, in the order of their tokens.
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

  /// Returns a player's choice for each type of notification.
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

  /// A device belongs to the player who registered it last.
  ///
  /// If a player exceeds the bound, the player's oldest device is removed.
  func insert(_ request: InsertPushTokenRequest) async throws {
    try await write { db in
      let id = request.playerId.rawValue
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO pushToken VALUES (
            ?, ?, ?, ?, ?, 1 + IFNULL((SELECT MAX(registration) FROM pushToken WHERE playerId = ?), 0)
          )
          """,
        arguments: [
          Text(request.token.token), id, Text(request.arn),
          request.token.authorizationStatus.rawValue, request.token.build.rawValue, id,
        ]
      )
      try db.execute(
        sql: """
          DELETE FROM pushToken WHERE token IN (
            SELECT token FROM pushToken WHERE playerId = ?
            ORDER BY registration DESC LIMIT -1 OFFSET \(Bounds.pushTokens)
          )
          """,
        arguments: [id]
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
  enum Conflict {
    case abort, update
  }

  func player(accessToken: AccessToken) throws -> Player? {
    try player("tokenHash", accessToken.rawValue) { row in
      let deviceId = try SealedID.open(row["sealedDevice"], with: accessToken.rawValue)
      return (accessToken, DeviceId(rawValue: deviceId))
    }
  }

  func player(deviceId: DeviceId) throws -> Player? {
    try player("deviceHash", deviceId.rawValue) { row in
      let accessToken = try SealedID.open(row["sealedToken"], with: deviceId.rawValue)
      return (AccessToken(rawValue: accessToken), deviceId)
    }
  }

  private func player(
    _ column: String,
    _ secret: UUID,
    _ secrets: (Row) throws -> (AccessToken, DeviceId)
  ) throws -> Player? {
    let statement = try cachedStatement(sql: "SELECT * FROM player WHERE \(column) = ?")
    return try Row.fetchOne(statement, arguments: [SealedID.hash(secret)]).map { row in
      let (accessToken, deviceId) = try secrets(row)
      return Player(
        accessToken: accessToken,
        createdAt: row.date("createdAt"),
        deviceId: deviceId,
        displayName: row.text("displayName"),
        gameCenterLocalPlayerId: row.text("gameCenterLocalPlayerId")
          .map(GameCenterPlayerId.init(rawValue:)),
        id: row.id("id"),
        timeZone: row.text("timeZone") ?? ""
      )
    }
  }

  /// Returns the properties of a player that opponents may see.
  func matchPlayer(_ id: Player.ID) throws -> MatchPlayer {
    let statement = try cachedStatement(
      sql: "SELECT displayName, gameCenterLocalPlayerId FROM player WHERE id = ?"
    )
    guard let row = try Row.fetchOne(statement, arguments: [id.rawValue]) else {
      throw SiteMiddleware.DatabaseError.notFound("a player \(id)")
    }
    return MatchPlayer(
      displayName: row.text("displayName"),
      gameCenterLocalPlayerId: row.text("gameCenterLocalPlayerId")
        .map(GameCenterPlayerId.init(rawValue:)),
      id: id
    )
  }

  func insert(_ player: Player, orElse conflict: Conflict, into table: String = "player") throws {
    let update = """
      ON CONFLICT (id) DO UPDATE SET
        tokenHash = excluded.tokenHash, sealedToken = excluded.sealedToken,
        deviceHash = excluded.deviceHash, sealedDevice = excluded.sealedDevice,
        createdAt = excluded.createdAt, displayName = excluded.displayName,
        gameCenterLocalPlayerId = excluded.gameCenterLocalPlayerId, timeZone = excluded.timeZone
      """
    let statement = try cachedStatement(
      sql: """
        INSERT INTO \(table) (
          id, tokenHash, sealedToken, deviceHash, sealedDevice, createdAt, displayName,
          gameCenterLocalPlayerId, timeZone
        )
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        \(conflict == .update ? update : "")
        """
    )
    let (token, device) = (player.accessToken.rawValue, player.deviceId.rawValue)
    try statement.execute(
      arguments: [
        player.id.rawValue, SealedID.hash(token), try SealedID.seal(token, with: device),
        SealedID.hash(device), try SealedID.seal(device, with: token),
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
