// SPDX-License-Identifier: MIT

import ExampleData
import Foundation
import SharedModels
import TerminalSupport
import Testing

@testable import GameOverDemo

/// Whole sessions without a terminal: keys in, screens out.
@MainActor @Suite struct PlainDemoTests {
  private func frames(
    _ game: SampleGame,
    keys: String,
    change: (inout CompletedGame) -> Void = { _ in }
  ) async throws -> [String] {
    var input = try DemoInput(DemoOptions(game: game.url.path))
    change(&input.game)
    let keys = AsyncStream<Key> { continuation in
      for character in keys { continuation.yield(.character(character)) }
      continuation.finish()
    }
    var frames: [String] = []
    try await PlainDemo(input).run(keys: keys) { frames.append($0) }
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
        │                                 1484 points                                  │
        │                                 Nicely done!                                 │
        │                                                                              │
        │  Your rank                            9 words                                │
        │  Last day        –                    MEANING                           392  │
        │  Last week       –                    VALIANT                           392  │
        │  All time        –                    SAVAGE                            216  │
        │                                       QUOTA                             170  │
        │  ⠋ asking the server                  LISTEN                            162  │
        │                                       SPINE                              90  │
        │                                       VAT                                24  │
        │                                       SITE                               20  │
        │                                       PEA                                18  │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                 One moment …                                 │
        │                              [q] Quit the demo                               │
        ╰──────────────────────────────────────────────────────────────────────────────╯

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
        │                                 1484 points                                  │
        │                                You can do it!                                │
        │                                                                              │
        │  Your rank                            9 words                                │
        │  Last day        15 of 26             MEANING                           392  │
        │  Last week       25 of 42             VALIANT                           392  │
        │  All time        37 of 61             SAVAGE                            216  │
        │                                       QUOTA                             170  │
        │                                       LISTEN                            162  │
        │                                       SPINE                              90  │
        │                                       VAT                                24  │
        │                                       SITE                               20  │
        │                                       PEA                                18  │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │                                                                              │
        │        [t] Play again, timed   [u] Play again, unlimited   [c] Close         │
        │                              [q] Quit the demo                               │
        ╰──────────────────────────────────────────────────────────────────────────────╯

        """
    )
  }

  @Test func `buying the full game, then the other daily challenge`() async throws {
    let frames = try await frames(.dailyChallenge, keys: "p.u.q")
    #expect(frames.count == 6)
    #expect(frames[2].contains("Thank you for buying the full game!"))
    #expect(frames[2].contains("A word from the makers") == false)
    #expect(frames[3].contains("[u] Play the unlimited daily challenge   [c] Close"))
  }

  @Test func `turning on notifications when a daily challenge is closed`() async throws {
    let frames = try await frames(.dailyChallenge, keys: "pc.n..")
    #expect(frames[3].contains("Want to be notified?"))
    #expect(frames[3].contains("[n] Turn on notifications"))
    #expect(frames[5].contains("This device would now get notifications."))
    // The screen has been left.
    #expect(frames.count == 6)
  }

  @Test func `a game that was tampered with is not accepted`() async throws {
    let frames = try await frames(.forged, keys: "")
    let text = frames.last?.replacing("│\n│  ", with: "") ?? ""
    #expect(
      text.contains(
        """
        The server did not accept the game. Move 1, "MEANING", is not valid: it     \
        claims 3920 points instead of 392.
        """
      )
    )
    #expect(text.contains("Last day        –"))
  }

  @Test func `a game without points closes at once`() async throws {
    let frames = try await frames(.solo, keys: "....") { game in
      game.moves = [.removeCube]
    }
    #expect(frames.count == 2)
  }

  @Test func `the same keys give the same screens`() async throws {
    let keys = ".pc.x.tq"
    #expect(try await frames(.dailyChallenge, keys: keys) == frames(.dailyChallenge, keys: keys))
  }

  @Test(arguments: [(0, 0), (1, 1), (3, 5), (10, 20), (24, 80), (60, 200)])
  func `a screen of any size can be drawn`(rows: Int, columns: Int) throws {
    let input = try DemoInput(DemoOptions())
    let screen = render(
      DemoState(game: input.game),
      size: Screen.Size(rows: rows, columns: columns)
    )
    #expect(screen.size == Screen.Size(rows: rows, columns: columns))
  }
}
