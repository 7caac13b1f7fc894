// SPDX-License-Identifier: MIT

import LockstepTerminal
import Testing

/// The strings with which terminals answer questions, which are not keys.
@Suite struct TerminalAnswerTests {
  /// Sequences without a lone ESC at the end, and the keys in them.
  private static let samples: [(String, [Key])] = [
    ("\u{1B}]11;rgb:dddd/dddd/dddd\u{1B}\\a", ["a"]),
    ("\u{1B}]11;rgb:dddd/dddd/dddd\u{7}a", ["a"]),
    ("\u{1B}]52;c;\u{1B}\\", []),
    ("\u{1B}P1$r0m\u{1B}\\\u{1B}P>|XTerm(379)\u{1B}\\b", ["b"]),
    ("\u{1B}P!|00000000\u{1B}\\", []),
    ("\u{1B}_Gi=31;OK\u{1B}\\c", ["c"]),
    ("\u{1B}]0;終 é\u{1B}\\d", ["d"]),
    // Alt with a key, and another key.
    ("\u{1B}]a\u{1B}]\u{1B}\\", [.alt("]"), "a", .alt("]"), .alt("\\")]),
    ("\u{1B}Pq\u{1B}P\u{1B}[A", [.alt("P"), "q", .alt("P"), .up]),
    ("\u{1B}_g\u{1B}_\r", [.alt("_"), "g", .alt("_"), .return]),
    ("\u{1B}]\u{3}\u{1B}P終", [.alt("]"), .control("c"), .alt("P"), "終"]),
    // An end that is lost.
    ("\u{1B}]11;rgb\u{1B}[A", [.up]),
    ("\u{1B}]11;rgb\u{1B}x", [.alt("x")]),
    ("\u{1B}]11;rgb\u{1B}]12;rgb\u{7}x", ["x"]),
    ("\u{1B}P1\u{3}x\u{1B}_G\ry", [.control("c"), "x", .return, "y"]),
    ("\u{1B}]1\u{7F}\u{1B}]1\tx", [.backspace, .tab, "x"]),
  ]

  @Test func `terminal answers are skipped and keys are decoded`() {
    for (text, keys) in Self.samples {
      var decoder = EventDecoder()
      #expect(decoder.decode(text.utf8) == keys.map(TerminalEvent.key), "\(text.debugDescription)")
      #expect(!decoder.isIncomplete, "\(text.debugDescription)")
      #expect(!decoder.awaitsEnd, "\(text.debugDescription)")
      #expect(decoder.flush() == [], "\(text.debugDescription)")
    }
  }

  @Test func `answers can be split at any byte`() {
    let all = Self.samples.flatMap { Array($0.0.utf8) }
    let keys = Self.samples.flatMap(\.1).map(TerminalEvent.key)
    for index in 0...all.count {
      var decoder = EventDecoder()
      #expect(
        decoder.decode(all[..<index]) + decoder.decode(all[index...]) == keys,
        "split at \(index)"
      )
    }
    var decoder = EventDecoder()
    #expect(all.flatMap { decoder.decode([$0]) } == keys)
  }

  @Test(arguments: ["\u{1B}]1", "\u{1B}]11;rgb:d", "\u{1B}P1$r", "\u{1B}_G", "\u{1B}]11;rgb\u{1B}"])
  func `an incomplete answer is discarded after a longer wait`(text: String) {
    var decoder = EventDecoder()
    #expect(decoder.decode(text.utf8) == [])
    #expect(!decoder.isIncomplete)
    #expect(decoder.awaitsEnd)
    #expect(decoder.flush() == [])
    #expect(!decoder.awaitsEnd)
    #expect(decoder.decode("q".utf8) == [.key("q")])
  }

  @Test(arguments: ["\u{1B}]", "\u{1B}P", "\u{1B}_"])
  func `a possible start of an answer becomes a key after a short wait`(text: String) {
    var decoder = EventDecoder()
    #expect(decoder.decode(text.utf8) == [])
    #expect(decoder.isIncomplete)
    #expect(!decoder.awaitsEnd)
  }

  @Test func `an endless answer is discarded`() {
    var decoder = EventDecoder()
    #expect(decoder.decode("\u{1B}]52;c;".utf8) == [])
    for _ in 0..<100 {
      #expect(decoder.decode(Array(repeating: 0x61, count: 10_000)) == [])
    }
    #expect(decoder.decode("\u{7}q".utf8) == [.key("q")])
  }
}
