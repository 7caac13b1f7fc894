// SPDX-License-Identifier: MIT

package import DemoSupport
package import Foundation
package import Lockstep
internal import ServerRouter
package import SharedModels
package import SiteMiddleware
internal import Synchronization

extension DemoServer {
  /// Returns a server with the player, five opponents, and matches between them.
  static func multiplayer(
    _ options: CommonOptions,
    _ input: MultiplayerDemoInput,
    date: @escaping @Sendable () -> Date,
    isBroken: @escaping @Sendable () -> Bool
  ) -> DemoServer {
    let random = Mutex(SplitMix64(seed: options.seed))
    let uuid: @Sendable () -> UUID = { random.withLock { $0.uuid() } }
    let database = InMemoryDatabase(date: date, uuid: uuid)
    let opponents = random.withLock {
      fillMatches(database, &$0, now: date(), puzzle: input.puzzle)
    }
    var environment = ServerEnvironment(
      database: .inMemory(database),
      date: date,
      dictionary: .english(input.words),
      envVars: .production,
      mailgun: .noop,
      randomCubes: { input.puzzle },
      router: .demo(date: date)
    )
    let player = MultiplayerDemoOpponents(opponents, environment, words: input.words)
    // A request for a match first lets the opponent act if its move is due.
    environment.database.fetchMatch = { [fetchMatch = environment.database.fetchMatch] id in
      guard let match = try await fetchMatch(id) else { return nil }
      await player.answer(in: match)
      return try await fetchMatch(id)
    }
    environment.database.fetchMatches = { [fetchMatches = environment.database.fetchMatches] page in
      for match in try await fetchMatches(page) { await player.answer(in: match) }
      return try await fetchMatches(page)
    }
    return DemoServer(environment, failing: options.failing, isBroken: isBroken)
  }

  /// Stores finished matches, an open one, and a timed one that waits for an opponent.
  package static func fillMatches(
    _ database: InMemoryDatabase,
    _ random: inout SplitMix64,
    now: Date,
    puzzle: ArchivablePuzzle = .mock
  ) -> [Player] {
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
        match(players, mode, at: end.addingTimeInterval(-day), moves, .ended, puzzle, &random)
      )
    }
    database.insert(match([.demo, others[0]], .unlimited, at: now, [], .open, puzzle, &random))
    database.insert(match([others[2]], .timed, at: now, [], .matching, puzzle, &random))
    return others
  }

  private static func match(
    _ players: [Player],
    _ gameMode: GameMode,
    at date: Date,
    _ moves: Moves,
    _ status: Match.Status,
    _ puzzle: ArchivablePuzzle,
    _ random: inout SplitMix64
  ) -> Match {
    Match(
      createdAt: date,
      currentPlayerIndex: status == .ended ? nil : 0,
      gameMode: gameMode,
      id: Match.ID(rawValue: random.uuid()),
      moves: moves,
      participants: players.map { MatchParticipant(player: MatchPlayer($0)) },
      puzzle: puzzle,
      status: status
    )
  }
}
