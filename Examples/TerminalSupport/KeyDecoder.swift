// SPDX-License-Identifier: MIT

/// Turns the bytes of a terminal into keys, however they are split.
///
/// ```swift
/// var decoder = KeyDecoder()
/// var keys = decoder.decode([0x1B, 0x5B])  // []
/// keys += decoder.decode([0x41, 0x71])  // [.up, .character("q")]
/// ```
///
/// A sequence that no ``Key`` stands for gives nothing; bytes that are not UTF-8 give U+FFFD. No
/// input makes the decoder grow or fail.
///
/// Source: the control sequences of ECMA-48 and of xterm,
/// <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>.
public struct KeyDecoder: Sendable {
  /// What the bytes so far can become.
  private enum State: Hashable {
    /// Between two keys. Goes anywhere.
    case ground
    /// After ESC: the escape key, or the start of a sequence.
    case escape
    /// After `ESC [`. Stays until a final byte; `[` goes to `consoleFunction`.
    case controlSequence
    /// After `ESC O`: one more byte follows.
    case singleShift
    /// After `ESC [ [`, with which the Linux console sends F1 to F5: one more byte follows.
    case consoleFunction
    /// Inside a character of several bytes, of which some are still to come.
    case character(missing: Int)
  }

  private var state = State.ground
  /// The parameter bytes of a control sequence, or the first bytes of a character.
  private var collected: [UInt8] = []

  /// Makes a decoder that has seen nothing.
  public init() {}

  /// Whether the last bytes were the beginning of something.
  ///
  /// If nothing follows within some tens of milliseconds, call ``flush()``: that is how a terminal
  /// sends the escape key.
  public var isIncomplete: Bool {
    state != .ground
  }

