// SPDX-License-Identifier: MIT

import DemoSupport
import DemoTestSupport
import LockstepTerminal
import LockstepTerminalTesting
import Testing

@testable import MultiplayerDemo

/// Tests whole sessions without a terminal: each runs a script and checks the screens.
@MainActor @Suite struct MultiplayerDemoTests {
  /// The screens after each step of a script.
  private func frames(
    _ script: String,
    _ options: CommonOptions = CommonOptions()
  ) throws -> [String] {
    var frames: [String] = []
    try MultiplayerDemo.multiplayer(options).run(TerminalScript(script)) { frames.append($0) }
    return Array(frames.dropFirst())
  }

  /// Returns the words of a frame without its borders.
  private func text(_ frame: String?) -> String {
    (frame ?? "").split { " │║\n".contains($0) }.joined(separator: " ")
  }

  /// Returns a frame without its heading.
  private func screen(_ frame: String) -> Substring { frame.drop { $0 != "\n" } }

  /// Starts, leaves and reopens a match, then views a past game and starts a rematch of another one.
  private let session = """
    wait 3s
    press s
    press t
    wait 6s
    type cat
    press return
    wait 1s
    press escape
    wait 1s
    press m
    wait 1s
    press down
    press o
    wait 5s
    press escape
    wait 1s
    press escape
    press p
    wait 1s
    press down
    press o
    wait 1s
    press escape
    wait 1s
    press r
    wait 1s
    press escape
    wait 1s
    press escape
    press c
    """

  /// Each request fails while the server is broken, and succeeds after it is fixed.
  private let faults = """
    wait 3s
    press !
    press p
    wait 1s
    press !
    press l
    wait 1s
    press !
    press r
    wait 1s
    press return
    press o
    wait 1s
    press b
    press m
    wait 1s
    press !
    press l
    wait 1s
    press b
    press !
    press s
    press u
    wait 1s
    press !
    press u
    wait 1s
    press ctrl-b
    wait 4s
    press ctrl-b
    wait 4s
    type era
    press ctrl-b
    press return
    type cat
    wait 1s
    press ctrl-b
    press 1
    wait 1s
    """

  @Test(arguments: ["80x24", "40x12", "30x9"])
  func `the screens of sessions match the snapshots and have no flaws`(
    size: String
  ) throws {
    for (name, script) in [("session", session), ("faults", faults)] {
      let script = "resize \(size)\n\(script)"
      assertSnapshot(
        of: try MultiplayerDemo.multiplayer().makeTerminal(),
        script: script,
        matches: .file("Snapshots/\(name)-\(size).txt")
      )
      try expectNoFlaws(script)
    }
  }

  @Test(arguments: ["55x16", "56x17", "100x36"])
  func `the screens of a session have no flaws on terminals of other sizes`(size: String) throws {
    try expectNoFlaws("resize \(size)\n\(session)")
  }

  private func expectNoFlaws(_ script: String) throws {
    let flaws = try MultiplayerDemo.multiplayer().makeTerminal().flaws(in: script)
    #expect(flaws == [], Comment(rawValue: flaws.joined(separator: "\n")))
  }

  @Test func `the screens of an alert on a small terminal match the snapshot`() throws {
    assertSnapshot(
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
      matches: .file("Snapshots/alert.txt")
    )
  }

  @Test func `the same keys show the same screens, and another seed shows other screens`() throws {
    let first = try frames(session)
    #expect(try frames(session) == first)
    #expect(try frames(session, CommonOptions(seed: 8)) != first)
  }

  @Test func `a rematch that fails shows an alert that must be closed first`() throws {
    let frames = try frames(
      "wait 3s\npress p\nwait 1s\npress r\nwait 1s\npress b\npress o",
      CommonOptions(failing: [.matchesRematch])
    )
    let alert = "We couldn’t start the rematch. Try again later."
    #expect(text(frames[4]).contains(alert))
    #expect(frames[4].contains("[o/Esc/Enter] Ok"))
    #expect(frames[4].contains("[!] Break the server"))
    #expect(screen(frames[6]) == screen(frames[2]))
    #expect(screen(frames[5]) == screen(frames[4]))
  }

  @Test func `starting a match without being signed in shows a dialog to sign in`() throws {
    let frames = try frames(
      "wait 3s\npress s\npress i\nwait 1s\npress x",
      CommonOptions(failing: [.currentPlayer])
    )
    let failure = "You could not be signed in. Simulated failure of currentPlayer."
    #expect(text(frames[0]).contains(failure))
    #expect(text(frames[0]).contains("You are not signed in."))
    #expect(frames[1].contains("Who are you?"))
    #expect(text(frames[2]).contains("asking the server [x/Esc] Not now"))
    #expect(text(frames[3]).contains("\(failure) [i] Sign in [x/Esc] Not now"))
    #expect(frames[4].contains("Who are you?") == false)
  }

