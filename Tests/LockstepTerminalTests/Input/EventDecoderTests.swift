// SPDX-License-Identifier: MIT

import LockstepTerminal
import Testing

@Suite struct EventDecoderTests {
  private static let samples: [(String, [Key])] = [
    ("aZ ~", [.character("a"), .character("Z"), .character(" "), .character("~")]),
    ("é終🏆", [.character("é"), .character("終"), .character("🏆")]),
    ("e\u{301}", [.character("e"), .character("\u{301}")]),
    ("\r\n\t\u{8}\u{7F}", [.return, .return, .tab, .backspace, .backspace]),
    ("\u{1}\u{3}\u{1A}", [.control("a"), .control("c"), .control("z")]),
    ("\u{0}\u{1C}\u{1F}", [.control("@"), .control("\\"), .control("_")]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
    ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", [.up, .down, .right, .left]),
    (
      "\u{1B}[H\u{1B}[F\u{1B}OH\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~",
      [.home, .end, .home, .home, .end, .home, .end]
    ),
    ("\u{1B}[2~\u{1B}[3~\u{1B}[5~\u{1B}[6~", [.insert, .delete, .pageUp, .pageDown]),
    ("\u{1B}[Z", [.backTab]),
    (
      "\u{1B}OP\u{1B}OS\u{1B}[15~\u{1B}[17~\u{1B}[24~\u{1B}[34~",
      [.function(1), .function(4), .function(5), .function(6), .function(12), .function(20)]
    ),
    ("\u{1B}[[A\u{1B}[[E", [.function(1), .function(5)]),
    (
      "\u{1B}[1;5D\u{1B}[1;2C\u{1B}[1;3A\u{1B}[1;6F\u{1B}[1;8H",
      [.left.control, .right.shift, .up.alt, .end.control.shift, .home.alt.control.shift]
    ),
    (
      "\u{1B}[3;2~\u{1B}[5;5~\u{1B}[6;3~\u{1B}[1;2P\u{1B}[15;5~",
      [.delete.shift, .pageUp.control, .pageDown.alt, .function(1).shift, .function(5).control]
    ),
    // Of the bits for other keys nothing is known.
    (
      "\u{1B}[1;1A\u{1B}[1;0A\u{1B}[1;9A\u{1B}[1;13A\u{1B}[1;A\u{1B}[1;2Z",
      [.up, .up, .up, .up.control, .up, .backTab]
    ),
    (
      "\u{1B}x\u{1B}X\u{1B} \u{1B}é\u{1B}終y",
      [.alt("x"), .alt("X"), .alt(" "), .alt("é"), .alt("終"), "y"]
    ),
    ("\u{1B}\r\u{1B}\t\u{1B}\u{7F}", [.return.alt, .tab.alt, .backspace.alt]),
    ("\u{1B}\u{3}\u{1B}\u{1}", [.escape, .control("c"), .escape, .control("a")]),
    ("\u{1B}\u{1B}[A", [.escape, .up]),
    ("\u{1B}[27;5;99~\u{1B}[99;5u", []),  // Only for those who ask for it.
    ("\u{1B}[?25h\u{1B}[99~\u{1B}[1I\u{1B}[<0;1M\u{1B}[<35;1;1M\u{1B}[[Xa", [.character("a")]),
    ("\u{1B}[1\u{1B}[A", [.up]),  // A sequence that was broken off by another.
    ("\u{1B}[1\u{3}", [.control("c")]),
    ("\u{1B}[\u{3}\u{1B}O\u{3}", [.alt("["), .control("c"), .alt("O"), .control("c")]),
    ("\u{1B}[\u{1B}[A\u{1B}O\r\u{1B}[é", [.alt("["), .up, .alt("O"), .return, .alt("["), "é"]),
    ("\u{80}", [.character("\u{FFFD}")]),  // A command to a terminal, in two bytes.
  ]

  private func bytes(_ text: String) -> [UInt8] {
    Array(text.utf8)
  }

  @Test func `each sequence is decoded as its keys`() {
    for (text, keys) in Self.samples {
      var decoder = EventDecoder()
      #expect(
        decoder.decode(bytes(text)) == keys.map(TerminalEvent.key),
        "\(text.debugDescription)"
      )
      #expect(!decoder.isIncomplete, "\(text.debugDescription)")
      #expect(decoder.flush() == [], "\(text.debugDescription)")
    }
  }

  @Test func `sequences can be split at any byte`() {
    let all = Self.samples.flatMap { bytes($0.0) }
    let keys = Self.samples.flatMap(\.1).map(TerminalEvent.key)
    for index in 0...all.count {
      var decoder = EventDecoder()
      let decoded = decoder.decode(all[..<index]) + decoder.decode(all[index...])
      #expect(decoded == keys, "split at \(index)")
    }
    var decoder = EventDecoder()
    #expect(all.flatMap { decoder.decode([$0]) } == keys)
  }

