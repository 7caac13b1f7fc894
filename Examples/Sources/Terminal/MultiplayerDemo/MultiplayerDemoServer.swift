// SPDX-License-Identifier: MIT

package import DemoSupport
package import Foundation
package import Lockstep
internal import ServerRouter
internal import SharedModels
package import SiteMiddleware
internal import Synchronization

extension DemoServer {
  /// Makes a server that knows the player, some others, and matches between them.
  ///
  /// - Parameters:
  ///   - options: What it answers with an error, and how the matches went.
  ///   - date: The current date.
  /// - Returns: The server.
  static func multiplayer(
    _ options: CommonOptions,
    date: @escaping @Sendable () -> Date
  ) -> DemoServer {
    let random = Mutex(SplitMix64(seed: options.seed))
    let uuid: @Sendable () -> UUID = { random.withLock { $0.uuid() } }
    let database = InMemoryDatabase(date: date, uuid: uuid)
    random.withLock { fillMatches(database, &$0, now: date()) }
    return DemoServer(
      ServerEnvironment(
        database: .inMemory(database),
        date: date,
        dictionary: .english([]),
        envVars: .production,
        mailgun: .noop,
        randomCubes: { .mock },
        router: .demo(date: date)
      ),
      failing: options.failing
    )
  }

  /// Stores matches that are over, one that is played, and a timed one that waits for somebody.
  ///
  /// - Parameters:
  ///   - database: Where they are stored, with who plays the demos and five others.
  ///   - random: How the matches went.
  ///   - now: The current date.
  package static func fillMatches(
    _ database: InMemoryDatabase,
    _ random: inout SplitMix64,
    now: Date
  ) {
    database.insert(Player.demo)
    let others = ["Ada", "Barbara", "Grace", "Katherine", "Margaret"].map { name in
      Player(
        accessToken: AccessToken(rawValue: random.uuid()),
        createdAt: now,
        deviceId: DeviceId(rawValue: random.uuid()),
        displayName: name,
        id: Player.ID(rawValue: random.uuid()),
        timeZone: "UTC"
      )
    }
    for player in others { database.insert(player) }
    let day: TimeInterval = 24 * 60 * 60
    for (index, opponent) in others.enumerated() {
      let players = random.next() % 2 == 0 ? [.demo, opponent] : [opponent, .demo]
      let end = now.addingTimeInterval(-day * Double(3 * index + 1) - Double(random.next() % 3_600))
      var moves = Moves()
      for number in 0..<8 {
        // The third match ends in a tie.
        let repeats = index == 2 && number % 2 == 1
        moves.append(
          Move(
            playedAt: end.addingTimeInterval(Double(number - 7) * 600),
            playerIndex: Move.PlayerIndex(rawValue: number % 2),
            score: repeats ? moves.last?.score ?? 0 : 12 + Int(random.next() % 240),
            type: .playedWord([.cornerTop, .cornerLeft, .cornerRight])
          )
        )
      }
      let mode: GameMode = random.next() % 2 == 0 ? .timed : .unlimited
      database.insert(
        match(players, mode, at: end.addingTimeInterval(-day), moves, .ended, &random)
      )
    }
    database.insert(match([.demo, others[0]], .unlimited, at: now, [], .open, &random))
    database.insert(match([others[2]], .timed, at: now, [], .matching, &random))
  }

  private static func match(
    _ players: [Player],
    _ gameMode: GameMode,
    at date: Date,
    _ moves: Moves,
    _ status: Match.Status,
    _ random: inout SplitMix64
  ) -> Match {
    Match(
      createdAt: date,
      currentPlayerIndex: status == .ended ? nil : 0,
      gameMode: gameMode,
      id: Match.ID(rawValue: random.uuid()),
      moves: moves,
      participants: players.map { MatchParticipant(player: MatchPlayer($0)) },
      puzzle: .mock,
      status: status
    )
  }
}
