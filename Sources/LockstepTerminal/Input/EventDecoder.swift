// SPDX-License-Identifier: MIT

/// Turns the bytes of a terminal into events, however they are split.
///
/// ```swift
/// var decoder = EventDecoder()
/// var events = decoder.decode([0x1B, 0x5B])  // []
/// events += decoder.decode([0x41, 0x71])  // [.key(.up), .key(.character("q"))]
/// ```
///
/// An ESC in front of a character, and of the bytes of Enter, Tab and Backspace, is Alt with that key. A sequence
/// that no ``TerminalEvent`` stands for gives nothing, nor do the strings with which a terminal answers questions;
/// bytes that are not UTF-8 give U+FFFD. No input makes the decoder grow or fail.
///
/// Terminals leave control characters out of pasted text, so a Control-C in a paste without an end was pressed by a
/// user whose terminal has lost the end of the paste: see ``flush()``.
///
/// Source: the control sequences of ECMA-48 and of xterm,
/// <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>.
public struct EventDecoder: Sendable {
  /// The place of the next byte.
  private enum State: Hashable {
    /// Between two keys. Goes anywhere.
    case ground
    /// After ESC: the escape key, Alt with a key, or the start of a sequence.
    case escape
    /// After `ESC [`. Stays until a final byte; `[` goes to `consoleFunction`.
    case controlSequence
    /// After `ESC O`: one more byte follows.
    case singleShift
    /// After `ESC ]`, `ESC P` or `ESC _`, by the last byte: Alt with a key, or the start of a string.
    case stringStart(UInt8)
    /// Inside a string with which a terminal answers. Stays until BEL, ESC or another control character.
    case string
    /// After ESC inside a string: `\` ends the string, and another byte a sequence of its own.
    case stringEscape
    /// After `ESC [ [`, with which the Linux console sends F1 to F5: one more byte follows.
    case consoleFunction
    /// Inside a character of several bytes, of which some are still to come.
    case character(missing: Int)
    /// After `ESC [ 200 ~`. Stays until `ESC [ 201 ~`.
    case paste
    /// After a carriage return where lines are read: the return key, unless a line feed follows.
    case carriageReturn
  }

  private var state = State.ground
  /// The parameter bytes of a control sequence, the first bytes of a character, or the bytes that are pasted.
  private var collected: [UInt8] = []
  /// Whether an ESC came before the character that is read.
  private var isAlt = false
  /// Whether a line feed, or a carriage return and a line feed, only ends a line, as where the system collects
  /// lines; it is the return key in a line that is empty.
  var readsLines = false
  /// Whether the line so far has given an event.
  private var lineHasEvent = false
  /// The terminal's answer to the question whether it has synchronized output; nil before it comes.
  var synchronizedOutput: Bool?

  /// Makes a decoder that has seen nothing.
  public init() {}

  /// Whether the last bytes were the beginning of something.
  ///
  /// If nothing follows within some tens of milliseconds, call ``flush()``: that is how a terminal
  /// sends the escape key, and Control-C in a paste without an end.
  public var isIncomplete: Bool {
    switch state {
    case .ground, .string, .stringEscape: false
    case .paste: collected.last == 0x03
    default: true
    }
  }

  /// Whether a text that is pasted, or a string with which the terminal answers, has begun and not ended yet.
  ///
  /// If nothing follows within a second, call ``flush()``: the end is lost.
  public var awaitsEnd: Bool { [.paste, .string, .stringEscape].contains(state) }

