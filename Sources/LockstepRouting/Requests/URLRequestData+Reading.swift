// SPDX-License-Identifier: MIT

public import Foundation

extension URLRequestData {
  /// Takes a URL or a request target apart.
  ///
  /// The text is split before it is decoded, so that `a%2Fb` stays one component. The user, the port
  /// and the fragment are ignored. Without a scheme, the text is a path and a query, with or without a
  /// leading slash.
  ///
  /// - Parameters:
  ///   - target: `https://example.com/users?page=2`, `/users?page=2` or `users?page=2`.
  ///   - method: The request method.
  ///   - headers: The header fields.
  ///   - body: The body, if there is one.
  /// - Throws: A bad request error if the path has a percent sign that does not start a code, or is not
  ///   UTF-8 when it is decoded, or if the text contains control characters.
  /// - Complexity: O(*n*) in the length of the target.
  public init(
    target: String,
    method: Method = .get,
    headers: [Item] = [],
    body: Data? = nil
  ) throws(RoutingError) {
    var text = target
    var parts = Target()
    var failure: (error: RoutingError, place: Range<Int>)?
    text.withUTF8 { failure = parts.read(Slice(base: $0, bounds: $0.indices)) }
    if var failure {
      failure.error.context = .target(target, failure.place)
      throw failure.error
    }
    // One by one: delegating to another initializer copies the whole request twice.
    scheme = parts.scheme
    host = parts.host
    self.method = method
    path = parts.path
    query = parts.query
    self.headers = headers
    self.body = body
    source = Source(target: target)
  }

  typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  /// Returns the areas of a target.
  static func areas(
    of target: Bytes
  ) -> (scheme: Bytes?, authority: Bytes?, path: Bytes, query: Bytes?) {
    let end = target.firstIndex(of: UInt8(ascii: "#")) ?? target.endIndex
    let question = target[..<end].firstIndex(of: UInt8(ascii: "?"))
    let query = question.map { target[($0 + 1)..<end] }
    let location = target[..<(question ?? end)]
    guard location.first?.isASCIILetter == true,
      let colon = location.firstIndex(where: { !$0.continuesScheme }),
      location[colon] == UInt8(ascii: ":")
    else { return (nil, nil, location, query) }
    let scheme = location[..<colon]
    let rest = location[(colon + 1)...]
    guard rest.starts(with: "//".utf8) else { return (scheme, nil, rest, query) }
    let authority = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
    return (scheme, authority, rest[authority.endIndex...], query)
  }

  /// Returns the host in an authority or in a header field, without user and port; nil if it is empty.
  static func hostName<Bytes: BidirectionalCollection<UInt8>>(of authority: Bytes) -> String?
  where Bytes.SubSequence: BidirectionalCollection<UInt8> {
    var start = authority.startIndex
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) { start = authority.index(after: at) }
    let host = authority[start...]
    // The colons of an IPv6 address are in brackets.
    let end =
      host.lastIndex(of: UInt8(ascii: ":")).flatMap { colon in
        host[colon...].contains(UInt8(ascii: "]")) ? nil : colon
      } ?? host.endIndex
    return start == end ? nil : String(decoding: authority[start..<end], as: UTF8.self)
  }
}

/// The parts of a URL or a request target.
private struct Target {
  var scheme: String?
  var host: String?
  var path: [String] = []
  var query: [URLRequestData.Item] = []

  /// Parses a target; returns the error and its range in the bytes, or `nil` if the target is valid.
  mutating func read(_ bytes: URLRequestData.Bytes) -> (RoutingError, Range<Int>)? {
    if let control = bytes.firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) {
      let error = RoutingError.badRequest("the address contains control characters")
      return (error, control..<control)
    }
    let areas = URLRequestData.areas(of: bytes)
    if let query = areas.query { self.query = FormEncoding.items(of: query) }
    scheme = areas.scheme.map { String(decoding: $0, as: UTF8.self) }
    host = areas.authority.flatMap(URLRequestData.hostName)
    return readPath(areas.path)
  }

  private mutating func readPath(_ path: URLRequestData.Bytes) -> (RoutingError, Range<Int>)? {
    guard !path.isEmpty else { return nil }
    var start = path.startIndex
    if path[start] == UInt8(ascii: "/") { start += 1 }
    var count = 1
    for byte in path[start...] where byte == UInt8(ascii: "/") { count += 1 }
    var components: [String] = []
    components.reserveCapacity(count)
    while true {
      let end = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
      guard let component = PercentEncoding.decodeStrictly(path[start..<end]) else {
        let error = RoutingError(
          .badRequest,
          part: .path(components.count),
          expected: "percent-encoded UTF-8",
          found: String(decoding: path[start..<end], as: UTF8.self)
        )
        return (error, start..<end)
      }
      components.append(component)
      guard end < path.endIndex else { break }
      start = end + 1
    }
    self.path = components
    return nil
  }
}

extension UInt8 {
  /// Whether a URL scheme may contain the character.
  fileprivate var continuesScheme: Bool {
    isASCIILetter || isASCIIDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
      || self == UInt8(ascii: ".")
  }
}
