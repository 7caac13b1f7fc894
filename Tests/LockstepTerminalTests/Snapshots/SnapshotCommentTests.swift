// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTerminal
import LockstepTerminalTesting
import Testing

/// The examples in the comments about terminals in memory.
@Suite struct SnapshotCommentTests {
  @Test func `a program runs on a terminal in memory`() {
    var printed = ""
    func print(_ text: String) { printed = text }
    let clock = ContinuousClock.test
    let terminal = MemoryTerminal(
      stopwatch,
      ManualStore(
        initialState: 0,
        reducer: Stopwatch.reducer,
        environment: clock
      ),
      clock: clock
    )
    terminal.press(.character("s"))
    terminal.advance(by: 3)
    print(terminal.screen.plainText)  // 3 s
    #expect(printed == "3 s")
  }

  @Test func `a script is played`() throws {
    var printed: [String] = []
    func print(_ text: String) { printed.append(text) }
    let terminal = makeStopwatch()
    let script = try TerminalScript("press s\nwait 2s")
    terminal.play(script) { moment, screen in
      print("== \(moment) ==\n\(screen.plainText)")
    }
    #expect(printed == ["== at first ==\n0 s", "== press s ==\n0 s", "== wait 2s ==\n2 s"])
  }

  @Test func `a recording has the times of screens`() {
    let first = Screen(size: Screen.Size(rows: 1, columns: 1))
    var second = first
    second.put("1", row: 0, column: 0)
    var recording = ScreenRecording()
    recording.add(first, at: 0)
    recording.add(second, at: 1.5)
    let times = recording.frames.map(\.start)  // [0, 1.5]
    #expect(times == [0, 1.5])
    #expect(recording.duration == 1.5)
  }

  @Test func `a snapshot is asserted`() {
    let terminal = makeStopwatch()
    assertSnapshot(
      of: terminal,
      script: """
        press s
        wait 2s
        """,
      matches: """
        == at first ==
        0 s

        == press s ==
        0 s

        == wait 2s ==
        2 s
        """
    )
  }

  @Test func `a snapshot includes styles`() {
    struct Started: Sendable {}
    let program = TerminalProgram<Bool, Started>(
      keys: { _, _ in [KeyBinding(" ", "Start", Started())] },
      screen: { isStarted, size, _ in
        var screen = Screen(size: size)
        let style: Style = isStarted ? .plain : Style(.green, bold: true)
        screen.put(isStarted ? "Started" : "Ready", row: 0, column: 0, style: style)
        return screen
      }
    )
    let reducer = Reducer<Bool, Started, Void> { isStarted, _, _ in
      isStarted = true
      return .none
    }
    let store = ManualStore(initialState: false, reducer: reducer, environment: ())
    let terminal = MemoryTerminal(program, store)
    assertSnapshot(
      of: terminal,
      script: "press space",
      includingStyles: true,
      matches: """
        == at first ==
        Ready
        -- styles --
        row 0, columns 0...4: bold green

        == press space ==
        Started
        -- styles --
        """
    )
  }
}
