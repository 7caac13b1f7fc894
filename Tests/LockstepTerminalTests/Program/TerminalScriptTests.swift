// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTerminal
import LockstepTestSupport
import Testing

@Suite struct TerminalScriptTests {
  private typealias Instruction = TerminalScript.Step.Instruction

  @Test func `a script parses each kind of step`() throws {
    let script = try TerminalScript(
      #"""
      # How a word is played.
      press p
      press space

        wait 250ms
      wait 2s
      type c ab
      paste  one\ntwo\t\\n
      click 0 499
      resize 40x20
      """#
    )
    #expect(
      script.steps.map(\.instruction) == [
        .press(.character("p")),
        .press(.character(" ")),
        .wait(.milliseconds(250)),
        .wait(2),
        .type("c ab"),
        .paste("one\ntwo\t\\n"),
        .click(row: 0, column: 499),
        .resize(Screen.Size(rows: 20, columns: 40)),
      ] as [Instruction]
    )
    #expect(
      script.description == #"""
        press p
        press space
        wait 250ms
        wait 2s
        type c ab
        paste  one\ntwo\t\\n
        click 0 499
        resize 40x20
        """#
    )
    #expect(try TerminalScript("\n# nothing\r\n").steps == [])
  }

  @Test(
    arguments: [
      ("#", .character("#")), ("終", .character("終")), ("return", .return), ("escape", .escape),
      ("tab", .tab), ("backtab", .backTab), ("backspace", .backspace), ("delete", .delete),
      ("insert", .insert), ("up", .up), ("down", .down), ("left", .left), ("right", .right),
      ("home", .home), ("end", .end), ("pageup", .pageUp), ("pagedown", .pageDown),
      ("f", .character("f")), ("f1", .function(1)), ("f20", .function(20)),
      ("ctrl-c", .control("c")),
      // The keys that terminals turn them into.
      ("ctrl-i", .tab), ("ctrl-m", .return), ("shift-tab", .backTab),
      ("alt-b", .alt("b")), ("alt-B", .alt("B")), ("alt--", .alt("-")), ("alt-space", .alt(" ")),
      ("alt-return", .return.alt), ("alt-backspace", .backspace.alt), ("ctrl-left", .left.control),
      ("shift-right", .right.shift), ("ctrl-shift-end", .end.control.shift),
      ("shift-ctrl-end", .end.control.shift), ("alt-f1", .function(1).alt),
    ] as [(String, Key)]
  )
  func `key names are parsed as keys`(name: String, key: Key) throws {
    #expect(try TerminalScript("press \(name)").steps.map(\.instruction) == [.press(key)])
  }

  private static let keys = """
    keys are: one character, space, return, escape, tab, backtab, backspace, delete, insert, up, \
    down, left, right, home, end, pageup, pagedown, f1 to f20, ctrl-a to ctrl-z, and with others \
    held, such as alt-b, alt-return, shift-left or ctrl-alt-f1
    """

  @Test(arguments: [
    (
      "hold p",
      "'hold' is not a command; commands are: press, type, paste, click, wait, resize"
    ),
    (
      "PRESS p",
      "'PRESS' is not a command; commands are: press, type, paste, click, wait, resize"
    ),
    ("press", "there is no key ''; \(keys)"),
    ("press foo", "there is no key 'foo'; \(keys)"),
    ("press f0", "there is no key 'f0'; \(keys)"),
    ("press f21", "there is no key 'f21'; \(keys)"),
    ("press ctrl-C", "there is no key 'ctrl-C'; \(keys)"),
    ("press ctrl-cc", "there is no key 'ctrl-cc'; \(keys)"),
    ("press ctrl-", "there is no key 'ctrl-'; \(keys)"),
    ("press shift-a", "there is no key 'shift-a'; \(keys)"),
    ("press ctrl-return", "there is no key 'ctrl-return'; \(keys)"),
    ("press alt-ctrl-c", "there is no key 'alt-ctrl-c'; \(keys)"),
    ("press ctrl-ctrl-up", "there is no key 'ctrl-ctrl-up'; \(keys)"),
    ("press \u{7}", "there is no key '\u{7}'; \(keys)"),
    ("type", "'type' needs text, such as 'type cab'"),
    ("paste", #"'paste' needs a text with no backslashes but in \n, \t and \\, not ''"#),
    (#"paste \q"#, #"'paste' needs a text with no backslashes but in \n, \t and \\, not '\q'"#),
    (#"paste a\"#, #"'paste' needs a text with no backslashes but in \n, \t and \\, not 'a\'"#),
    ("click 1", "'click' needs a row and a column from 0 to 499, such as 3 10, not '1'"),
    ("click 1 500", "'click' needs a row and a column from 0 to 499, such as 3 10, not '1 500'"),
    ("click -1 2", "'click' needs a row and a column from 0 to 499, such as 3 10, not '-1 2'"),
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
  func `a syntax error has the number of the invalid line`(line: String, message: String) {
    let error = #expect(throws: TerminalScript.SyntaxError.self) {
      try TerminalScript("press p\n\n\(line)\nhold")
    }
    #expect(error?.description == "line 3: \(message)")
    #expect(error?.line == 3)
    #expect(error?.message == message)
  }

  @Test(arguments: 0..<50)
  func `parsing the description of a script returns the same script`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let lines = (0..<20).map { _ in
      random.pick([
        "press f7", "press #", "  press space ", "type  a  b ", "type # 終", #"paste \\\n a"#,
        "click  1   2", "wait 0s", "wait 2000ms", "resize 080x24", "", "# press q",
      ])
    }
    let script = try TerminalScript(lines.joined(separator: random.pick(["\n", "\r\n"])))
    #expect(try TerminalScript(script.description) == script, "seed \(seed)")
  }
}
