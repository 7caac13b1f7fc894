// SPDX-License-Identifier: MIT

extension URLRequestData {
  func relativeTarget() -> String {
    var target = path.map(PercentEncoding.encode).joined(separator: "/")
    guard !query.isEmpty else { return target }
    target += "?"
    target += FormEncoding.text(of: query)
    return target
  }

  /// - Throws: An error if a part of the request would not be read back.
  func validate() throws(RoutingError) {
    for index in path.indices where path[index].isUnreadablePathComponent {
      throw RoutingError(
        .unprintable,
        part: .path(index),
        expected: "a path component other than an empty one, \".\" or \"..\"",
        found: path[index]
      )
    }
    for header in headers {
      guard header.name.isFieldName else {
        throw RoutingError.badName(of: .header(header.name))
      }
      let value = header.value.utf8
      let isTrimmed = value.first != 0x20 && value.last != 0x20
      guard isTrimmed, value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw RoutingError(
          .unprintable,
          part: .header(header.name),
          expected: "text without control characters or surrounding spaces",
          found: header.value
        )
      }
    }
  }
}

extension RoutingError {
  static func badName(of part: Part) -> Self {
    .unprintable(
      "the name may contain only letters, digits and characters such as \"-\"",
      part: part
    )
  }
}

extension String {
  /// Whether the string is a valid name of a header field or a cookie.
  ///
  /// Source: RFC 9110, section 5.6.2, `token`; RFC 6265, section 4.1.1.
  var isFieldName: Bool { !isEmpty && utf8.allSatisfy(\.isTokenCharacter) }
}

extension UInt8 {
  fileprivate var isTokenCharacter: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default:
      "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }
}
