// SPDX-License-Identifier: MIT

// Page: Sources/LockstepTerminalTesting/LockstepTerminalTesting.docc/Articles/TerminalTestsByTask.md

#if os(Linux) || os(macOS)
import Foundation
import Lockstep
import LockstepTerminal
import LockstepTerminalTesting
import LockstepTesting
import Testing

/// The code of the page about tests of terminal programs, which `Scripts/check-lookup` writes from it.
@Suite struct TerminalTestLines {
  private let program = TerminalProgram<Int, Bool>(
    keys: { _, _ in [KeyBinding("+", "More", true)] },
    screen: { count, size, _ in
      var screen = Screen(size: size)
      screen.put("\(count)", row: 0, column: 0)
      return screen
    }
  )

  private func makeTerminal() -> MemoryTerminal<Int, Bool> {
    let reducer = Reducer<Int, Bool, Void> { count, _, _ in
      count += 1
      return .none
    }
    return MemoryTerminal(
      program,
      ManualStore(initialState: 0, reducer: reducer, environment: ())
    )
  }

  // ## Compare what a program shows

  @Test func `frames are compared`() throws {
    let terminal = makeTerminal()
    let text = "== at first ==\n0\n\n== press + ==\n1"
    // ExpectedFrames.text(_:), ExpectedFrames
    let frames: ExpectedFrames = .text(text)
    // assertFrames(of:script:includingStyles:matches:)
    assertFrames(of: terminal, script: "press +", matches: frames)
    #expect(terminal.store.store.state == 1)
    let issues = withReportedIssues {
      // ExpectedFrames.file(_:)
      assertFrames(of: makeTerminal(), script: "press +", matches: .file("Tapes/missing.txt"))
    }
    #expect(issues.count == 1)
  }

  // ## Read what a program writes

  @Test func `an emulator shows what is written`() {
    let size = Screen.Size(rows: 2, columns: 9)
    // TerminalEmulator.init(size:filledWith:), TerminalEmulator
    var emulator = TerminalEmulator(size: size, filledWith: " ")
    // TerminalEmulator.write(_:)
    emulator.write("\u{1B}[1mone")
    // TerminalEmulator.screen
    #expect(emulator.screen.plainText.hasPrefix("one"))
    #expect(emulator.screen.cursor == Screen.Place(row: 0, column: 3))
    #expect(emulator.screen[row: 0, column: 0]?.style.bold == true)
    // TerminalEmulator.modes
    #expect(emulator.modes == [7, 25])
    // TerminalEmulator.unknownSequences
    #expect(emulator.unknownSequences == [])
  }

  // ## Run a program on a terminal of the system

  @Test func `a terminal of the system is used`() throws {
    // PseudoTerminal.init(rows:columns:), PseudoTerminal
    let pty = try PseudoTerminal(rows: 5, columns: 20)
    // PseudoTerminal.program
    let terminal = Terminal(input: pty.program, output: pty.program)
    // PseudoTerminal.resize(rows:columns:)
    pty.resize(rows: 6, columns: 30)
    #expect(terminal.size == Screen.Size(rows: 6, columns: 30))
    // PseudoTerminal.isRaw
    let isRaw = pty.isRaw
    // PseudoTerminal.isCooked
    let isCooked = pty.isCooked
    #expect(isCooked && isRaw == false)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "read first; echo got $first; read second; echo got $second"]
    // PseudoTerminal.run(_:showsErrors:)
    try pty.run(process)
    // PseudoTerminal.type(_:)
    pty.type("one\n")
    // PseudoTerminal.output(until:timeout:)
    let output = try pty.output(until: "got one\r\n")
    pty.type("two\n")
    // PseudoTerminal.output(timeout:until:)
    let more = try pty.output { $0.contains("got two") }
    process.waitUntilExit()
    #expect(output.contains("got one"))
    #expect(more.contains("got two"))
    do {
      _ = try pty.output(until: "three", timeout: .zero)
      Issue.record("There is output that nothing has written.")
    } catch {
      // PseudoTerminal.NoOutput
      let missing = error as? PseudoTerminal.NoOutput
      // PseudoTerminal.NoOutput.output
      #expect(missing?.output.contains("three") == false)
    }
  }
}
#endif