  @Test(arguments: [
    ("\u{1B}", [Key.escape]),
    ("\u{1B}[", [.alt("[")]),
    ("\u{1B}O", [.alt("O")]),
    ("\u{1B}]", [.alt("]")]),
    ("\u{1B}P", [.alt("P")]),
    ("\u{1B}_", [.alt("_")]),
    ("\u{1B}[1;", []),
    ("\u{1B}[[", []),
    ("a", []),
  ])
  func `flushing resolves an incomplete sequence`(text: String, keys: [Key]) {
    var decoder = EventDecoder()
    let before = decoder.decode(bytes(text))
    #expect(decoder.isIncomplete == (before == []))
    #expect(decoder.flush() == keys.map(TerminalEvent.key))
    #expect(!decoder.isIncomplete)
    #expect(decoder.decode(bytes("[A")) == [.key(.character("[")), .key(.character("A"))])
  }

  @Test(
    arguments: [
      ([0x80], ["\u{FFFD}"]),
      ([0xC0, 0xAF], ["\u{FFFD}", "\u{FFFD}"]),
      ([0xFF, 0x61], ["\u{FFFD}", "a"]),
      ([0xE7, 0x61], ["\u{FFFD}", "a"]),
      ([0xE0, 0x80, 0xAF], ["\u{FFFD}"]),  // Longer than needed.
      ([0xED, 0xA0, 0x80], ["\u{FFFD}"]),  // Half of a surrogate pair.
      ([0xF4, 0x90, 0x80, 0x80], ["\u{FFFD}"]),  // Beyond Unicode.
    ] as [([UInt8], [Character])]
  )
  func `invalid bytes become replacement characters`(bytes: [UInt8], characters: [Character]) {
    var decoder = EventDecoder()
    #expect(decoder.decode(bytes) == characters.map { .key(.character($0)) })
  }

  @Test func `flushing replaces an incomplete character`() {
    var decoder = EventDecoder()
    #expect(decoder.decode([0xF0, 0x9F]) == [])
    #expect(decoder.flush() == [.key(.character("\u{FFFD}"))])
  }

