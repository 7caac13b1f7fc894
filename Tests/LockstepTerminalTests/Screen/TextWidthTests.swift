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
  func `a text is as wide as its characters`(text: String, columns: Int) {
    #expect(text.terminalColumns == columns)
  }

  /// The columns of a text are those of its scalars, as terminals count them.
  @Test(arguments: [
    ("คำ|น้ำ|", 6), ("ที่นี่", 2), ("ກຳ", 2),  // Thai and Lao.
    ("नमस्ते|", 5), ("हिन्दी", 5), ("क्‍ष", 2),  // Devanagari.
    ("தமிழ்", 4), ("கொ", 2), ("বাংলা", 5),  // Tamil and Bengali.
    ("ភាសាខ្មែរ", 8), ("မြန်မာ", 5),  // Khmer and Myanmar.
    ("\u{1100}\u{1161}\u{11A8}각", 4), ("\u{1100}\u{1100}\u{1161}", 4),  // Korean.
    ("مَرْحَبًا", 5), ("\u{600}12", 3), ("שָׁלוֹם", 4), ("Tie\u{302}\u{301}ng", 5),
    ("ｶﾞ", 2), ("か\u{3099}", 2),
  ])
  func `a text is as wide as its scalars`(text: String, columns: Int) {
    #expect(text.terminalColumns == columns)
    let ofScalars = text.unicodeScalars.map { String($0).terminalColumns }
    #expect(ofScalars.reduce(0, +) == columns)
  }

  /// Emoji that are joined take two columns, whatever they are made of.
  @Test(arguments: [
    ("👨‍👩‍👧‍👦", 2), ("👩🏽‍🚀", 2), ("👩🏻‍❤️‍💋‍👩🏻", 2), ("⛹🏽‍♀️", 2), ("🏳️‍🌈", 2), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2),
    ("🇩🇪🇫🇷", 4), ("🇩🇪🇫", 3), ("1️⃣#️⃣", 4), ("1⃣", 1), ("❤️❤︎❤", 4), ("⌚︎⌚", 4), ("☎☎️", 3),
    ("🌡🌡️", 3), ("👍👍🏽", 4), ("🏻", 2), ("🪿", 2), ("👩\u{200D}a", 3),
  ])
  func `a joined emoji takes two columns`(text: String, columns: Int) {
    #expect(text.terminalColumns == columns)
  }

  /// Some of each kind of scalar, with the columns that the `wcwidth` of glibc gives them.
  @Test(
    arguments: [
      (
        0,
        "0300 036F 0483 0489 0591 05BD 05BF 05C2 05C7 0610 061C 064B 0670 06D6 06E4 0711 0730 07EB 0816 0859 08D3 0901"
      ),
      (
        0,
        "093A 093C 0941 094D 0951 0962 0981 09BC 09C1 09CD 0A01 0A3C 0A70 0A81 0ABC 0AC1 0ACD 0B01 0B3C 0B3F 0B4D 0B82"
      ),
      (
        0,
        "0BC0 0BCD 0C00 0C3E 0C4D 0CBC 0CBF 0CCC 0D00 0D41 0D4D 0DCA 0DD2 0E31 0E34 0E3A 0E47 0E4E 0EB1 0EB4 0EC8 0F18"
      ),
      (
        0,
        "0F35 0F71 0F80 0F8D 102D 1032 1039 103D 1058 1071 1082 1160 1161 11A8 11FF 135D 1712 1752 17B4 17B7 17C6 17C9"
      ),
      (
        0,
        "180B 18A9 1920 1927 1939 1A17 1A56 1A60 1A75 1AB0 1B00 1B34 1B6B 1B80 1BA2 1C2C 1CD0 1DC0 1DFF 200B 200C 200D"
      ),
      (
        0,
        "200E 200F 202A 202E 2060 2064 206F 20D0 20DD 20E3 20F0 2CEF 2D7F 2DE0 302A 3099 309A A66F A674 A69E A6F0 A802"
      ),
      (
        0,
        "A806 A8C4 A8E0 A926 A947 A980 A9B3 AA29 AA31 AAB0 ABE5 D7B0 D7FB FB1E FE00 FE0E FE0F FE20 FEFF FFF9 101FD 1D167"
      ),
      (
        0,
        "11001 11046 11080 110B3 11100 11127 11173 111B6 1133C 11438 115B2 1D185 1D242 1DA00 1E000 1E8D0 E0001 E0020 E0100"
      ),
      (
        1,
        "00A0 00AD 00E9 0100 01BB 0250 02B0 0370 0391 0400 0416 0531 05D0 0600 0605 0621 06DD 070F 0710 0780 08E2 0904 0903"
      ),
      (
        1,
        "093E 0940 0949 094B 0985 09BE 09C7 0A05 0A3E 0A83 0B3E 0BBE 0BC6 0BD7 0C01 0C41 0CBE 0D3E 0D57 0DCF 0E01 0E33 0E40"
      ),
      (
        1,
        "0EB3 0EC0 0F00 0F3E 1000 102B 1031 1038 10D0 1200 13A0 1680 1780 17B6 17BE 17C7 1820 1900 1926 1E00 1EA0 1F00 2010"
      ),
      (
        1,
        "2013 2026 2030 20AC 2122 2190 21D2 2200 221E 2300 2318 23CF 2460 24EA 2500 2502 256D 2588 2591 25A0 25CF 2600 260E"
      ),
      (
        1,
        "2639 2660 2713 2764 2794 27A1 2800 2B1A 2C00 2D30 2E2E 303F A4D0 A640 A720 A823 A840 A8B4 AB30 AB70 FB00 FB1D FB50"
      ),
      (
        1,
        "FDFA FE70 FF61 FF71 FF9E FF9F FFA1 FFE8 FFFC FFFD 10000 10330 10400 1D100 1D400 1D6A8 1F1E6 1F1FF 1F321 1F5A5 1F6CB"
      ),
      (
        2,
        "1100 115F 231A 23E9 23F3 25FD 2614 2648 267F 2693 26A1 26BD 26D4 26FA 2705 270A 2728 274C 2753 2757 2795 27B0 2B1B"
      ),
      (
        2,
        "2B50 2B55 2E80 2F00 2FF0 3000 3001 3012 3030 303D 3041 3042 30A2 30FC 3105 3131 3164 3190 31C0 31F0 3200 3248 3250"
      ),
      (
        2,
        "3297 3300 3400 4DBF 4DC0 4DFF 4E00 9FFF A000 A4C6 A960 AC00 D7A3 F900 FA0E FE10 FE30 FE54 FF01 FF21 FF5E FFE0 FFE6"
      ),
      (
        2,
        "16FE0 17000 18800 1B000 1B170 1F004 1F0CF 1F18E 1F191 1F200 1F21A 1F250 1F300 1F32D 1F3FB 1F3FF 1F440 1F4A9 1F57A"
      ),
      (
        2,
        "1F5FB 1F600 1F64F 1F680 1F6CC 1F6D5 1F7E0 1F90C 1F926 1F9FF 1FA70 1FA80 20000 2A700 2F800 30000"
      ),
    ] as [(Int, String)]
  )
  func `a scalar is as wide as in wcwidth`(columns: Int, codes: String) {
    for code in codes.split(separator: " ") {
      let scalar = UInt32(code, radix: 16).flatMap(Unicode.Scalar.init)
      #expect(scalar.map { String($0).terminalColumns } == columns, "\(code)")
    }
  }

  /// A mark before any letter, and a letter with too many, take no more columns than what is drawn.
  @Test func `omitted characters take no columns`() {
    #expect("\u{200D}\u{903}".terminalColumns == 1)
    let marks = String(repeating: "\u{301}", count: 1_000)
    #expect("Z\(marks)".terminalColumns == 1)
    let consonants = String(repeating: "\u{1100}", count: 1_000)
    #expect(consonants.count == 1)
    #expect(consonants.terminalColumns == 170)
  }

  @Test func `lines are wrapped at spaces`() {
    #expect("Want to be notified?".wrapped(columns: 10) == ["Want to be", "notified?"])
    #expect("".wrapped(columns: 10) == [""])
    #expect("one  two ".wrapped(columns: 80) == ["one two"])
    #expect("a\n\nb\r\nc".wrapped(columns: 80) == ["a", "", "b", "c"])
    #expect("abcdefgh ij".wrapped(columns: 3) == ["abc", "def", "gh", "ij"])
    #expect("abcdefgh ij".wrapped(columns: 5) == ["abcde", "fgh", "ij"])
    #expect("ゲームの終わり".wrapped(columns: 5) == ["ゲー", "ムの", "終わ", "り"])
    #expect("ゲー".wrapped(columns: .min) == ["ゲ", "ー"])
    // One of the characters is three columns wide.
    #expect("நிகொ \u{1100}\u{1100}a".wrapped(columns: 2) == ["நி", "கொ", "\u{1100}\u{1100}", "a"])
  }
}
