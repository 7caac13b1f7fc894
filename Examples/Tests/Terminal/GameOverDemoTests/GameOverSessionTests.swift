// SPDX-License-Identifier: MIT

import DemoSupport
import DemoTestSupport
import ExampleData
import Foundation
import Lockstep
import LockstepTerminal
import LockstepTerminalTesting
import SharedModels
import Testing

@testable import GameOverDemo

/// Tests whole sessions without a terminal: each runs a script and checks the screens.
@MainActor @Suite struct GameOverSessionTests {
  private func demo(
    _ game: SampleGame,
    seed: UInt64 = 7,
    failing: Set<DemoEndpoint> = [],
    change: (inout CompletedGame) -> Void = { _ in }
  ) throws -> GameOverDemo {
    var input = try GameOverDemoInput(GameOverDemoOptions(game: game.url.path))
    change(&input.game)
    return .gameOver(input, CommonOptions(failing: failing, seed: seed))
  }

  /// The screens after each step of a script.
  private func frames(_ demo: GameOverDemo, _ script: String) throws -> [String] {
    var frames: [String] = []
    try demo.run(TerminalScript(script)) { frames.append($0) }
    return Array(frames.dropFirst())
  }

  /// Starts at the first frame, in which the keys of the screen do nothing yet, and ends with a new game.
  private let solo = """
    press c
    wait 3s
    press m
    wait 10s
    press m
    press down
    press pagedown
    press end
    press u
    """

  /// Buys the full game, and turns on notifications on closing the screen.
  private let daily = """
    wait 4s
    press p
    wait 1s
    press c
    wait 1s
    press n
    """

  @Test(arguments: ["80x24", "40x12", "30x9"])
  func `the screens of sessions match the snapshots and have no flaws`(
    size: String
  ) throws {
    for (name, demo, script) in [
      ("solo", try demo(.solo), solo), ("daily", try demo(.dailyChallenge, seed: 9), daily),
    ] {
      let script = "resize \(size)\n\(script)"
      assertSnapshot(
        of: demo.makeTerminal(),
        script: script,
        matches: .file("Snapshots/\(name)-\(size).txt")
      )
      try expectNoFlaws(demo, script)
    }
  }

  @Test(arguments: ["30x9", "55x16", "56x17", "100x36"])
  func `the screens of failed requests have no flaws`(size: String) throws {
    let demo = try demo(.dailyChallenge, failing: [.gamesSubmit, .dailyChallengeToday])
    try expectNoFlaws(demo, "resize \(size)\n\(daily)")
    try expectNoFlaws(self.demo(.forged), "resize \(size)\n\(solo)")
  }

  private func expectNoFlaws(_ demo: GameOverDemo, _ script: String) throws {
    let flaws = try demo.makeTerminal().flaws(in: script)
    #expect(flaws == [], Comment(rawValue: flaws.joined(separator: "\n")))
  }

