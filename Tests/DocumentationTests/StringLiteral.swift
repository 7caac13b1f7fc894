// SPDX-License-Identifier: MIT

/// A string literal of a Swift file.
struct StringLiteral {
  /// The constant parts, before, between and after the interpolations.
  var parts = [""]
  let isMultiline: Bool
  /// The code before the literal, up to 200 bytes.
  let code: String
  /// The line of its beginning, counted from 1.
  let line: Int

  /// Returns the literals of a file, including those within interpolations.
  static func all(in source: String) -> [Self] {
    var reader = StringLiteralReader(bytes: Array(source.utf8))
    reader.readCode(isInterpolation: false)
    return reader.literals
  }
}

private struct StringLiteralReader {
  let bytes: [UInt8]
  var literals: [StringLiteral] = []
  private var position = 0
  private var line = 1
  /// The position up to which lines have been counted.
  private var counted = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads up to the end of the file or behind the parenthesis that ends an interpolation.
  mutating func readCode(isInterpolation: Bool) {
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "/") where has("//"): skip(to: "\n")
      case UInt8(ascii: "/") where has("/*"): skip(to: "*/")
      case UInt8(ascii: "\""), UInt8(ascii: "#"):
        let hashes = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
        if has("\"", at: position + hashes) {
          readLiteral(hashes)
        } else {
          position += hashes
        }
      case UInt8(ascii: "("):
        depth += 1
        position += 1
      case UInt8(ascii: ")"):
        depth -= 1
        position += 1
        if isInterpolation, depth < 0 { return }
      default: position += 1
      }
    }
  }

  private mutating func readLiteral(_ hashes: Int) {
    line += bytes[counted..<position].count { $0 == UInt8(ascii: "\n") }
    counted = position
    let isMultiline = has("\"\"\"", at: position + hashes)
    let quote = isMultiline ? "\"\"\"" : "\""
    let suffix = String(repeating: "#", count: hashes)
    let (end, escape) = (quote + suffix, "\\" + suffix)
    var literal = StringLiteral(
      isMultiline: isMultiline,
      code: String(decoding: bytes[max(0, position - 200)..<position], as: UTF8.self),
      line: line
    )
    var part: [UInt8] = []
    func take() {
      literal.parts[literal.parts.count - 1] = String(decoding: part, as: UTF8.self)
      part = []
    }
    position += hashes + quote.utf8.count
    while position < bytes.count, has(end) == false {
      guard has(escape) else {
        part.append(bytes[position])
        position += 1
        continue
      }
      position += escape.utf8.count
      guard position < bytes.count else { break }
      let escaped = bytes[position]
      position += 1
      switch escaped {
      case UInt8(ascii: "("):
        take()
        readCode(isInterpolation: true)
        literal.parts.append("")
      case UInt8(ascii: "\n"):
        while has(" ") { position += 1 }
      case UInt8(ascii: "n"): part.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "t"): part.append(UInt8(ascii: "\t"))
      default: part.append(escaped)
      }
    }
    take()
    position += end.utf8.count
    literals.append(literal)
  }

  private func has(_ text: String, at start: Int? = nil) -> Bool {
    bytes.dropFirst(start ?? position).starts(with: text.utf8)
  }

  private mutating func skip(to end: String) {
    while position < bytes.count, has(end) == false { position += 1 }
    position += end.utf8.count
  }
}
