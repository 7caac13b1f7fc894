// SPDX-License-Identifier: MIT

public import Foundation

extension URLRequestData {
  /// Takes a URL or a request target apart.
  ///
  /// The text is split before it is decoded, so that `a%2Fb` stays one component. Scheme, host and
  /// fragment are passed over. Without a scheme the text is a path and a query, with or without a
  /// leading slash.
  ///
  /// - Parameters:
  ///   - target: `https://example.com/users?page=2`, `/users?page=2` or `users?page=2`.
  ///   - method: The request method.
  ///   - headers: The header fields.
  ///   - body: The body, if there is one.
  /// - Throws: A bad request, if the path has a percent sign that does not start a code, is not
  ///   UTF-8 when it is decoded, or if the text contains control characters.
  public init(
    target: String,
    method: Method = .get,
    headers: [Item] = [],
    body: Data? = nil
  ) throws(RoutingError) {
    let bytes = Array(target.utf8)
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw RoutingError.badRequest("the address contains control characters")
    }
    let address = bytes.prefix { $0 != UInt8(ascii: "#") }
    let location = address.prefix { $0 != UInt8(ascii: "?") }
    self.init(
      method: method,
      path: try Self.components(ofPath: Self.path(of: location)),
      query: Self.items(ofQuery: address[location.endIndex...].dropFirst()),
      headers: headers,
      body: body
    )
  }

  /// What is left of an address without its scheme and host.
  private static func path(of location: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let colon = location.firstIndex(where: { !$0.continuesScheme }),
      location[colon] == UInt8(ascii: ":"), location.first?.isASCIILetter == true
    else { return location }
    let rest = location[(colon + 1)...]
    guard rest.starts(with: "//".utf8) else { return rest }
    return rest.dropFirst(2).drop { $0 != UInt8(ascii: "/") }
  }

  private static func components(
    ofPath path: ArraySlice<UInt8>
  ) throws(RoutingError) -> [String] {
    guard !path.isEmpty else { return [] }
    let pieces = path.dropFirst(path.first == UInt8(ascii: "/") ? 1 : 0)
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var components: [String] = []
    components.reserveCapacity(pieces.count)
    for piece in pieces {
      guard let component = PercentEncoding.decodeStrictly(piece) else {
        throw RoutingError(
          .badRequest,
          part: .path(components.count),
          expected: "percent-encoded UTF-8",
          found: String(decoding: piece, as: UTF8.self)
        )
      }
      components.append(component)
    }
    return components
  }

  private static func items(ofQuery query: ArraySlice<UInt8>) -> [Item] {
    query.split(separator: UInt8(ascii: "&")).map { piece in
      let name = piece.prefix { $0 != UInt8(ascii: "=") }
      return Item(
        PercentEncoding.decodeForm(name),
        PercentEncoding.decodeForm(piece[name.endIndex...].dropFirst())
      )
    }
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  /// Whether a URL scheme may contain the character.
  fileprivate var continuesScheme: Bool {
    isASCIILetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || self == UInt8(ascii: "+") || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
  }
}
