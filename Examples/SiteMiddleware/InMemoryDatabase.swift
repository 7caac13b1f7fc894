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
  }

  /// What a player can have one score for.
  struct ScoreKey: Hashable {
    var puzzle: ArchivablePuzzle
    var playerId: Player.ID
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
    // What is stored stays behind the lock, because a state is never a result.
    try state.withLock { try body(&$0) }
  }

  // MARK: Seeding

  /// Stores a player, in place of one with the same id.
  public func insert(_ player: Player) {
    state.withLock { $0.insert(player) }
  }

  /// Stores a score, as it is, unless the player has one for the puzzle.
  public func insert(_ score: LeaderboardScore) {
    state.withLock { _ = $0.insert(score) }
  }

  /// Stores a daily challenge.
  public func insert(_ challenge: DailyChallenge) {
    state.withLock { $0.dailyChallenges.append(challenge) }
  }

  /// Stores a shared game, in place of one with the same code.
  public func insert(_ game: SharedGame) {
    state.withLock { $0.sharedGames[game.code] = game }
  }

  /// Stores the receipt of a player.
  public func insert(_ receipt: AppleReceipt, of playerId: Player.ID) {
    state.withLock { $0.receipts[playerId] = receipt }
  }

  // MARK: Players

  func player(accessToken: AccessToken) -> Player? {
    state.withLock { state in
      state.playersByToken[accessToken].flatMap { state.players[$0] }
    }
  }

  func player(deviceId: DeviceId) -> Player? {
    state.withLock { state in
      state.playersByDevice[deviceId].flatMap { state.players[$0] }
    }
  }

  func receipt(of playerId: Player.ID) -> AppleReceipt? {
    state.withLock { $0.receipts[playerId] }
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
    return state.withLock { state in
      // The same device may have come twice at the same time.
      if let id = state.playersByDevice[request.deviceId], let known = state.players[id] {
        return known
      }
      state.insert(player)
      return player
    }
  }

  // MARK: Scores

  func store(_ request: SubmitLeaderboardScore) -> LeaderboardScore {
    let score = LeaderboardScore(
      createdAt: date(),
      dailyChallengeId: request.dailyChallengeId,
      gameContext: request.gameContext,
      gameMode: request.gameMode,
      id: LeaderboardScore.ID(rawValue: uuid()),
      language: request.language,
      moves: request.moves,
      playerId: request.playerId,
      puzzle: request.puzzle,
      score: request.score
    )
    return state.withLock { $0.insert(score) }
  }

  /// Ranks the best score of each player in the window: the rank is the number of distinct better
  /// scores plus one, out of the number of players.
  ///
  /// Somebody anonymous counts as one more player.
  func rank(_ request: FetchLeaderboardSummaryRequest) throws -> LeaderboardScoreResult.Rank {
    let earliest = date().addingTimeInterval(-request.timeScope.seconds)
    return try state.withLock { state in
      let scores = state.scores.lazy.filter { score in
        score.gameMode == request.gameMode && score.language == request.language
          && score.createdAt >= earliest
      }
      let best = bestScores(scores)
      switch request.subject {
      case .anonymous(let score):
        return denseRank(of: score, among: best.values, outOf: best.count + 1)
      case .player(let scoreId, let playerId):
        guard let score = best[playerId] else {
          throw DatabaseError.notFound("a score \(scoreId) of player \(playerId)")
        }
        return denseRank(of: score, among: best.values, outOf: best.count)
      }
    }
  }

  // MARK: Daily challenges

  func challenge(_ id: DailyChallenge.ID) throws -> DailyChallenge {
    let challenge = state.withLock { $0.dailyChallenges.first { $0.id == id } }
    guard let challenge else { throw DatabaseError.notFound("a daily challenge \(id)") }
    return challenge
  }

  func todaysChallenge(_ request: CreateTodaysDailyChallengeRequest) -> DailyChallenge {
    let (date, id) = (date(), DailyChallenge.ID(rawValue: uuid()))
    return state.withLock { state in
      let sameKind = state.dailyChallenges.filter { challenge in
        challenge.gameMode == request.gameMode && challenge.language == request.language
      }
      if let challenge = sameKind.first(where: { $0.endsAt == request.endsAt }) {
        return challenge
      }
      let challenge = DailyChallenge(
        createdAt: date,
        endsAt: request.endsAt,
        gameMode: request.gameMode,
        gameNumber: DailyChallenge.GameNumber(rawValue: sameKind.count + 1),
        id: id,
        language: request.language,
        puzzle: request.puzzle
      )
      state.dailyChallenges.append(challenge)
      return challenge
    }
  }

  func start(_ challengeId: DailyChallenge.ID, _ playerId: Player.ID) -> DailyChallengePlay {
    updatePlay(challengeId, playerId) { _ in }
  }

  func complete(_ challengeId: DailyChallenge.ID, _ playerId: Player.ID) -> DailyChallengePlay {
    let date = date()
    return updatePlay(challengeId, playerId) { $0.completedAt = $0.completedAt ?? date }
  }

  private func updatePlay(
    _ challengeId: DailyChallenge.ID,
    _ playerId: Player.ID,
    _ update: (inout DailyChallengePlay) -> Void
  ) -> DailyChallengePlay {
    let (date, id) = (date(), DailyChallengePlay.ID(rawValue: uuid()))
    let key = PlayKey(dailyChallengeId: challengeId, playerId: playerId)
    return state.withLock { state in
      var play =
        state.plays[key]
        ?? DailyChallengePlay(
          completedAt: nil,
          createdAt: date,
          dailyChallengeId: challengeId,
          id: id,
          playerId: playerId
        )
      update(&play)
      state.plays[key] = play
      return play
    }
  }

  func result(_ request: FetchDailyChallengeResultRequest) -> DailyChallengeResult {
    state.withLock { state in
      let best = bestScores(
        state.scores.lazy.filter { $0.dailyChallengeId == request.dailyChallengeId }
      )
      let key = PlayKey(dailyChallengeId: request.dailyChallengeId, playerId: request.playerId)
      let score = best[request.playerId]
      return DailyChallengeResult(
        outOf: best.count,
        rank: score.map { denseRank(of: $0, among: best.values, outOf: best.count).rank },
        score: score,
        started: state.plays[key] != nil
      )
    }
  }

  // MARK: Shared games

  func sharedGame(_ code: SharedGame.Code) throws -> SharedGame {
    guard let game = state.withLock({ $0.sharedGames[code] }) else {
      throw DatabaseError.notFound("a shared game \(code)")
    }
    return game
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

  /// Returns the score that is stored: this one, or the one that was there before.
  fileprivate mutating func insert(_ score: LeaderboardScore) -> LeaderboardScore {
    let key = InMemoryDatabase.ScoreKey(puzzle: score.puzzle, playerId: score.playerId)
    if let index = scoreIndices[key] { return scores[index] }
    scoreIndices[key] = scores.count
    scores.append(score)
    return score
  }
}