  /// Takes the next bytes.
  ///
  /// - Returns: The keys that are complete now, in order.
  /// - Complexity: O(*n*) in the number of bytes.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes {
      take(byte, into: &keys)
    }
    return keys
  }

  /// Takes what came last as complete.
  ///
  /// - Returns: The keys it stands for: a lone ESC is the escape key, `ESC [` is escape and `[`, and
  ///   part of a character is U+FFFD.
  public mutating func flush() -> [Key] {
    defer { reset() }
    return switch state {
    case .ground: []
    case .escape: [.escape]
    case .controlSequence where collected.isEmpty: [.escape, .character("[")]
    case .controlSequence: []
    case .consoleFunction: []
    case .singleShift: [.escape, .character("O")]
    case .character: [.character("\u{FFFD}")]
    }
  }

  private mutating func reset() {
    state = .ground
    collected.removeAll(keepingCapacity: true)
  }

  private mutating func take(_ byte: UInt8, into keys: inout [Key]) {
    switch state {
    case .ground:
      start(byte, into: &keys)
    case .escape:
      afterEscape(byte, into: &keys)
    case .controlSequence:
      inControlSequence(byte, into: &keys)
    case .singleShift:
      lastByte(byte, key: Key(finalByte: byte, parameters: [1]), into: &keys)
    case .consoleFunction:
      let isKey = (0x41...0x45).contains(byte)
      lastByte(byte, key: isKey ? .function(Int(byte) - 0x40) : nil, into: &keys)
    case .character(let missing):
      inCharacter(byte, missing: missing, into: &keys)
    }
  }

  private mutating func start(_ byte: UInt8, into keys: inout [Key]) {
    switch byte {
    case 0x1B: state = .escape
    case 0x0D, 0x0A: keys.append(.return)
    case 0x09: keys.append(.tab)
    case 0x08, 0x7F: keys.append(.backspace)
    case 0x01...0x1A: keys.append(.control(Character(Unicode.Scalar(byte + 0x60))))
    case 0x00...0x1F: keys.append(.control(Character(Unicode.Scalar(byte + 0x40))))
    case 0x20...0x7E: keys.append(.character(Character(Unicode.Scalar(byte))))
    case 0xC2...0xDF: startCharacter(byte, missing: 1)
    case 0xE0...0xEF: startCharacter(byte, missing: 2)
    case 0xF0...0xF4: startCharacter(byte, missing: 3)
    default: keys.append(.character("\u{FFFD}"))
    }
  }

  private mutating func afterEscape(_ byte: UInt8, into keys: inout [Key]) {
    switch byte {
    case 0x5B:
      state = .controlSequence
    case 0x4F:
      state = .singleShift
    default:
      keys.append(.escape)
      reset()
      take(byte, into: &keys)
    }
  }

  private mutating func inControlSequence(_ byte: UInt8, into keys: inout [Key]) {
    switch byte {
    case 0x5B where collected.isEmpty:
      state = .consoleFunction
    case 0x20...0x3F:
      // Longer than any key sends: what is left out cannot make it one.
      if collected.count < 32 { collected.append(byte) }
    case 0x40...0x7E:
      let parameters = collected.split(separator: 0x3B, omittingEmptySubsequences: false)
        .map { $0.isEmpty ? 1 : Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
      let isKey = collected.allSatisfy { (0x30...0x3B).contains($0) }
      lastByte(byte, key: isKey ? Key(finalByte: byte, parameters: parameters) : nil, into: &keys)
    default:
      // A sequence that was broken off.
      reset()
      take(byte, into: &keys)
    }
  }

  /// Ends a sequence; a byte that cannot end one belongs to what follows.
  private mutating func lastByte(_ byte: UInt8, key: Key?, into keys: inout [Key]) {
    reset()
    if (0x20...0x7E).contains(byte) {
      if let key { keys.append(key) }
    } else {
      take(byte, into: &keys)
    }
  }

  private mutating func startCharacter(_ byte: UInt8, missing: Int) {
    state = .character(missing: missing)
    collected = [byte]
  }

  private mutating func inCharacter(_ byte: UInt8, missing: Int, into keys: inout [Key]) {
    guard (0x80...0xBF).contains(byte) else {
      keys.append(.character("\u{FFFD}"))
      reset()
      take(byte, into: &keys)
      return
    }
    collected.append(byte)
    if missing > 1 {
      state = .character(missing: missing - 1)
    } else {
      let text = String(validating: collected, as: UTF8.self)
      keys.append(text.flatMap(Key.init(typed:)) ?? .character("\u{FFFD}"))
      reset()
    }
  }
}

extension Key {
  fileprivate init?(typed text: String) {
    // The control characters of Latin-1 are commands to a terminal, no keys.
    guard let first = text.first, first.unicodeScalars.allSatisfy({ $0.value >= 0xA0 }) else {
      return nil
    }
    self = .character(first)
  }

  /// The key of `ESC [ … final` or `ESC O final`.
  fileprivate init?(finalByte: UInt8, parameters: [Int]) {
    let number = parameters.first ?? 1
    switch Unicode.Scalar(finalByte) {
    case "A": self = .up
    case "B": self = .down
    case "C": self = .right
    case "D": self = .left
    case "F": self = .end
    case "H": self = .home
    case "M": self = .return
    case "Z": self = .backTab
    case "P"..."S": self = .function(Int(finalByte) - 0x4F)
    case "~": self.init(vt220: number)
    default: return nil
    }
  }

  /// The key of `ESC [ number ~`.
  private init?(vt220 number: Int) {
    switch number {
    case 1, 7: self = .home
    case 2: self = .insert
    case 3: self = .delete
    case 4, 8: self = .end
    case 5: self = .pageUp
    case 6: self = .pageDown
    case 11...15: self = .function(number - 10)
    case 17...21: self = .function(number - 11)
    case 23...26: self = .function(number - 12)
    case 28...29: self = .function(number - 13)
    case 31...34: self = .function(number - 14)
    default: return nil
    }
  }
}
