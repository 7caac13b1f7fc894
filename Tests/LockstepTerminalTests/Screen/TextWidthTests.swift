// SPDX-License-Identifier: MIT

import LockstepTerminal
import Testing

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0),
    ("GAME over 27", 12),
    ("größer", 6),
    ("e\u{301}", 1),  // A letter with a combining accent.
    ("\u{301}", 0),  // The accent alone.
    ("ゲーム", 6),
    ("中文字", 6),
    ("한국어", 6),
    ("\u{1112}\u{1161}\u{11AB}", 2),  // 한, spelled out.
    ("ＡＢ", 4),  // Fullwidth Latin.
    ("ｱｲ", 2),  // Halfwidth Katakana.
    ("🏆", 2),
    ("👍🏽", 2),
    ("👨‍👩‍👧", 2),
    ("🇩🇪", 2),
    ("🇩", 1),  // Half a flag.
    ("❤", 1),
    ("❤\u{FE0F}", 2),
    ("a\u{FE0F}", 1),  // Has no emoji form.
    ("1\u{FE0F}\u{20E3}", 2),
    ("✓┌─┐", 4),
    ("\u{200B}\u{2060}", 0),
    ("\u{AD}", 1),
    ("a\r\nb\nc", 3),
    ("\u{1B}[2J\t", 5),
  ])
  func columns(text: String, columns: Int) {
    #expect(text.terminalColumns == columns)
  }

  @Test func wrappedLines() {
    #expect("Want to be notified?".wrapped(columns: 10) == ["Want to be", "notified?"])
    #expect("".wrapped(columns: 10) == [""])
    #expect("one  two ".wrapped(columns: 80) == ["one two"])
    #expect("a\n\nb\r\nc".wrapped(columns: 80) == ["a", "", "b", "c"])
    #expect("abcdefgh ij".wrapped(columns: 3) == ["abc", "def", "gh", "ij"])
    #expect("abcdefgh ij".wrapped(columns: 5) == ["abcde", "fgh", "ij"])
    #expect("ゲームの終わり".wrapped(columns: 5) == ["ゲー", "ムの", "終わ", "り"])
    #expect("ゲー".wrapped(columns: .min) == ["ゲ", "ー"])
  }
}