  @Test func `the ranks on the screen depend on the scores stored on the server`()
    throws
  {
    func ranks(seed: UInt64) throws -> [String] {
      try frames(demo(.solo, seed: seed), "wait 4s\npress p")[1].split(separator: "\n")
        .filter { $0.contains(" of ") }
        .map { String($0.dropFirst(3).prefix(30)).trimmingCharacters(in: .whitespaces) }
    }
    let some = try ranks(seed: 7)
    #expect(
      some == [
        "Last day        11 of 23", "Last week       21 of 44", "All time        28 of 61",
      ]
    )
    let others = try ranks(seed: 8)
    #expect(
      others == [
        "Last day        14 of 25", "Last week       25 of 47", "All time        30 of 61",
      ]
    )
  }

  @Test func `after buying the full game, the player can start the other daily challenge`() throws {
    let frames = try frames(demo(.dailyChallenge), "wait 3s\npress p\nwait 1s\npress u\nwait 1s")
    #expect(frames.last == "Here the unlimited daily challenge would begin.\n")
    #expect(frames[2].contains("Thank you for buying the full game!"))
    #expect(frames[2].contains("From the makers") == false)
    #expect(frames[2].contains("[u] Play the unlimited daily challenge   [c] Close"))
  }

  @Test func `a match shows both sides and offers a rematch`() throws {
    let demo = try demo(.solo) { game in
      game.gameContext = .turnBased([0: Player.demo.id, 1: Player.blobJr.id])
      game.localPlayerIndex = 0
      for index in game.moves.indices {
        game.moves[index].playerIndex = .init(rawValue: index % 2)
      }
    }
    let frames = try frames(demo, "wait 3s\npress r")
    #expect(frames[0].contains("Match, unlimited"))
    #expect(frames[0].contains("[r] Rematch   [c] Close"))
    let sum = points(in: frames[0], row: "You ") + points(in: frames[0], row: "Your opponent ")
    #expect(sum == 1_311)
    #expect(frames[1].contains("Your opponent would now be asked"))
  }

  @Test func `one point and one word are counted in the singular`() throws {
    let demo = try demo(.solo) { game in
      game.moves = [game.moves[0]]
      game.moves[0].score = 1
    }
    let frame = try frames(demo, "wait 1ms")[0]
    #expect(frame.contains(" 1 point "))
    #expect(frame.contains(" 1 word "))
  }

  /// Returns the points in a row of the standing.
  private func points(in frame: String, row: String) -> Int {
    let line = frame.split(separator: "\n").first { $0.hasPrefix("│  \(row)") }
    let words = line?.split(separator: " ") ?? []
    return words.firstIndex(of: "points").flatMap { Int(words[$0 - 1]) } ?? 0
  }

  /// Returns the words of a frame without its borders.
  private func text(_ frame: String?) -> String {
    (frame ?? "").split { " │\n".contains($0) }.joined(separator: " ")
  }

  @Test func `a forged game is not accepted`() throws {
    let script = "resize 40x24\nwait 14s\npress m"
    let frame = text(try frames(demo(.forged), script).last)
    #expect(
      frame.contains(
        """
        The server did not accept the game. Move 7, "STRETCH", is not valid: it claims 4760 points \
        instead of 476.
        """
      )
    )
    #expect(frame.contains("Last day –"))
  }

  @Test func `a failed submission shows the error of the server`() throws {
    let demo = try demo(.dailyChallenge, failing: [.gamesSubmit])
    let frame = text(try frames(demo, "resize 40x24\nwait 14s\npress m").last)
    #expect(
      frame.contains(
        "The server did not accept the game. Simulated failure of games.submit."
      )
    )
    #expect(frame.contains("Today –"))
  }

  @Test func `a challenge that cannot be fetched can be requested again`() throws {
    let demo = try demo(.dailyChallenge, failing: [.dailyChallengeStart])
    let frame = try #require(
      try frames(demo, "wait 3s\npress p\nwait 1s\npress u\nwait 1s").last
    )
    #expect(frame.contains("The challenge could not be"))
    #expect(frame.contains("[u] Play the unlimited daily challenge   [c] Close"))
    #expect(frame.contains("asking the server") == false)
  }

  @Test func `without today's challenges, the screen offers no other challenge`() throws {
    let demo = try demo(.dailyChallenge, failing: [.dailyChallengeToday])
    let frame = try #require(try frames(demo, "wait 3s\npress p\nwait 1s").last)
    #expect(text(frame).contains("The other challenge of today could"))
    #expect(frame.contains("Today           11 of 31"))
    #expect(frame.contains(" [c] Close "))
    #expect(frame.contains("[u] Play") == false)
  }

  @Test func `a game without points closes at once`() throws {
    let frames = try frames(demo(.solo) { $0.moves = [.removeCube] }, "wait 3s")
    #expect(frames.last == "You have left the game.\n")
  }

  @Test func `the README contains a screen of the demo`() throws {
    let readme = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "README.md")
    // The README leaves out rows that are empty on the left, next to a longer list of words.
    let screen = try frames(demo(.solo), "wait 14s\npress m").last?
      .split(separator: "\n").dropFirst()
      .filter { row in row.dropFirst().prefix(36).contains { $0 != " " } }
      .joined(separator: "\n")
    #expect(try String(contentsOf: readme, encoding: .utf8).contains(#require(screen)))
  }

  @Test func `the same keys give the same screens`() throws {
    #expect(try frames(demo(.dailyChallenge), daily) == frames(demo(.dailyChallenge), daily))
  }

  @Test(arguments: [(0, 0), (1, 1), (3, 5), (10, 20), (24, 80), (60, 200)])
  func `the demo draws a screen of any size`(rows: Int, columns: Int) throws {
    let input = try GameOverDemoInput(GameOverDemoOptions())
    let state = GameOverDemoState(game: input.game)
    let size = Screen.Size(rows: rows, columns: columns)
    let demo = GameOverDemo.gameOver(input)
    let screen = demo.program.screen(state, size)
    #expect(screen.size == Screen.Size(rows: rows, columns: columns))
  }
}
