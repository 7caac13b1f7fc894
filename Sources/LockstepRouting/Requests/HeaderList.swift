// SPDX-License-Identifier: MIT

/// The syntax of a header field that contains a list.
///
/// Commas separate the elements, except within quotation marks, where a backslash escapes the next character.
///
/// Source: RFC 9110, sections 5.6.1 and 5.6.4.
enum HeaderList {
  typealias Bytes = URLRequestData.Bytes

  static func elements(of line: String) -> [String] {
    line.withBytes { bytes in
      places(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    }
  }

  /// Returns the ranges of the first elements of a line, without surrounding spaces and without empty elements.
  ///
  /// Scans bytes, because a comma or a space and a following combining mark are one character.
  static func places(in line: Bytes, atMost limit: Int = .max) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var start = line.startIndex
    while places.count < limit {
      let comma = scan(line[start...]).comma
      let place = trimmed(line[start..<(comma ?? line.endIndex)]).indices
      if !place.isEmpty { places.append(place) }
      guard let comma else { break }
      start = comma + 1
    }
    return places
  }

  static func isElement(_ text: String) -> Bool {
    text.withBytes { places(in: $0, atMost: 2) == [$0.indices] } && isClosed(text)
  }

  static func isClosed(_ element: String) -> Bool { element.withBytes { scan($0).isClosed } }

  /// Returns the first comma outside quotation marks, and whether the quotation marks are closed.
  private static func scan(_ bytes: Bytes) -> (comma: Int?, isClosed: Bool) {
    var isQuoted = false
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "\\") where isQuoted: index += 1
      case UInt8(ascii: ",") where !isQuoted: return (index, true)
      default: break
      }
      index += 1
    }
    return (nil, !isQuoted)
  }

  private static func trimmed(_ bytes: Bytes) -> Bytes {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var bytes = bytes.drop(while: isSpace)
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return bytes
  }
}

extension HeaderList {
  static let printable = """
    elements that are not empty, with closed quotation marks, and without commas outside of them or \
    spaces around them
    """

  static func firstUnclosed(of elements: [String]) -> Int? { elements.firstIndex { !isClosed($0) } }
}
