// SPDX-License-Identifier: MIT

import DemoSupport
import ExampleData
import Foundation
import Lockstep
import LockstepTerminal
import SharedModels
import Testing

@testable import GameOverDemo

/// Whole sessions without a terminal: keys in, screens out.
@MainActor @Suite struct GameOverSessionTests {
  private func frames(
    _ game: SampleGame,
    keys: String,
    seed: UInt64 = 7,
    failing: Set<DemoEndpoint> = [],
    change: (inout CompletedGame) -> Void = { _ in }
  ) async throws -> [String] {
    var input = try GameOverDemoInput(GameOverDemoOptions(game: game.url.path))
    change(&input.game)
    let keys = AsyncStream<Key> { continuation in
      for character in keys { continuation.yield(.character(character)) }
      continuation.finish()
    }
    var frames: [String] = []
    let demo = GameOverDemo.gameOver(input, CommonOptions(failing: failing, seed: seed))
    try await demo.run(keys: keys) { frames.append($0) }
    return frames
  }

  @Test func `a solo game from the first frame to the end`() async throws {
    let frames = try await frames(.solo, keys: "cm.......m")
    #expect(frames.count == 12)
    #expect(
      frames.first == """
        == at first ==
        ╭─ Game over ──────────────────────────────────────────────────────────────────╮
        │                             Solo game, unlimited                             │
        │                                 1311 points                                  │
        │                                 Nicely done!                                 │
        │                                                                              │
        │  Your rank                            9 words                                │
        │  Last day        –                    STRETCH                           476  │
        │  Last week       –                    ACTUAL                            198  │
        │  All time        –                    QUOTA                             170  │
        │                                       LAUREL                            162  │
        │  ⠋ asking the server                  DANCE                             110  │
        │                                       TOTAL                              80  │
        │                                       BUNK                               52  │
        │                                       ITCH                               48  │
        │                                       LET                                15  │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                 One moment …                                 │
        │                              [q] Quit the demo                               │
        ╰─ ♪ gameOverLoop, transitionIn ───────────────────────────────────────────────╯

        """
    )
    // The keys of the screen below do nothing while the interstitial is up, and it can be left only
    // after ten seconds.
    #expect(frames[3].contains("You can go on in 6 seconds."))
    #expect(frames[10].contains("[m] Maybe later"))
    #expect(
      frames.last == """
        == a second after 'm' ==
        ╭─ Game over ──────────────────────────────────────────────────────────────────╮
        │                             Solo game, unlimited                             │
        │                                 1311 points                                  │
        │                                 Keep it up!                                  │
        │                                                                              │
        │  Your rank                            9 words                                │
        │  Last day        11 of 23             STRETCH                           476  │
        │  Last week       21 of 44             ACTUAL                            198  │
        │  All time        28 of 61             QUOTA                             170  │
        │                                       LAUREL                            162  │
        │                                       DANCE                             110  │
        │                                       TOTAL                              80  │
        │                                       BUNK                               52  │
        │                                       ITCH                               48  │
        │                                       LET                                15  │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │        [t] Play again, timed   [u] Play again, unlimited   [c] Close         │
        │                              [q] Quit the demo                               │
        ╰─ ♪ gameOverLoop ─────────────────────────────────────────────────────────────╯

        """
    )
  }

  @Test func `the ranks on the screen change with the scores that the server has stored`()
    async throws
  {
    func ranks(seed: UInt64) async throws -> [String] {
      try await frames(.solo, keys: "p", seed: seed)[2].split(separator: "\n")
        .filter { $0.contains(" of ") }
        .map { String($0.dropFirst(3).prefix(30)).trimmingCharacters(in: .whitespaces) }
    }
    let some = try await ranks(seed: 7)
    #expect(
      some == [
        "Last day        11 of 23", "Last week       21 of 44", "All time        28 of 61",
      ]
    )
    let others = try await ranks(seed: 8)
    #expect(
      others == [
        "Last day        14 of 25", "Last week       25 of 47", "All time        30 of 61",
      ]
    )
  }

  @Test func `buying the full game, then the other daily challenge`() async throws {
    let frames = try await frames(.dailyChallenge, keys: "p.u.q")
    #expect(frames.count == 6)
    #expect(frames.last == "Here the unlimited daily challenge would begin.\n")
    #expect(frames[2].contains("Thank you for buying the full game!"))
    #expect(frames[2].contains("A word from the makers") == false)
    #expect(frames[3].contains("[u] Play the unlimited daily challenge   [c] Close"))
  }

  @Test func `a whole session after a daily challenge, as it is on the tape`() async throws {
    let frames = try await frames(.dailyChallenge, keys: "..pc.n").map { String($0.dropLast()) }
    let tape = gameOverDemoSessionTape.components(separatedBy: "\n\n")
    #expect(frames.count == tape.count)
    for (index, (frame, expected)) in zip(frames, tape).enumerated() {
      #expect(frame == expected, "frame \(index)")
    }
  }

  @Test func `a match shows both sides and offers a rematch`() async throws {
    let frames = try await frames(.solo, keys: "r") { game in
      game.gameContext = .turnBased([0: Player.demo.id, 1: Player.blobJr.id])
      game.localPlayerIndex = 0
      for index in game.moves.indices {
        game.moves[index].playerIndex = .init(rawValue: index % 2)
      }
    }
    #expect(frames[1].contains("Match, unlimited"))
    #expect(frames[1].contains("[r] Rematch   [c] Close"))
    let sum = points(in: frames[1], row: "You ") + points(in: frames[1], row: "Your opponent ")
    #expect(sum == 1_311)
    #expect(frames[2].contains("Your opponent would now be asked for a rematch."))
  }

  /// The points in a row of the standing.
  private func points(in frame: String, row: String) -> Int {
    let line = frame.split(separator: "\n").first { $0.hasPrefix("│  \(row)") }
    let words = line?.split(separator: " ") ?? []
    return words.firstIndex(of: "points").flatMap { Int(words[$0 - 1]) } ?? 0
  }

  @Test func `a game that was tampered with is not accepted`() async throws {
    let frames = try await frames(.forged, keys: "")
    let text = frames.last?.replacing("│\n│  ", with: "") ?? ""
    #expect(
      text.contains(
        """
        The server did not accept the game. Move 7, "STRETCH", is not valid: it     \
        claims 4760 points instead of 476.
        """
      )
    )
    #expect(text.contains("Last day        –"))
  }

  @Test func `a server that fails`() async throws {
    let frames = try await frames(.dailyChallenge, keys: "", failing: [.gamesSubmit])
    let text = frames.last?.replacing("│\n│  ", with: "") ?? ""
    #expect(
      text.contains(
        """
        The server did not accept the game. The server was told to fail at          \
        games.submit.
        """
      )
    )
    #expect(text.contains("Today           –"))
  }

  @Test func `a challenge that cannot be fetched can be asked for again`() async throws {
    let frames = try await frames(.dailyChallenge, keys: "p.u", failing: [.dailyChallengeStart])
    let text = try #require(frames.last)
    #expect(text.contains("│  The challenge could not be fetched. "))
    #expect(text.contains("[u] Play the unlimited daily challenge   [c] Close"))
    #expect(text.contains("asking the server") == false)
  }

  @Test func `without today's challenges there is none to go on with`() async throws {
    let frames = try await frames(.dailyChallenge, keys: "p.", failing: [.dailyChallengeToday])
    let text = try #require(frames.last)
    #expect(text.contains("│  The other challenge of today could not be loaded. "))
    #expect(text.contains("Today           11 of 31"))
    #expect(text.contains(" [c] Close "))
    #expect(text.contains("[u] Play") == false)
  }

  @Test func `a game without points closes at once`() async throws {
    let frames = try await frames(.solo, keys: "....") { game in
      game.moves = [.removeCube]
    }
    #expect(frames.count == 2)
    #expect(frames.last == "You have left the game.\n")
  }

  @Test func `the picture in the README is what the demo prints`() async throws {
    let readme = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "README.md")
    // But for the rows that are empty on the left, where the list of words is longer than the rest.
    let screen = try await frames(.solo, keys: "..........m").last?
      .split(separator: "\n").dropFirst()
      .filter { row in row.dropFirst().prefix(36).contains { $0 != " " } }
      .joined(separator: "\n")
    #expect(try String(contentsOf: readme, encoding: .utf8).contains(#require(screen)))
  }

  @Test func `the same keys give the same screens`() async throws {
    let keys = ".pc.x.tq"
    #expect(try await frames(.dailyChallenge, keys: keys) == frames(.dailyChallenge, keys: keys))
  }

  @Test(arguments: [(0, 0), (1, 1), (3, 5), (10, 20), (24, 80), (60, 200)])
  func `a screen of any size can be drawn`(rows: Int, columns: Int) throws {
    let input = try GameOverDemoInput(GameOverDemoOptions())
    let state = GameOverDemoState(game: input.game)
    let screen = state.screen(size: Screen.Size(rows: rows, columns: columns))
    #expect(screen.size == Screen.Size(rows: rows, columns: columns))
  }
}
