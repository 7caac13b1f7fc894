// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep
internal import ServerRouter
public import SharedModels
internal import Synchronization

/// An in-memory implementation of the server's database.
///
/// Isolation: any thread; each operation is atomic.
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
    /// The tokens, most recently registered last.
    var pushTokens: [InsertPushTokenRequest] = []
    var pushSettings: [Player.ID: [PushNotificationType: Bool]] = [:]
  }

  /// The key of a score, unique for a player and a daily challenge, or a player, a puzzle and another context.
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
  ///   - date: Returns the current date.
  ///   - uuid: Generates the identifiers of new records.
  public init(
    date: @escaping @Sendable () -> Date,
    uuid: @escaping @Sendable () -> UUID = { UUID() }
  ) {
    self.date = date
    self.uuid = uuid
  }

  func update<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    // No result contains the whole state, so the stored values stay behind the lock.
    try state.withLock { try body(&$0) }
  }

  // MARK: Seeding

  /// Stores a player and replaces a player with the same identifier.
  public func insert(_ player: Player) {
    update { $0.insert(player) }
  }

  /// Stores a score unchanged, unless the player already has a score for the puzzle.
  public func insert(_ score: LeaderboardScore) {
    update { _ = $0.insert(score) }
  }

  /// Stores a daily challenge.
  public func insert(_ challenge: DailyChallenge) {
    update { $0.dailyChallenges.append(challenge) }
  }

  /// Stores a shared game and replaces a game with the same code.
  public func insert(_ game: SharedGame) {
    update { $0.sharedGames[game.code] = game }
  }

  /// Stores a player's receipt.
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
      // Two requests of the same device may run at the same time.
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

  /// Returns the addresses of a player's devices, sorted by token.
  public func pushTokens(of playerId: Player.ID) -> [InsertPushTokenRequest] {
    update { state in
      state.pushTokens.filter { $0.playerId == playerId }
        .sorted { $0.token.token < $1.token.token }
    }
  }

  /// Returns a player's notification settings.
  public func pushSettings(of playerId: Player.ID) -> [PushNotificationType: Bool] {
    update { $0.pushSettings[playerId] ?? [:] }
  }

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
