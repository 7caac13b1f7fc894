// SPDX-License-Identifier: MIT

/// The byte ranges of the path components and the query items in a target.
struct TargetLayout {
  let text: String
  private let path: Range<Int>
  private let query: Range<Int>?

  init(_ text: String) {
    self.text = text
    (path, query) = text.withBytes { bytes in
      let areas = URLRequestData.areas(of: bytes)
      return (
        areas.path.startIndex..<areas.path.endIndex,
        areas.query.map { $0.startIndex..<$0.endIndex }
      )
    }
  }

  /// The end of the path, where errors mark a missing component.
  var pathEnd: Range<Int> { path.upperBound..<path.upperBound }

  var queryEnd: Range<Int> { query.map { $0.upperBound..<$0.upperBound } ?? pathEnd }

  func component(_ number: Int, ignoringEmpty: Bool) -> Range<Int>? {
    text.withBytes { bytes in
      let path = bytes[path]
      guard !path.isEmpty else { return nil }
      var rest = number
      var start = path.startIndex
      if path[start] == UInt8(ascii: "/") { start += 1 }
      while true {
        let end = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
        if !ignoringEmpty || start < end {
          if rest == 0 { return start..<end }
          rest -= 1
        }
        guard end < path.endIndex else { return nil }
        start = end + 1
      }
    }
  }

  func item(_ number: Int) -> Range<Int>? {
    guard let query else { return nil }
    return text.withBytes { bytes in
      FormEncoding.item(number, in: bytes[query]).map { $0.value.startIndex..<$0.value.endIndex }
    }
  }
}

extension String {
  /// Calls a closure with the bytes, without copying native strings.
  func withBytes<Value>(_ body: (URLRequestData.Bytes) -> Value) -> Value {
    var text = self
    return text.withUTF8 { body(Slice(base: $0, bounds: $0.indices)) }
  }
}