  /// Takes the next bytes.
  ///
  /// - Returns: The events that are complete now, in order.
  /// - Complexity: O(*n*) in the number of bytes.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    for byte in bytes {
      let count = events.count
      take(byte, into: &events)
      lineHasEvent = byte != 0x0A && (lineHasEvent || events.count > count)
    }
    return events
  }

  /// Takes what came last as complete.
  ///
  /// - Returns: The events it stands for: a lone ESC is the escape key, `ESC [` is Alt with `[`, part of a character
  ///   is U+FFFD, and part of a string is nothing. A paste ends; the last Control-C in it, and what follows that, are
  ///   keys.
  public mutating func flush() -> [TerminalEvent] {
    defer { reset() }
    switch state {
    case .ground, .consoleFunction, .string, .stringEscape: return []
    case .escape: return [.key(.escape)]
    case .controlSequence: return collected.isEmpty ? [.key(.alt("["))] : []
    case .singleShift: return [.key(.alt("O"))]
    case .stringStart(let byte): return [.key(Key(byte: byte).alt)]
    case .character: return [key(.character("\u{FFFD}"))]
    case .carriageReturn: return [key(.return)]
    case .paste: return endOfPaste()
    }
  }

  private mutating func reset() {
    state = .ground
    isAlt = false
    collected.removeAll(keepingCapacity: true)
  }

  /// The event of a key that may have an ESC before it.
  private func key(_ key: Key) -> TerminalEvent {
    .key(isAlt ? key.alt : key)
  }

  private mutating func take(_ byte: UInt8, into events: inout [TerminalEvent]) {
    switch state {
    case .ground:
      start(byte, into: &events)
    case .escape:
      afterEscape(byte, into: &events)
    case .controlSequence:
      inControlSequence(byte, into: &events)
    case .singleShift where (0x20...0x7E).contains(byte):
      lastByte(byte, Key(finalByte: byte, parameters: [1]).map(TerminalEvent.key), into: &events)
    case .singleShift:
      startAnew(byte, after: .alt("O"), into: &events)
    case .stringStart(let kind):
      inStringStart(byte, kind: kind, into: &events)
    case .string:
      inString(byte, into: &events)
    case .stringEscape:
      reset()
      if byte != 0x5C { afterEscape(byte, into: &events) }
    case .consoleFunction:
      let isKey = (0x41...0x45).contains(byte)
      lastByte(byte, isKey ? .key(.function(Int(byte) - 0x40)) : nil, into: &events)
    case .character(let missing):
      inCharacter(byte, missing: missing, into: &events)
    case .paste:
      inPaste(byte, into: &events)
    case .carriageReturn where byte == 0x0A:
      let isAfterEscape = isAlt
      reset()
      startAnew(byte, after: isAfterEscape ? .escape : nil, into: &events)
    case .carriageReturn:
      startAnew(byte, after: .return, into: &events)
    }
  }

  /// Takes a byte that does not belong to the sequence in progress, after the key that its beginning stands for.
  private mutating func startAnew(
    _ byte: UInt8,
    after key: Key?,
    into events: inout [TerminalEvent]
  ) {
    if let key {
      events.append(self.key(key))
      lineHasEvent = true
    }
    reset()
    take(byte, into: &events)
  }

  private mutating func start(_ byte: UInt8, into events: inout [TerminalEvent]) {
    switch byte {
    case 0x1B: state = .escape
    case 0x0A where readsLines: if lineHasEvent == false { events.append(.key(.return)) }
    case 0x0D where readsLines: state = .carriageReturn
    case 0xC2...0xDF: startCharacter(byte, missing: 1)
    case 0xE0...0xEF: startCharacter(byte, missing: 2)
    case 0xF0...0xF4: startCharacter(byte, missing: 3)
    default:
      events.append(key(Key(byte: byte)))
      isAlt = false
    }
  }

  private mutating func afterEscape(_ byte: UInt8, into events: inout [TerminalEvent]) {
    switch byte {
    case 0x5B:
      state = .controlSequence
    case 0x4F:
      state = .singleShift
    case 0x50, 0x5D, 0x5F:
      state = .stringStart(byte)
    case 0x0A where readsLines, 0x00...0x07, 0x0B, 0x0C, 0x0E...0x1F, 0x80...0xC1, 0xF5...0xFF:
      // Bytes that no key sends together with Alt, and Control-C after the escape key.
      startAnew(byte, after: .escape, into: &events)
    default:
      state = .ground
      isAlt = true
      start(byte, into: &events)
    }
  }

  private mutating func inControlSequence(_ byte: UInt8, into events: inout [TerminalEvent]) {
    switch byte {
    case 0x5B where collected.isEmpty:
      state = .consoleFunction
    case 0x20...0x3F:
      // Longer than any key sends: what is left out cannot make it one.
      if collected.count < 32 { collected.append(byte) }
    case 0x40...0x7E:
      let isPaste = byte == 0x7E && collected == Array("200".utf8)
      if byte == 0x79, collected.starts(with: Self.synchronizedOutputMode) {
        // DECRPM: 1 and 2 are modes that are on or off; 0 is one that the terminal does not have.
        let setting = collected.dropFirst(Self.synchronizedOutputMode.count)
        synchronizedOutput = [Array("1$".utf8), Array("2$".utf8)].contains(Array(setting))
      }
      lastByte(byte, event(finalByte: byte), into: &events)
      if isPaste { state = .paste }
    default:
      // A sequence that was broken off.
      startAnew(byte, after: collected.isEmpty ? .alt("[") : nil, into: &events)
    }
  }

  /// Ends a sequence; a byte that cannot end one belongs to what follows.
  private mutating func lastByte(
    _ byte: UInt8,
    _ event: TerminalEvent?,
    into events: inout [TerminalEvent]
  ) {
    reset()
    if (0x20...0x7E).contains(byte) {
      if let event { events.append(event) }
    } else {
      take(byte, into: &events)
    }
  }

  /// The event of `ESC [ … final`.
  private func event(finalByte: UInt8) -> TerminalEvent? {
    let isMouse = collected.first == 0x3C
    let digits = isMouse ? collected.dropFirst() : collected[...]
    guard digits.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
    let parameters = digits.split(separator: 0x3B, omittingEmptySubsequences: false)
      .map { $0.isEmpty ? 1 : Int(String(decoding: $0, as: UTF8.self)) ?? -1 }
    switch (finalByte, isMouse) {
    case (0x4D, true), (0x6D, true):
      guard parameters.count == 3 else { return nil }
      return TerminalEvent.Mouse(
        code: parameters[0],
        column: parameters[1],
        row: parameters[2],
        isRelease: finalByte == 0x6D
      )
      .map(TerminalEvent.mouse)
    case (_, true): return nil
    case (0x49, false): return collected.isEmpty ? .focus(true) : nil
    case (0x4F, false): return collected.isEmpty ? .focus(false) : nil
    default: return Key(finalByte: finalByte, parameters: parameters).map(TerminalEvent.key)
    }
  }

  /// The beginning of an answer about the mode.
  private static let synchronizedOutputMode = Array("?2026;".utf8)

  // MARK: Answers

  /// Begins a string if an answer of a terminal goes on like this: to OSC, DCS, or a question about graphics.
  private mutating func inStringStart(
    _ byte: UInt8,
    kind: UInt8,
    into events: inout [TerminalEvent]
  ) {
    switch (kind, byte) {
    case (0x5D, 0x30...0x39), (0x50, 0x20...0x3F), (0x5F, 0x47): state = .string
    default: startAnew(byte, after: Key(byte: kind).alt, into: &events)
    }
  }

  private mutating func inString(_ byte: UInt8, into events: inout [TerminalEvent]) {
    switch byte {
    case 0x07: reset()
    case 0x1B: state = .stringEscape
    // No string has one, so it is a key, and the end of the string is lost.
    case 0x00...0x1F, 0x7F: startAnew(byte, after: nil, into: &events)
    default: break
    }
  }

  // MARK: Pasting

  /// The sequence that ends a text that is pasted.
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// The number of bytes after which a piece of the text is an event of its own.
  private static let pasteLimit = 65_536

  private mutating func inPaste(_ byte: UInt8, into events: inout [TerminalEvent]) {
    collected.append(byte)
    if byte == 0x7E, collected.suffix(Self.pasteEnd.count) == Self.pasteEnd[...] {
      events += Self.events(pasted: collected.dropLast(Self.pasteEnd.count))
      reset()
    } else if collected.count >= Self.pasteLimit, byte == 0x0A || byte == 0x20 {
      events += Self.events(pasted: collected[...])
      collected.removeAll(keepingCapacity: true)
    } else if collected.count >= 2 * Self.pasteLimit {
      // There is no space to end a piece at: before the last character, which has up to four bytes.
      let piece = collected.dropLast(Self.pasteEnd.count)
      let end = piece.suffix(4).lastIndex { $0 & 0xC0 != 0x80 } ?? piece.endIndex
      events += Self.events(pasted: piece[..<end])
      collected.removeFirst(end)
    }
  }

  /// The events of a paste whose end is lost.
  private mutating func endOfPaste() -> [TerminalEvent] {
    if let interrupt = collected.lastIndex(of: 0x03) {
      let (text, keys) = (collected[..<interrupt], Array(collected[interrupt...]))
      reset()
      return Self.events(pasted: text) + decode(keys) + flush()
    }
    // Excludes the beginning of the end marker.
    let end = Self.pasteEnd.indices.last {
      collected.suffix($0).elementsEqual(Self.pasteEnd.prefix($0))
    }
    return Self.events(pasted: collected.dropLast(end ?? 0))
  }

  /// The event of a text that was pasted, if there is any.
  private static func events(pasted bytes: ArraySlice<UInt8>) -> [TerminalEvent] {
    let text = text(pasted: bytes)
    return text.isEmpty ? [] : [.paste(text)]
  }

  /// The text with line feeds between its lines, and without other control characters than tabs.
  private static func text(pasted bytes: ArraySlice<UInt8>) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x0A where previous == "\r", 0x00...0x08, 0x0E...0x1F, 0x7F, 0x80...0x84, 0x86...0x9F:
        break
      case 0x0A...0x0D, 0x85, 0x2028, 0x2029: result.append("\n")
      default: result.append(scalar)
      }
      previous = scalar
    }
    return String(result)
  }

  // MARK: Characters of several bytes

  private mutating func startCharacter(_ byte: UInt8, missing: Int) {
    state = .character(missing: missing)
    collected.removeAll(keepingCapacity: true)
    collected.append(byte)
  }

  private mutating func inCharacter(_ byte: UInt8, missing: Int, into events: inout [TerminalEvent])
  {
    guard (0x80...0xBF).contains(byte) else {
      startAnew(byte, after: .character("\u{FFFD}"), into: &events)
      return
    }
    collected.append(byte)
    if missing > 1 {
      state = .character(missing: missing - 1)
    } else {
      let text = String(validating: collected, as: UTF8.self)
      events.append(key(text.flatMap(Key.init(typed:)) ?? .character("\u{FFFD}")))
      reset()
    }
  }
}
