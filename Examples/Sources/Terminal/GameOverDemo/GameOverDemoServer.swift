// SPDX-License-Identifier: MIT

package import DemoSupport
package import Foundation
internal import Lockstep
internal import LockstepRouting
internal import ServerRouter
package import SharedModels
package import SiteMiddleware

extension DemoServer {
  /// Creates a server that accepts the game and stores the scores of 60 other players per mode.
  init(
    game: CompletedGame,
    words: [String],
    options: CommonOptions,
    date: @escaping @Sendable () -> Date
  ) {
    let database = InMemoryDatabase(date: date)
    Self.fillScores(database, for: game, seed: options.seed, now: date())
    self.init(
      ServerEnvironment(
        database: .inMemory(database),
        date: date,
        dictionary: .english(words),
        envVars: .production,
        mailgun: .noop,
        randomCubes: { game.cubes },
        router: .demo(date: date)
      ),
      failing: options.failing
    )
  }

  /// Stores the player, the records that the game refers to, and the scores of other players.
  ///
  /// If `seed` is a multiple of 3, the other players have lower scores.
  package static func fillScores(
    _ database: InMemoryDatabase,
    for game: CompletedGame,
    seed: UInt64,
    now: Date
  ) {
    database.insert(Player.demo)
    var random = SplitMix64(seed: seed)
    let scores: UInt64 = seed.isMultiple(of: 3) ? 1_300 : 2_600
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
      // One third of the scores each: last day, last week, last month.
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
            score: 40 + Int(random.next() % scores)
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
