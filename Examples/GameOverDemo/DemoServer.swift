// SPDX-License-Identifier: MIT

internal import ApiClient
internal import Foundation
internal import Hashing
internal import Lockstep
internal import LockstepRouting
internal import ServerRouter
internal import SharedModels
internal import SiteMiddleware

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The server in the process of the demo: the real one, over a database in memory that knows the
/// game to be submitted and the scores of some dozens of other players.
struct DemoServer: Sendable {
  let router: Router<ServerRoute>
  let middleware: @Sendable (URLRequest) async -> (Data, HTTPURLResponse)

  /// Makes a server.
  ///
  /// - Parameters:
  ///   - game: The game that will be submitted.
  ///   - words: The words that count.
  ///   - seed: Decides which scores the other players have.
  ///   - date: The current date.
  init(
    game: CompletedGame,
    words: [String],
    seed: UInt64 = 7,
    date: @escaping @Sendable () -> Date
  ) {
    let router = LockstepRouting.Router.demo(date: date)
    self.router = router
    let database = InMemoryDatabase(date: date)
    Self.fill(database, for: game, seed: seed, now: date())
    middleware = siteMiddleware(
      environment: ServerEnvironment(
        database: .inMemory(database),
        date: date,
        dictionary: .english(words),
        envVars: .production,
        mailgun: .noop,
        randomCubes: { game.cubes },
        router: router
      )
    )
  }

  /// Stores what the server must know of the game, and the scores to rank it among.
  private static func fill(
    _ database: InMemoryDatabase,
    for game: CompletedGame,
    seed: UInt64,
    now: Date
  ) {
    database.insert(Player.demo)
    var random = SplitMix64(seed: seed)
    let dailyChallengeId: DailyChallenge.ID? =
      if case .dailyChallenge(let id) = game.gameContext { id } else { nil }
    if let dailyChallengeId {
      database.insert(
        DailyChallenge(
          createdAt: now,
          endsAt: endOfDay(now),
          gameMode: game.gameMode,
          gameNumber: 42,
          id: dailyChallengeId,
          language: game.language,
          puzzle: game.cubes
        )
      )
    }
    if case .shared(let code) = game.gameContext {
      database.insert(
        SharedGame(
          code: code,
          gameMode: game.gameMode,
          id: SharedGame.ID(rawValue: .deadbeef),
          language: game.language,
          moves: game.moves,
          puzzle: game.cubes
        )
      )
    }
    for number in 1...60 {
      // A third each of the last day, the last week and the last month.
      let hours: UInt64 = [20, 6 * 24, 30 * 24][number % 3]
      let age = TimeInterval(random.next() % hours) * 60 * 60
      for gameMode in GameMode.allCases {
        database.insert(
          LeaderboardScore(
            createdAt: now.addingTimeInterval(-age),
            dailyChallengeId: number % 2 == 0 && gameMode == game.gameMode
              ? dailyChallengeId : nil,
            gameContext: .solo,
            gameMode: gameMode,
            id: LeaderboardScore.ID(rawValue: random.uuid()),
            language: game.language,
            moves: [],
            playerId: Player.ID(rawValue: random.uuid()),
            puzzle: game.cubes,
            score: 40 + Int(random.next() % 2_600)
          )
        )
      }
    }
  }

  private static func endOfDay(_ date: Date) -> Date {
    let day: TimeInterval = 24 * 60 * 60
    let days = (date.timeIntervalSince1970 / day).rounded(.down)
    return Date(timeIntervalSince1970: (days + 1) * day)
  }
}

extension Router where Value == ServerRoute {
  /// The router that the demo's client and server share.
  static func demo(date: @escaping @Sendable () -> Date) -> Self {
    ServerRouter.router(
      date: date,
      decoder: JSONDecoder(),
      encoder: JSONEncoder(),
      secrets: ["game-over-demo"],
      sha256: SHA256.hash
    )
  }
}

extension Player {
  /// Who plays the demo, with the access token of a client in the server's process.
  static let demo: Player = {
    var player = Player.blob
    player.accessToken = AccessToken(rawValue: .deadbeef)
    player.displayName = "You"
    return player
  }()
}

/// A small generator of random numbers, so that each run ranks among the same scores.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func uuid() -> UUID {
    let (high, low) = (next(), next())
    func byte(_ word: UInt64, _ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: word >> (8 * index))
    }
    return UUID(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
        byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
        byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      )
    )
  }
}
