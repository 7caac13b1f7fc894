// SPDX-License-Identifier: MIT

/// The layout of a target, with the places of its components and query items in bytes.
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

  /// The end of the path, which is the place of anything missing in it.
  var pathEnd: Range<Int> { path.upperBound..<path.upperBound }

  /// The end of the query, or of the path if there is no query.
  var queryEnd: Range<Int> { query.map { $0.upperBound..<$0.upperBound } ?? pathEnd }

  /// Returns the place of a component of the path by its number; empty components are not counted if
  /// they are ignored.
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

  /// Returns the place of the value of a query item by its number.
  func item(_ number: Int) -> Range<Int>? {
    guard let query else { return nil }
    return text.withBytes { bytes in
      FormEncoding.item(number, in: bytes[query]).map { $0.value.startIndex..<$0.value.endIndex }
    }
  }
}

extension String {
  /// Calls a closure with the bytes, without copying those of a native string.
  func withBytes<Value>(_ body: (URLRequestData.Bytes) -> Value) -> Value {
    var text = self
    return text.withUTF8 { body(Slice(base: $0, bounds: $0.indices)) }
  }
}