/// The best score of each player.
private func bestScores(_ scores: some Sequence<LeaderboardScore>) -> [Player.ID: Int] {
  Dictionary(scores.map { ($0.playerId, $0.score) }, uniquingKeysWith: max)
}

private func denseRank(
  of score: Int,
  among scores: some Sequence<Int>,
  outOf: Int
) -> LeaderboardScoreResult.Rank {
  LeaderboardScoreResult.Rank(outOf: outOf, rank: Set(scores.filter { $0 > score }).count + 1)
}

extension TimeScope {
  /// How far back the scope reaches; the scopes without an end reach back for ever.
  fileprivate var seconds: TimeInterval {
    switch self {
    case .lastDay: 24 * 60 * 60
    case .lastWeek: 7 * 24 * 60 * 60
    case .allTime, .interesting: .infinity
    }
  }
}

/// What a database throws.
public enum DatabaseError: Error, Equatable, LocalizedError {
  /// A match in which both players are the same.
  case matchWithOneself

  /// A record is missing.
  case notFound(String)

  /// What is missing, in a sentence.
  public var errorDescription: String? {
    switch self {
    case .matchWithOneself: "Nobody can play a match against themselves."
    case .notFound(let what): "There is no such record: \(what)."
    }
  }
}

extension DatabaseClient {
  /// A client of a database in the memory of the process.
  public static func inMemory(_ database: InMemoryDatabase) -> Self {
    Self(
      completeDailyChallenge: { database.complete($0, $1) },
      createTodaysDailyChallenge: { database.todaysChallenge($0) },
      fetchAppleReceipt: { database.receipt(of: $0) },
      fetchDailyChallengeById: { try database.challenge($0) },
      fetchDailyChallengeResult: { database.result($0) },
      fetchLeaderboardSummary: { try database.rank($0) },
      fetchMatch: { database.match($0) },
      fetchMatches: { database.matches(of: $0) },
      fetchPlayerByAccessToken: { database.player(accessToken: $0) },
      fetchPlayerByDeviceId: { database.player(deviceId: $0) },
      fetchSharedGame: { try database.sharedGame($0) },
      insertPlayer: { database.makePlayer($0) },
      startDailyChallenge: { database.start($0, $1) },
      startMatch: { try database.start($0) },
      startRematch: { try database.start($0) },
      submitLeaderboardScore: { database.store($0) }
    )
  }
}