  @Test func `the sign-in dialog closes when the player is signed in`() throws {
    let frames = try frames("wait 3s\npress s\nwait 3s", CommonOptions(slow: 5_000))
    #expect(frames[0].contains("Signing you in …"))
    #expect(frames[1].contains("Who are you?"))
    #expect(frames[2].contains("Who are you?") == false)
    #expect(frames[2].contains("You are signed in."))
  }

  @Test func `if the record cannot be loaded, the player can still return to a match`() throws {
    let frames = try frames(
      "wait 3s\npress s\npress u\nwait 1s\npress escape\npress m\nwait 1s",
      CommonOptions(failing: [.playerRecord])
    )
    let failure = "Your record could not be loaded. Simulated failure of playerRecord."
    #expect(text(frames[0]).contains(failure))
    #expect(frames[0].contains("[m] Go on") == false)
    #expect(frames[4].contains("[m] Go on"))
    #expect(text(frames[6]).contains("nobody yet – unlimited 0 0"))
  }

  @Test func `a list that cannot be loaded shows an error and offers to load again`() throws {
    for (key, name) in [("p", "past games"), ("m", "matches")] {
      let frames = try frames(
        "wait 3s\npress \(key)\nwait 1s\npress b",
        CommonOptions(failing: [.matchesList])
      )
      #expect(
        text(frames[2]).contains(
          "Your \(name) could not be loaded. Simulated failure of matches.list."
        )
      )
      #expect(text(frames[2]).contains("[l] Load again [b/Esc] Back [!] Break the server"))
      #expect(frames[2].contains("There are none.") == false)
      #expect(frames[3].contains("Play words against others, in turns."))
    }
  }

  @Test func `a past game that cannot be loaded shows an error`() throws {
    let frames = try frames(
      "wait 3s\npress p\nwait 1s\npress o\nwait 1s",
      CommonOptions(failing: [.matchesLoad])
    )
    // The match cannot be opened again while its request is running.
    #expect(frames[3].contains("[o/Enter] Open") == false)
    #expect(
      text(frames[4]).contains(
        "The match could not be loaded. Simulated failure of matches.load."
      )
    )
    #expect(frames[4].contains("[o/Enter] Open"))
  }

  @Test func `a match that cannot be started shows an error and can be tried again`() throws {
    let frames = try frames(
      "wait 3s\npress s\npress t\nwait 1s\npress x",
      CommonOptions(failing: [.matchesStart])
    )
    #expect(
      text(frames[3]).contains(
        """
        The match could not be started. Simulated failure of matches.start. [t] A timed match [u] An unlimited match \
        [x/Esc] Cancel
        """
      )
    )
    #expect(frames[4].contains("Find an opponent") == false)
  }

  @Test func `cancelling the start of a match returns to the main screen`() throws {
    let frames = try frames(
      "wait 4s\npress s\npress u\nwait 1s\npress x\nwait 2s",
      CommonOptions(slow: 1_500)
    )
    #expect(text(frames[3]).contains("asking the server [x/Esc] Cancel"))
    #expect(frames[3].contains("[u]") == false)
    #expect(screen(frames[4]) == screen(frames[0]))
    #expect(screen(frames[5]) == screen(frames[0]))
  }

  @Test func `leaving a list cancels loading it`() throws {
    let frames = try frames(
      "wait 6s\npress p\nwait 1s\npress b\nwait 3s",
      CommonOptions(slow: 2_000)
    )
    #expect(text(frames[2]).contains("Loading …"))
    #expect(frames[2].contains("[l] Load again") == false)
    for frame in frames[3...] {
      #expect(frame.contains("Play words against others, in turns."))
      #expect(frame.contains("asking the server") == false)
    }
  }

  @Test(arguments: [(0, 0), (1, 1), (3, 5), (10, 20), (24, 80), (60, 200)])
  func `the demo draws a screen of any size`(rows: Int, columns: Int) throws {
    let size = Screen.Size(rows: rows, columns: columns)
    let terminal = try MultiplayerDemo.multiplayer().makeTerminal()
    terminal.resize(rows: rows, columns: columns)
    try terminal.play(TerminalScript(session)) { _, screen in #expect(screen.size == size) }
  }

  @Test func `an unknown option is refused`() throws {
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
