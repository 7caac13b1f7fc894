// SPDX-License-Identifier: MIT

import DemoSupport
import Foundation
import LockstepTerminal
import LockstepTerminalTesting
import Testing

@testable import MultiplayerDemo

/// Whole sessions without a terminal: keys in, screens out.
@MainActor @Suite struct MultiplayerDemoTests {
  private func frames(
    _ keys: [Key],
    _ options: CommonOptions = CommonOptions()
  ) async throws -> [String] {
    let keys = AsyncStream<Key> { continuation in
      for key in keys { continuation.yield(key) }
      continuation.finish()
    }
    var frames: [String] = []
    try await MultiplayerDemo.multiplayer(options).run(keys: keys) { frames.append($0) }
    return frames
  }

  private func frames(
    _ keys: String,
    _ options: CommonOptions = CommonOptions()
  ) async throws -> [String] {
    try await frames(keys.map(Key.character), options)
  }

  /// The lines of a frame that say something, without the box and without what each frame has.
  private func texts(_ frame: String) -> [String] {
    frame.split(separator: "\n").dropFirst()
      .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "│║╔╗╚╝═╭╮╰╯─ ")) }
      .filter { $0.isEmpty == false && $0 != "[q] Quit the demo" }
  }

  @Test func `a whole session, as it is on the tape`() async throws {
    let keys: [Key] = [
      .character("s"), .character("t"), .escape, .character("p"), .down, .down,
      .character("o"), .character("b"), .character("r"), .escape, .character("b"),
      .character("c"),
    ]
    let frames = try await frames(keys).map { String($0.dropLast()) }
    let tape = multiplayerDemoSessionTape.components(separatedBy: "\n\n")
    #expect(frames.count == tape.count)
    for (index, (frame, expected)) in zip(frames, tape).enumerated() {
      #expect(frame == expected, "frame \(index)")
    }
  }

  @Test func `an alert on a small terminal, as it is on the tape`() throws {
    assertFrames(
      of: try MultiplayerDemo.multiplayer(CommonOptions(failing: [.matchesRematch])).makeTerminal(),
      script: """
        resize 40x20
        wait 1600ms
        press p
        wait 800ms
        press r
        wait 300ms
        wait 500ms
        press b
        press o
        """,
      matches: .file("Tapes/alert.txt")
    )
  }

  @Test func `the same keys give the same screens, another seed other ones`() async throws {
    let first = try await frames("pru")
    #expect(try await frames("pru") == first)
    #expect(try await frames("pru", CommonOptions(seed: 8)) != first)
  }

  @Test func `a rematch that fails shows an alert, which has to be read`() async throws {
    let frames = try await frames("prbo", CommonOptions(failing: [.matchesRematch]))
    #expect(
      texts(frames[3]) == [
        "Past games",
        "Against           Outcome         You   They      Ended on",
        "> Ada               You have lost   336    397      2040-02-13",
        "Barbara           You have lost   254    737      2040-02-10",
        "Grace             It is a tie     524    524      2040-02-07",
        "Katherine         You have lost   525    659      2040-02-04",
        "Margaret          You have won    622    536      2040-02-01",
        "Error",
        "We couldn’t start the rematch. Try again",
        "later.",
        "[o] Ok",
      ]
    )
    #expect(texts(frames[4]) == texts(frames[3]))
    #expect(texts(frames[5]) == texts(frames[2]))
  }

  @Test func `who cannot be signed in is asked to when they start a match`() async throws {
    let frames = try await frames("six", CommonOptions(failing: [.currentPlayer]))
    #expect(
      texts(frames[1]) == [
        "Multiplayer",
        "Play words against others, in turns.",
        "You are not signed in.",
        "Your matches",
        "Won            –",
        "Lost           –",
        "Tied           –",
        "Not over       –",
        "You could not be signed in. The server was told to fail at currentPlayer.",
        "[s] Start a match   [!] Break the server   [c] Close",
      ]
    )
    #expect(
      texts(frames[3]) == [
        "Multiplayer",
        "Play words against others, in turns.",
        "You are not signed in.",
        "Who are you?",
        "Matches are for players who are signed",
        "in.",
        "You could not be signed in. The server",
        "was told to fail at currentPlayer.",
        "[i] Sign in",
        "[x] Not now",
      ]
    )
    #expect(texts(frames[4]) == texts(frames[1]))
  }

  @Test func `a dialog closes when the player is signed in`() async throws {
    let frames = try await frames("s.", CommonOptions(slow: 5_000))
    #expect(
      texts(frames[2]) == [
        "Multiplayer",
        "Play words against others, in turns.",
        "Signing you in …",
        "Who are you?",
        "Matches are for players who are signed",
        "in.",
        "⠋ asking the server",
        "[x] Not now",
      ]
    )
    #expect(
      texts(frames[3]) == [
        "Multiplayer",
        "Play words against others, in turns.",
        "You are signed in.",
        "Your matches",
        "Won            –",
        "Lost           –",
        "Tied           –",
        "Not over       –",
        "⠋ asking the server",
        "[s] Start a match   [!] Break the server   [c] Close",
      ]
    )
  }

  @Test func `a record that cannot be loaded`() async throws {
    let frames = try await frames("", CommonOptions(failing: [.playerRecord]))
    #expect(
      texts(frames[1]) == [
        "Multiplayer",
        "Play words against others, in turns.",
        "You are signed in.",
        "Your matches",
        "Won            –",
        "Lost           –",
        "Tied           –",
        "Not over       –",
        "Your record could not be loaded. The server was told to fail at",
        "playerRecord.",
        "[s] Start a match   [!] Break the server   [c] Close",
      ]
    )
  }

  @Test func `past games that cannot be loaded`() async throws {
    let frames = try await frames("pb", CommonOptions(failing: [.matchesList]))
    #expect(
      texts(frames[2]) == [
        "Past games",
        "Your past games could not be loaded. The server was told to fail at",
        "matches.list.",
        "[b] Back",
      ]
    )
    #expect(texts(frames[3]) == texts(frames[1]))
  }

  @Test func `a match that cannot be loaded`() async throws {
    let frames = try await frames("po", CommonOptions(failing: [.matchesLoad]))
    var texts = texts(frames[2])
    texts.insert(
      contentsOf: [
        "The match could not be loaded. The server was told to fail at",
        "matches.load.",
      ],
      at: texts.count - 1
    )
    #expect(self.texts(frames[3]) == texts)
  }

  @Test func `a match that cannot be started`() async throws {
    let frames = try await frames("stx", CommonOptions(failing: [.matchesStart]))
    #expect(
      texts(frames[3]) == [
        "Multiplayer",
        "Play words against others, in turns.",
        "You are signed in.",
        "Find an opponent",
        "Whoever waits for a match of the same",
        "kind plays against you.",
        "The match could not be started. The",
        "server was told to fail at",
        "matches.start.",
        "[t] A timed match",
        "[u] An unlimited match",
        "[x] Cancel",
      ]
    )
    #expect(texts(frames[4]) == texts(frames[1]))
  }

  @Test func `a match for which nobody waits`() async throws {
    let frames = try await frames("su")
    #expect(
      texts(frames[3]) == [
        "Match",
        "A match, unlimited",
        "Nobody else waits yet: an opponent is still to come.",
        "You            0 words      0 points",
        "[b] Back",
      ]
    )
  }

  @Test func `a start that is given up`() async throws {
    let frames = try await frames(".sux..", CommonOptions(slow: 1_500))
    #expect(
      texts(frames[4]) == [
        "Multiplayer",
        "Play words against others, in turns.",
        "You are signed in.",
        "Find an opponent",
        "Whoever waits for a match of the same",
        "kind plays against you.",
        "⠋ asking the server",
        "[x] Cancel",
      ]
    )
    #expect(texts(frames[5]) == texts(frames[2]))
    #expect(texts(frames[7]) == texts(frames[2]))
  }

  @Test func `leaving the list while it is loaded gives up`() async throws {
    let frames = try await frames("...pb...", CommonOptions(slow: 2_000))
    #expect(
      texts(frames[5]) == [
        "Past games",
        "Loading …",
        "⠋ asking the server",
        "[b] Back",
      ]
    )
    #expect(texts(frames[6]) == texts(frames[4]))
    #expect(texts(frames[9]) == texts(frames[4]))
  }

  @Test(arguments: [(0, 0), (1, 1), (3, 5), (10, 20), (24, 80), (60, 200)])
  func `a screen of any size can be drawn`(rows: Int, columns: Int) {
    let screen = MultiplayerDemoState().screen(size: Screen.Size(rows: rows, columns: columns))
    #expect(screen.size == Screen.Size(rows: rows, columns: columns))
  }

  @Test func `options`() throws {
    #expect(
      try MultiplayerDemoProgram.options(["--fail=matches.rematch", "--seed", "3"])
        == CommonOptions(failing: [.matchesRematch], seed: 3)
    )
    #expect(
      throws: DemoError(message: "unknown option '--game'; see --help", exitCode: 64)
    ) {
      try MultiplayerDemoProgram.options(["--game", "x"])
    }
  }
}
