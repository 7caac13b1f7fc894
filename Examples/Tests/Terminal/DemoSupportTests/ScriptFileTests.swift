// SPDX-License-Identifier: MIT

import DemoSupport
import LockstepTerminal
import Testing

@Suite struct ScriptFileTests {
  @Test func `a script in a file is read without its comments`() throws {
    let text = "# How a word is played.\npress p\ntype cab\n"
    #expect(try TerminalScript(text, in: "word.demo") == TerminalScript(text))
  }

  @Test(arguments: [
    (
      "hold p",
      "'hold' is not a command; commands are: press, type, paste, click, wait, resize"
    ),
    (
      "PRESS p",
      "'PRESS' is not a command; commands are: press, type, paste, click, wait, resize (did you mean 'press'?)"
    ),
    (
      "press PgDn",
      """
      there is no key 'PgDn'; keys are: one character, space, return, escape, tab, backtab, \
      backspace, delete, insert, up, down, left, right, home, end, pageup, pagedown, f1 to f20, \
      ctrl-a to ctrl-z, and with others held, such as alt-b, alt-return, shift-left or ctrl-alt-f1
      """
    ),
    (
      "press retrun",
      """
      there is no key 'retrun'; keys are: one character, space, return, escape, tab, backtab, \
      backspace, delete, insert, up, down, left, right, home, end, pageup, pagedown, f1 to f20, \
      ctrl-a to ctrl-z, and with others held, such as alt-b, alt-return, shift-left or \
      ctrl-alt-f1 (did you mean 'return'?)
      """
    ),
    ("wait 250", "'wait' needs a time up to 600s, such as 250ms or 2s, not '250'"),
    (
      "it's", "'it's' is not a command; commands are: press, type, paste, click, wait, resize"
    ),
  ])
  func `an error names the line of a script and suggests a correction`(
    line: String,
    message: String
  ) {
    #expect(throws: DemoError(message: "word.demo, line 3: \(message)", exitCode: 65)) {
      try TerminalScript("press p\n\n\(line)\nhold", in: "word.demo")
    }
  }
}
