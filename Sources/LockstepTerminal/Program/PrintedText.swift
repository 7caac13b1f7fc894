// SPDX-License-Identifier: MIT

/// Splits the output of the process into messages to the user.
struct PrintedText: Sendable {
  /// The number of bytes after which an incomplete line becomes a message.
  private static let limit = 4_096

  private var rest: [UInt8] = []

  /// Appends output, and returns its complete lines without control characters, or `nil` if none is complete.
  mutating func take(_ bytes: [UInt8]) -> String? {
    rest += bytes
    let isLong = rest.count >= Self.limit
    guard let end = rest.lastIndex(of: 0x0A) ?? (isLong ? rest.endIndex : nil) else { return nil }
    let lines = rest[..<end].split(separator: 0x0A, omittingEmptySubsequences: false).map(Self.line)
    rest.removeFirst(min(end + 1, rest.count))
    guard
      let first = lines.firstIndex(where: { $0.isEmpty == false }),
      let last = lines.lastIndex(where: { $0.isEmpty == false })
    else { return nil }
    return lines[first...last].joined(separator: "\n")
  }

  /// Returns a line as a terminal shows it, with text after a carriage return in place of the text before it.
  private static func line(_ bytes: ArraySlice<UInt8>) -> String {
    let shown = bytes.split(separator: 0x0D).last ?? []
    var scalars = String(decoding: shown, as: UTF8.self).unicodeScalars[...]
    var line = String.UnicodeScalarView()
    while let scalar = scalars.popFirst() {
      switch scalar.value {
      case 0x1B: dropSequence(&scalars)
      case 0x09: line.append(" ")
      case 0x00...0x1F, 0x7F...0x9F: break
      default: line.append(scalar)
      }
    }
    return String(line)
  }

  private static func dropSequence(_ scalars: inout Substring.UnicodeScalarView) {
    switch scalars.popFirst() {
    case "[":
      scalars = scalars.drop { (0x20...0x3F).contains($0.value) }
      scalars = scalars.dropFirst()
    case "]":
      // A title or a link, until BEL or ESC \.
      scalars = scalars.drop { $0 != "\u{7}" && $0 != "\u{1B}" }
      scalars = scalars.dropFirst(scalars.first == "\u{1B}" ? 2 : 1)
    default: break
    }
  }
}
