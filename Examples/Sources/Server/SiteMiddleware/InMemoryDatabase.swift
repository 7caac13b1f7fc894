// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep
internal import ServerRouter
public import SharedModels
internal import Synchronization

/// The server's storage in the memory of the process.
///
/// Isolation: any thread; each operation is done as one.
public final class InMemoryDatabase: Sendable {
  struct State {
    var players: [Player.ID: Player] = [:]
    var playersByToken: [AccessToken: Player.ID] = [:]
    var playersByDevice: [DeviceId: Player.ID] = [:]
    var receipts: [Player.ID: AppleReceipt] = [:]
    var scores: [LeaderboardScore] = []
    var scoreIndices: [ScoreKey: Int] = [:]
    var dailyChallenges: [DailyChallenge] = []
    var plays: [PlayKey: DailyChallengePlay] = [:]
    var sharedGames: [SharedGame.Code: SharedGame] = [:]
    var matches: [Match] = []
    var rematches: [Match.ID: Match.ID] = [:]
    var words: [StoredWord] = []
    /// The one that was registered last stands last.
    var pushTokens: [InsertPushTokenRequest] = []
    var pushSettings: [Player.ID: [PushNotificationType: Bool]] = [:]
  }

  /// The key of a score, of which a player has one: a daily challenge, or a puzzle in another context.
  struct ScoreKey: Hashable {
    var dailyChallengeId: DailyChallenge.ID?
    var gameContext: LeaderboardScore.GameContext
    var playerId: Player.ID
    var puzzle: ArchivablePuzzle?

    init(_ score: LeaderboardScore) {
      dailyChallengeId = score.dailyChallengeId
      gameContext = score.gameContext
      playerId = score.playerId
      puzzle = score.dailyChallengeId == nil ? score.puzzle : nil
    }
  }

  struct PlayKey: Hashable {
    var dailyChallengeId: DailyChallenge.ID
    var playerId: Player.ID
  }

  private let state = Mutex(State())
  let date: @Sendable () -> Date
  let uuid: @Sendable () -> UUID

  /// Creates an empty database.
  ///
  /// - Parameters:
  ///   - date: The current date.
  ///   - uuid: Makes the ids of new records.
  public init(
    date: @escaping @Sendable () -> Date,
    uuid: @escaping @Sendable () -> UUID = { UUID() }
  ) {
    self.date = date
    self.uuid = uuid
  }

  /// Reads and changes what is stored, as one operation.
  func update<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    // The stored values stay behind the lock, because a state is never a result.
    try state.withLock { try body(&$0) }
  }

  // MARK: Seeding

  /// Stores a player, in place of one with the same id.
  public func insert(_ player: Player) {
    update { $0.insert(player) }
  }

  /// Stores a score, as it is, unless the player has one for the puzzle.
  public func insert(_ score: LeaderboardScore) {
    update { _ = $0.insert(score) }
  }

  /// Stores a daily challenge.
  public func insert(_ challenge: DailyChallenge) {
    update { $0.dailyChallenges.append(challenge) }
  }

  /// Stores a shared game, in place of one with the same code.
  public func insert(_ game: SharedGame) {
    update { $0.sharedGames[game.code] = game }
  }

  /// Stores the receipt of a player.
  public func insert(_ receipt: AppleReceipt, of playerId: Player.ID) {
    update { $0.receipts[playerId] = receipt }
  }

  // MARK: Players

  func player(accessToken: AccessToken) -> Player? {
    update { state in
      state.playersByToken[accessToken].flatMap { state.players[$0] }
    }
  }

  func player(deviceId: DeviceId) -> Player? {
    update { state in
      state.playersByDevice[deviceId].flatMap { state.players[$0] }
    }
  }

  func receipt(of playerId: Player.ID) -> AppleReceipt? {
    update { $0.receipts[playerId] }
  }

  func makePlayer(_ request: AuthenticateRequest) -> Player {
    let player = Player(
      accessToken: AccessToken(rawValue: uuid()),
      createdAt: date(),
      deviceId: request.deviceId,
      displayName: request.displayName,
      gameCenterLocalPlayerId: request.gameCenterLocalPlayerId,
      id: Player.ID(rawValue: uuid()),
      timeZone: request.timeZone
    )
    return update { state in
      // The same device may have come twice at the same time.
      if let id = state.playersByDevice[request.deviceId], let known = state.players[id] {
        return known
      }
      state.insert(player)
      return player
    }
  }
}

extension InMemoryDatabase {
  // MARK: Notifications

  /// The addresses of a player's devices, in the order of their tokens.
  public func pushTokens(of playerId: Player.ID) -> [InsertPushTokenRequest] {
    update { state in
      state.pushTokens.filter { $0.playerId == playerId }
        .sorted { $0.token.token < $1.token.token }
    }
  }

  /// The kinds of notifications that a player has chosen.
  public func pushSettings(of playerId: Player.ID) -> [PushNotificationType: Bool] {
    update { $0.pushSettings[playerId] ?? [:] }
  }

  /// A device belongs to whoever registers it last.
  func insert(_ request: InsertPushTokenRequest) {
    update { state in
      state.pushTokens.removeAll { $0.token.token == request.token.token }
      state.pushTokens.append(request)
      let own = state.pushTokens.indices.filter {
        state.pushTokens[$0].playerId == request.playerId
      }
      if own.count > Bounds.pushTokens { state.pushTokens.remove(at: own[0]) }
    }
  }

  func update(_ setting: PushSetting, of playerId: Player.ID) {
    update {
      $0.pushSettings[playerId, default: [:]][setting.notificationType] = setting.sendNotifications
    }
  }
}

extension InMemoryDatabase.State {
  fileprivate mutating func insert(_ player: Player) {
    if let replaced = players.updateValue(player, forKey: player.id) {
      Self.forget(replaced, in: &playersByToken, at: replaced.accessToken)
      Self.forget(replaced, in: &playersByDevice, at: replaced.deviceId)
    }
    playersByToken[player.accessToken] = player.id
    playersByDevice[player.deviceId] = player.id
  }

  private static func forget<Key>(_ player: Player, in ids: inout [Key: Player.ID], at key: Key) {
    if ids[key] == player.id { ids[key] = nil }
  }
}
