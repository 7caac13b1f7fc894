// SPDX-License-Identifier: MIT

extension URLRequestData {
  /// The path and the query as they stand in an address, without a leading slash.
  func relativeTarget() -> String {
    var target = path.map(PercentEncoding.encode).joined(separator: "/")
    guard !query.isEmpty else { return target }
    target += "?"
    target += FormEncoding.text(of: query)
    return target
  }

  /// - Throws: An unprintable route, if something would not be read back.
  func validate() throws(RoutingError) {
    for index in path.indices where path[index].isUnreadablePathComponent {
      throw RoutingError(
        .unprintable,
        part: .path(index),
        expected: "a component that is read back: not empty, \".\" or \"..\"",
        found: path[index]
      )
    }
    for header in headers {
      let value = header.value.utf8
      let isTrimmed = value.first != 0x20 && value.last != 0x20
      guard isTrimmed, value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw RoutingError(
          .unprintable,
          part: .header(header.name),
          expected: "text without control characters and without spaces around it",
          found: header.value
        )
      }
    }
  }
}
