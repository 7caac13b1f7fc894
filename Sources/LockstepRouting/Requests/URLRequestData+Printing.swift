// SPDX-License-Identifier: MIT

extension URLRequestData {
  /// The path and the query as they stand in an address, without a leading slash.
  ///
  /// - Throws: An unprintable route, if a component of the path would not be read back.
  func relativeTarget() throws(RoutingError) -> String {
    var target = ""
    for (index, component) in path.enumerated() {
      guard component != "", component != ".", component != ".." else {
        throw RoutingError(
          .unprintable,
          part: .path(index),
          expected: "a component that is read back: not empty, \".\" or \"..\"",
          found: component
        )
      }
      if index > 0 { target += "/" }
      target += PercentEncoding.encode(component)
    }
    for (index, item) in query.enumerated() {
      target += index == 0 ? "?" : "&"
      target += PercentEncoding.encode(item.name)
      target += "="
      target += PercentEncoding.encode(item.value)
    }
    return target
  }

  /// - Throws: An unprintable route, if a header value would not be read back.
  func validateHeaders() throws(RoutingError) {
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
