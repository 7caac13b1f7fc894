// SPDX-License-Identifier: MIT

import DependencyClients
import Foundation
import Lockstep
import SharedModels
import Testing

/// Tests the clients that store data.
@Suite struct StoringClientsTests {
  private func run(_ effect: Effect<Never, some Error>) async throws {
    for try await _ in effect.values() {}
  }

  @Test func `the live file client stores files in a directory`() async throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "lockstep-\(UUID().uuidString)")
      .appending(path: "games")
    defer { try? FileManager.default.removeItem(at: directory.deletingLastPathComponent()) }
    let client = FileClient.live(directory: directory)
    await #expect(throws: CocoaError.self) { try await client.load("saved-games.json").value() }
    await #expect(throws: CocoaError.self) { try await run(client.delete("saved-games.json")) }

    for games in [SavedGames(), SavedGames(unlimited: .mock)] {
      try await run(client.save(games))
      #expect(try await client.loadSavedGames().value() == games)
    }
    try await run(client.save("other", Data([1, 2])))
    #expect(try await client.load("other").value() == Data([1, 2]))

    try await run(client.delete("saved-games.json"))
    await #expect(throws: CocoaError.self) { try await client.loadSavedGames().value() }
    #expect(try await client.load("other").value() == Data([1, 2]))
  }

  @Test func `a value that cannot be encoded does not change its file`() async throws {
    var client = FileClient.noop
    client.save = { _, _ in .failing("A file was written.") }
    await #expect(throws: EncodingError.self) { try await run(client.save([Double.nan], to: "a")) }
  }

  @Test func `user defaults store values of any type by key`() async throws {
    let client = UserDefaultsClient.inMemory()
    #expect(client.boolForKey("a") == false)
    #expect(client.doubleForKey("a") == 0)

    try await run(client.setBool(true, "a"))
    try await run(client.setDouble(2, "b"))
    #expect(["a", "b"].map(client.boolForKey) == [true, false])
    #expect(["a", "b"].map(client.doubleForKey) == [0, 2])

    try await run(client.setDouble(3, "a"))
    try await run(client.setBool(false, "b"))
    #expect(["a", "b"].map(client.boolForKey) == [false, false])
    #expect(["a", "b"].map(client.doubleForKey) == [3, 0])

    try await run(client.remove("a"))
    #expect(client.doubleForKey("a") == 0)
    #expect(UserDefaultsClient.inMemory().doubleForKey("b") == 0)
  }

  @Test func `the database stores games with their words`() async throws {
    var match = CompletedGame.mock
    match.gameContext = .turnBased([:])
    match.localPlayerIndex = 1
    match.moves = [.cab.by(0), .removeCube.by(1), .mock.by(1), .mock.by(1)]
    let client = LocalDatabaseClient.inMemory()
    #expect(try await client.fetchStats.value() == LocalDatabaseClient.Stats())
    #expect(try await client.fetchVocab.value() == [])

    try await run(client.migrate)
    for game in [CompletedGame.mock, match] { try await run(client.saveGame(game)) }
    #expect(
      try await client.fetchStats.value()
        == LocalDatabaseClient.Stats(
          averageWordLength: 3,
          gamesPlayed: 2,
          secondsPlayed: 20,
          wordsFound: 3
        )
    )
    #expect(
      try await client.fetchVocab.value() == [
        .init(playCount: 1, score: 27, word: "ABC"), .init(playCount: 1, score: 27, word: "CAB"),
      ]
    )
    #expect(try await client.fetchGamesForWord("CAB").value() == [.mock])
    #expect(try await client.fetchGamesForWord("ABC").value() == [match])
    for (kind, count) in [(.solo, 1), (.turnBased, 1), (.shared, 0)]
      as [(LocalDatabaseClient.GameKind, Int)]
    {
      #expect(try await client.playedGamesCount(kind).value() == count)
    }

    let seeded = LocalDatabaseClient.inMemory([.mock, .mock])
    #expect(
      try await seeded.fetchVocab.value() == [.init(playCount: 2, score: 27, word: "CAB")]
    )
  }
}

extension Move {
  fileprivate func by(_ playerIndex: PlayerIndex) -> Self {
    var move = self
    move.playerIndex = playerIndex
    return move
  }
}
