// SPDX-License-Identifier: MIT

import LockstepTerminal
import LockstepTerminalTesting
import Testing

/// The examples in the comments of `TerminalEmulator`.
@Suite struct EmulatorCommentTests {
  @Test func `an emulator draws written output on its screen`() {
    var emulator = TerminalEmulator(size: Screen.Size(rows: 2, columns: 9), filledWith: " ")
    emulator.write("one\r\ntwo\r\n\u{1B}[1mthree")
    let text = emulator.screen.plainText  // "two\nthree"
    #expect(text == "two\nthree")
  }
}
