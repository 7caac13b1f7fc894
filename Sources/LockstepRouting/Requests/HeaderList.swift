// SPDX-License-Identifier: MIT

/// The syntax of a header field that is a list: commas separate its elements, except within quotation
/// marks, where a backslash escapes the character after it.
///
/// Source: RFC 9110, sections 5.6.1 and 5.6.4.
enum HeaderList {
  typealias Bytes = URLRequestData.Bytes

  /// Returns the elements of a line, without the spaces around them and without empty elements.
  static func elements(of line: String) -> [String] {
    line.withBytes { bytes in
      places(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    }
  }

  /// Returns the places of the elements of a line, or of the first ones.
  ///
  /// By bytes, because a combining mark that follows a comma or a space is one character with it.
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

  /// Returns whether a text is read as one element, whatever comes before it or after it.
  static func isElement(_ text: String) -> Bool {
    text.withBytes { places(in: $0, atMost: 2) == [$0.indices] } && isClosed(text)
  }

  /// Returns whether each quotation mark in an element is closed.
  static func isClosed(_ element: String) -> Bool { element.withBytes { scan($0).isClosed } }

  /// Returns the first comma that ends an element, and whether the quotation marks before it are closed.
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

  /// Returns bytes without the spaces and tabs around them.
  private static func trimmed(_ bytes: Bytes) -> Bytes {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var bytes = bytes.drop(while: isSpace)
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return bytes
  }
}

extension HeaderList {
  /// The expected form of the elements that are printed.
  static let printable = """
    elements that are not empty, with closed quotation marks, and without commas outside of them or \
    spaces around them
    """

  /// Returns the number of the first element whose quotation marks are not closed.
  static func firstUnclosed(of elements: [String]) -> Int? { elements.firstIndex { !isClosed($0) } }
}