  @Test func `the decoder recovers from any bytes`() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        var decoder = EventDecoder()
        _ = decoder.decode([0x1B, 0x5B, first, second, 0x33, 0x7E])
        _ = decoder.flush()
        #expect(decoder.decode([0x61]) == [.key(.character("a"))])
      }
    }
  }

  @Test func `the decoder skips an endless sequence`() {
    var decoder = EventDecoder()
    #expect(decoder.decode(bytes("\u{1B}[") + Array(repeating: 0x31, count: 100_000)) == [])
    #expect(decoder.decode(bytes("~a")) == [.key(.character("a"))])
  }

  @Test(arguments: [
    ("0;1;1M", TerminalEvent.Mouse(.press(.left), row: 0, column: 0)),
    ("0;80;24m", TerminalEvent.Mouse(.release(.left), row: 23, column: 79)),
    ("1;3;2M", TerminalEvent.Mouse(.press(.middle), row: 1, column: 2)),
    ("2;3;2M", TerminalEvent.Mouse(.press(.right), row: 1, column: 2)),
    ("16;3;2M", TerminalEvent.Mouse(.press(.left), row: 1, column: 2)),  // With Control.
    ("64;3;2M", TerminalEvent.Mouse(.wheelUp, row: 1, column: 2)),
    ("65;300;200M", TerminalEvent.Mouse(.wheelDown, row: 199, column: 299)),
    ("64;3;2m", nil),
    ("32;3;2M", nil),  // It was moved.
    ("0;0;2M", nil),
    ("0;3M", nil),
    ("0;3;2;1M", nil),
    ("99999999999999999999;3;2M", nil),
  ])
  func `a mouse sequence is an event`(sequence: String, event: TerminalEvent.Mouse?) {
    var decoder = EventDecoder()
    let events = decoder.decode(bytes("\u{1B}[<\(sequence)a"))
    let expected: [TerminalEvent?] = [event.map(TerminalEvent.mouse), .key(.character("a"))]
    #expect(events == expected.compactMap(\.self))
  }

  @Test func `focus sequences are events`() {
    var decoder = EventDecoder()
    #expect(decoder.decode(bytes("\u{1B}[I\u{1B}[O")) == [.focus(true), .focus(false)])
  }

  @Test(arguments: [
    ("終わり", "終わり"),
    ("two\r\nlines\rand\nmore\t.", "two\nlines\nand\nmore\t."),
    ("no \u{1B}[31mcommands\u{7}\u{0}\u{7F}\u{9B}", "no [31mcommands"),
    ("a\u{B}b\u{2028}c\u{85}d\n\r\n\ne\u{301}", "a\nb\nc\nd\n\n\ne\u{301}"),
    // It is not the last byte of all that came, so nobody pressed it.
    ("a\u{3}b\u{3}", "ab"),
    ("\u{1B}[201", "[201"),
    ("a~b~", "a~b~"),
  ])
  func `a paste is one event, wherever its bytes are split`(pasted: String, text: String) {
    let all = bytes("\u{1B}[200~\(pasted)\u{1B}[201~q")
    for index in 0...all.count {
      var decoder = EventDecoder()
      var events = decoder.decode(all[..<index])
      events += decoder.decode(all[index...])
      #expect(events == [.paste(text), .key(.character("q"))], "split at \(index)")
    }
  }

  @Test func `an empty paste is not an event`() {
    var decoder = EventDecoder()
    #expect(decoder.decode(bytes("\u{1B}[200~\u{1B}[201~q")) == [.key(.character("q"))])
  }

  @Test(arguments: ["word ", "終"])
  func `a long paste is split into several events`(word: String) {
    let text = String(repeating: word, count: 100_000)
    var decoder = EventDecoder()
    let events = decoder.decode(bytes("\u{1B}[200~\(text)\u{1B}[201~"))
    let pieces = events.compactMap { if case .paste(let piece) = $0 { piece } else { nil } }
    #expect(pieces.joined() == text)
    #expect(pieces.count == events.count)
    #expect(pieces.allSatisfy { $0.utf8.count <= 131_072 })
    #expect(pieces.count > 1)
  }

  @Test(arguments: ["half", "half\u{1B}", "half\u{1B}[20"])
  func `flushing delivers an incomplete paste, and its end can arrive later`(text: String) {
    var decoder = EventDecoder()
    #expect(!decoder.awaitsEnd)
    #expect(decoder.decode(bytes("\u{1B}[200~\(text)")) == [])
    #expect(!decoder.isIncomplete)
    #expect(decoder.awaitsEnd)
    #expect(decoder.flush() == [.paste("half")])
    #expect(!decoder.awaitsEnd)
    #expect(decoder.decode(bytes("\u{1B}[201~q")) == [.key("q")])
  }

  @Test(
    arguments: [
      ("half\u{3}", [.paste("half"), .key(.control("c"))]),
      ("\u{3}\u{3}", [.key(.control("c"))]),
    ] as [(String, [TerminalEvent])]
  )
  func `Control-C at the end of the input ends a paste`(text: String, events: [TerminalEvent]) {
    var decoder = EventDecoder()
    #expect(decoder.decode(bytes("\u{1B}[200~\(text)")) == [])
    #expect(decoder.isIncomplete)
    #expect(decoder.flush() == events)
    #expect(!decoder.isIncomplete)
    #expect(decoder.decode(bytes("q")) == [.key("q")])
  }

  @Test(
    arguments: [
      ("half\u{3}q", [.paste("half"), .key(.control("c")), .key("q")]),
      ("a\u{3}b\u{3}\u{1B}", [.paste("ab"), .key(.control("c")), .key(.escape)]),
      ("\u{3}\u{1B}[A\u{1B}[20", [.key(.control("c")), .key(.up)]),
    ] as [(String, [TerminalEvent])]
  )
  func `Control-C followed by a key is decoded if the end of a paste is lost`(
    text: String,
    events: [TerminalEvent]
  ) {
    var decoder = EventDecoder()
    #expect(decoder.decode(bytes("\u{1B}[200~\(text)")) == [])
    // Longer than a moment, since it may belong to the paste.
    #expect(!decoder.isIncomplete)
    #expect(decoder.awaitsEnd)
    #expect(decoder.flush() == events)
    #expect(!decoder.awaitsEnd)
    #expect(decoder.decode(bytes("q")) == [.key("q")])
  }

  @Test(arguments: [UInt8(0x80), 0x01])
  func `a paste without text takes linear time and sends no empty events`(byte: UInt8) {
    var decoder = EventDecoder()
    var pieces: [String] = []
    let start = Array("\u{1B}[200~".utf8)
    let end = Array("\u{1B}[201~".utf8)
    for event in decoder.decode(start + Array(repeating: byte, count: 400_000) + end) {
      if case .paste(let text) = event { pieces.append(text) }
    }
    #expect(pieces.count == (byte == 0x01 ? 0 : 4))
    let length = pieces.reduce(0) { $0 + $1.unicodeScalars.count }
    #expect(length == (byte == 0x01 ? 0 : 400_000))
    #expect(pieces.contains("") == false)
  }

  @Test(arguments: ["line\r\n", "\r\n"])
  func `a line break is not cut into two`(line: String) {
    let text = String(repeating: line, count: 100_000)
    var decoder = EventDecoder()
    let events = decoder.decode(bytes("\u{1B}[200~\(text)\u{1B}[201~"))
    let pieces = events.compactMap { if case .paste(let piece) = $0 { piece } else { nil } }
    #expect(pieces.joined() == text.replacing("\r\n", with: "\n"))
    #expect(pieces.count > 1)
  }
}
