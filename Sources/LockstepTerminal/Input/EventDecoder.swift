// SPDX-License-Identifier: MIT

/// Turns the bytes of a terminal into events, regardless of how the bytes are split.
///
/// ```swift
/// var decoder = EventDecoder()
/// var events = decoder.decode([0x1B, 0x5B])  // []
/// events += decoder.decode([0x41, 0x71])  // [.key(.up), .key(.character("q"))]
/// ```
///
/// An ESC before a character, Enter, Tab or Backspace represents Alt with that key. Sequences that no ``TerminalEvent``
/// represents, and strings that answer queries, produce no events. Invalid UTF-8 produces U+FFFD. Memory use is
/// bounded, and decoding never fails.
///
/// Terminals remove control characters from pasted text. If a paste without an end contains a Control-C, the terminal
/// has lost the end, and the user has pressed Control-C: see ``flush()``.
///
/// Source: the control sequences of ECMA-48 and of xterm,
/// <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>.
public struct EventDecoder: Sendable {
  private enum State: Hashable {
    case ground
    /// After ESC: the Escape key, Alt with a key, or the start of a sequence.
    case escape
    /// After `ESC [`, until a final byte.
    case controlSequence
    /// After `ESC O`, before one more byte.
    case singleShift
    /// After `ESC ]`, `ESC P` or `ESC _`, with the last byte: Alt with a key, or the start of a string.
    case stringStart(UInt8)
    /// Inside a string that answers a query, until BEL, ESC or another control character.
    case string
    /// After ESC inside a string, where `\` ends the string and any other byte starts a sequence.
    case stringEscape
    /// After `ESC [ [`, which the Linux console sends before the last byte of F1 to F5.
    case consoleFunction
    case character(missing: Int)
    /// After `ESC [ 200 ~`, until `ESC [ 201 ~`.
    case paste
    /// After a carriage return while reading lines: the Return key, unless a line feed follows.
    case carriageReturn
  }

  private var state = State.ground
  /// The parameter bytes of a control sequence, the first bytes of a character, or the pasted bytes.
  private var collected: [UInt8] = []
  private var isAlt = false
  /// Whether line breaks only end lines, as in canonical mode, except in empty lines, where they are the Return key.
  var readsLines = false
  private var lineHasEvent = false
  /// The terminal's answer to the query for synchronized output, or `nil` before the answer.
  var synchronizedOutput: Bool?

  /// Creates a decoder in its initial state.
  public init() {}

  /// Whether the last bytes may be the beginning of a longer sequence.
  ///
  /// If no bytes follow within some tens of milliseconds, call ``flush()``, which then returns the Escape key, or the
  /// Control-C in a paste without an end.
  public var isIncomplete: Bool {
    switch state {
    case .ground, .string, .stringEscape: false
    case .paste: collected.last == 0x03
    default: true
    }
  }

  /// Whether a paste or an answer of the terminal has begun but not ended.
  ///
  /// If no bytes follow within a second, the end is lost: call ``flush()``.
  public var awaitsEnd: Bool { [.paste, .string, .stringEscape].contains(state) }

  /// Decodes the next bytes.
  ///
  /// - Returns: The completed events, in order.
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

  /// Ends the incomplete input and returns its events.
  ///
  /// - Returns: The Escape key for a lone ESC, Alt with `[` for `ESC [`, U+FFFD for part of a character, and no event
  ///   for part of a string. A paste ends before its last Control-C. The Control-C and the bytes after it are keys.
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

  /// Decodes a byte that does not belong to the current sequence, after the key of the sequence's beginning.
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
      // No key sends these bytes with Alt. Escape and Control-C stay separate keys.
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
      // No key sends more bytes, and the truncated sequence does not represent a key either.
      if collected.count < 32 { collected.append(byte) }
    case 0x40...0x7E:
      let isPaste = byte == 0x7E && collected == Array("200".utf8)
      if byte == 0x79, collected.starts(with: Self.synchronizedOutputMode) {
        // DECRPM: 1 and 2 mean that the mode is on or off, and 0 that the terminal does not support it.
        let setting = collected.dropFirst(Self.synchronizedOutputMode.count)
        synchronizedOutput = [Array("1$".utf8), Array("2$".utf8)].contains(Array(setting))
      }
      lastByte(byte, event(finalByte: byte), into: &events)
      if isPaste { state = .paste }
    default:
      // The sequence was interrupted.
      startAnew(byte, after: collected.isEmpty ? .alt("[") : nil, into: &events)
    }
  }

  /// Ends a sequence, or decodes the byte as the start of another one if it cannot end a sequence.
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

  private static let synchronizedOutputMode = Array("?2026;".utf8)

  // MARK: Answers

  /// Begins a string if the byte continues an OSC, DCS or graphics answer.
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
    // No string contains control characters, so the byte is a key and the end of the string is lost.
    case 0x00...0x1F, 0x7F: startAnew(byte, after: nil, into: &events)
    default: break
    }
  }

  // MARK: Pasting

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

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
      // Without a space to split at, splits before the last character, which has up to four bytes.
      let piece = collected.dropLast(Self.pasteEnd.count)
      let end = piece.suffix(4).lastIndex { $0 & 0xC0 != 0x80 } ?? piece.endIndex
      events += Self.events(pasted: piece[..<end])
      collected.removeFirst(end)
    }
  }

  private mutating func endOfPaste() -> [TerminalEvent] {
    if let interrupt = collected.lastIndex(of: 0x03) {
      let (text, keys) = (collected[..<interrupt], Array(collected[interrupt...]))
      reset()
      return Self.events(pasted: text) + decode(keys) + flush()
    }
    // Excludes a partial end marker.
    let end = Self.pasteEnd.indices.last {
      collected.suffix($0).elementsEqual(Self.pasteEnd.prefix($0))
    }
    return Self.events(pasted: collected.dropLast(end ?? 0))
  }

  private static func events(pasted bytes: ArraySlice<UInt8>) -> [TerminalEvent] {
    let text = text(pasted: bytes)
    return text.isEmpty ? [] : [.paste(text)]
  }

  /// Returns the text with line feeds between its lines, and without control characters other than tabs.
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
