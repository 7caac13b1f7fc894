// SPDX-License-Identifier: MIT

import DemoSupport
import LockstepTerminal
import Testing

@Suite struct DemoScriptTests {
  private typealias Instruction = DemoScript.Step.Instruction

  @Test func `each kind of step`() throws {
    let script = try DemoScript(
      """
      # How a word is played.
      press p
      press space

        wait 250ms
      wait 2s
      type c ab
      press ctrl-c
      press pagedown
      resize 40x20
      """,
      named: "word.demo"
    )
    #expect(
      script.steps.map(\.instruction) == [
        .press([.character("p")]),
        .press([.character(" ")]),
        .wait(milliseconds: 250),
        .wait(milliseconds: 2_000),
        .press([.character("c"), .character(" "), .character("a"), .character("b")]),
        .press([.control("c")]),
        .press([.pageDown]),
        .resize(Screen.Size(rows: 20, columns: 40)),
      ] as [Instruction]
    )
    #expect(script.steps.map(\.text)[2] == "wait 250ms")
    #expect(try DemoScript("\n# nothing\n", named: "x").steps == [])
  }

  @Test(arguments: [
    ("hold p", "'hold' is none of press, type, wait, resize"),
    ("PRESS p", "'PRESS' is none of press, type, wait, resize (did you mean 'press'?)"),
    (
      "press",
      """
      there is no key ''; a key is one character, or one of space, return, escape, tab, backspace, \
      delete, up, down, left, right, home, end, pageup, pagedown, ctrl-c
      """
    ),
    (
      "press PgDn",
      """
      there is no key 'PgDn'; a key is one character, or one of space, return, escape, tab, \
      backspace, delete, up, down, left, right, home, end, pageup, pagedown, ctrl-c
      """
    ),
    (
      "press retrun",
      """
      there is no key 'retrun'; a key is one character, or one of space, return, escape, tab, \
      backspace, delete, up, down, left, right, home, end, pageup, pagedown, ctrl-c \
      (did you mean 'return'?)
      """
    ),
    ("type", "'type' needs a text, such as 'type cab'"),
    ("wait", "'wait' needs a time up to 600s, such as 250ms or 2s, not ''"),
    ("wait 250", "'wait' needs a time up to 600s, such as 250ms or 2s, not '250'"),
    ("wait -1s", "'wait' needs a time up to 600s, such as 250ms or 2s, not '-1s'"),
    ("wait 0.5s", "'wait' needs a time up to 600s, such as 250ms or 2s, not '0.5s'"),
    ("wait ms", "'wait' needs a time up to 600s, such as 250ms or 2s, not 'ms'"),
    ("wait 601s", "'wait' needs a time up to 600s, such as 250ms or 2s, not '601s'"),
    (
      "wait 99999999999999999999ms",
      "'wait' needs a time up to 600s, such as 250ms or 2s, not '99999999999999999999ms'"
    ),
    ("resize", "'resize' needs columns and rows from 1 to 500, such as 80x24, not ''"),
    ("resize 80", "'resize' needs columns and rows from 1 to 500, such as 80x24, not '80'"),
    ("resize 0x24", "'resize' needs columns and rows from 1 to 500, such as 80x24, not '0x24'"),
    ("resize 80x501", "'resize' needs columns and rows from 1 to 500, such as 80x24, not '80x501'"),
    ("resize 1x2x3", "'resize' needs columns and rows from 1 to 500, such as 80x24, not '1x2x3'"),
  ])
  func `a bad line is named with its number`(line: String, message: String) {
    #expect(throws: DemoError(message: "word.demo, line 3: \(message)", exitCode: 65)) {
      try DemoScript("press p\n\n\(line)\nhold", named: "word.demo")
    }
  }

  @Test func `what was printed tells its steps`() throws {
    let tape = """
      == at first ==
      off

      == press l ==
      off
      == wait 250ms ==
      on
      Let there be light.
      """
    #expect(try DemoScript(tape: tape) == DemoScript("press l\nwait 250ms", named: "x"))
  }
}
