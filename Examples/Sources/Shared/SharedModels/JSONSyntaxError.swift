// SPDX-License-Identifier: MIT

internal import Foundation

/// The position of the first syntax error in JSON text, which Foundation's decoder does not report.
///
/// Like Foundation's decoder, the scanner accepts a trailing comma in an array or object.
///
/// Source: RFC 8259, <https://www.rfc-editor.org/rfc/rfc8259>.
struct JSONSyntaxError: Error, Hashable, CustomStringConvertible {
  /// The line number, starting at 1.
  var line: Int

  /// The column in bytes, starting at 1.
  var column: Int

  var expected: String

  var description: String {
    "Not valid JSON: expected \(expected) at line \(line), column \(column)."
  }

  /// Returns the first syntax error, or nil if the text is JSON.
  ///
  /// - Complexity: O(*n*) in the number of bytes. Nesting does not grow the call stack.
  static func first(in data: Data) -> Self? {
    var scanner = Scanner(bytes: [UInt8](data))
    do throws(Unexpected) {
      try scanner.scanDocument()
      return nil
    } catch {
      let before = scanner.bytes[..<scanner.position]
      let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      return Self(
        line: before.count { $0 == UInt8(ascii: "\n") } + 1,
        column: scanner.position - lineStart + 1,
        expected: error.expected
      )
    }
  }
}

private struct Unexpected: Error {
  var expected: String
}

/// Scans a document; after an error, `position` is its location.
private struct Scanner {
  let bytes: [UInt8]
  var position = 0

  private enum Container {
    case array
    case object

    var end: UInt8 { UInt8(ascii: self == .array ? "]" : "}") }
    var endName: String { self == .array ? "\",\" or \"]\"" : "\",\" or \"}\"" }
  }

  mutating func scanDocument() throws(Unexpected) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    var open: [Container] = []
    repeat {
      skipSpace()
      guard let container = try scanValueOrStart() else {
        try scanEnds(of: &open)
        continue
      }
      open.append(container)
      skipSpace()
      if current == container.end {
        position += 1
        open.removeLast()
        try scanEnds(of: &open)
      } else if container == .object {
        try scanKey()
      }
    } while !open.isEmpty
    skipSpace()
    guard position == bytes.count else { throw Unexpected(expected: "the end") }
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  /// Scans what can follow a value: the ends of containers, or a comma and, in an object, the next key.
  private mutating func scanEnds(of open: inout [Container]) throws(Unexpected) {
    while let container = open.last {
      skipSpace()
      if current == container.end {
        position += 1
        open.removeLast()
        continue
      }
      guard current == UInt8(ascii: ",") else { throw Unexpected(expected: container.endName) }
      position += 1
      skipSpace()
      if current == container.end { continue }
      if container == .object { try scanKey() }
      return
    }
  }

  private mutating func scanKey() throws(Unexpected) {
    guard current == UInt8(ascii: "\"") else { throw Unexpected(expected: "a key in quotes") }
    try scanString()
    skipSpace()
    guard current == UInt8(ascii: ":") else { throw Unexpected(expected: "\":\"") }
    position += 1
  }

  /// Scans a scalar value, or scans and returns the start of a container.
  private mutating func scanValueOrStart() throws(Unexpected) -> Container? {
    switch current {
    case UInt8(ascii: "["):
      position += 1
      return .array
    case UInt8(ascii: "{"):
      position += 1
      return .object
    case UInt8(ascii: "\""):
      try scanString()
    case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      try scanNumber()
    default:
      guard let word = ["true", "false", "null"].first(where: { isNext($0) }) else {
        throw Unexpected(expected: "a value")
      }
      position += word.utf8.count
    }
    return nil
  }

  private func isNext(_ word: String) -> Bool {
    bytes[position...].starts(with: word.utf8)
  }

  private mutating func scanString() throws(Unexpected) {
    position += 1
    let start = position
    while let byte = current, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw Unexpected(expected: "no control character in a string") }
      position += 1
      guard byte == UInt8(ascii: "\\") else { continue }
      guard let escaped = current, "\"\\/bfnrtu".utf8.contains(escaped) else {
        throw Unexpected(expected: "an escape sequence")
      }
      position += 1
      guard escaped == UInt8(ascii: "u") else { continue }
      for _ in 0..<4 {
        guard let digit = current, Character(UnicodeScalar(digit)).isHexDigit else {
          throw Unexpected(expected: "a hexadecimal digit")
        }
        position += 1
      }
    }
    guard current != nil else { throw Unexpected(expected: "the end of a string") }
    guard String(validating: bytes[start..<position], as: UTF8.self) != nil else {
      position = start
      throw Unexpected(expected: "a string in UTF-8")
    }
    position += 1
  }

  private mutating func scanNumber() throws(Unexpected) {
    if current == UInt8(ascii: "-") { position += 1 }
    if current == UInt8(ascii: "0") {
      position += 1
    } else {
      try scanDigits()
    }
    if current == UInt8(ascii: ".") {
      position += 1
      try scanDigits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      try scanDigits()
    }
  }

  private mutating func scanDigits() throws(Unexpected) {
    let start = position
    while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      position += 1
    }
    guard position > start else { throw Unexpected(expected: "a digit") }
  }
}
