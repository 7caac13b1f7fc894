// SPDX-License-Identifier: MIT

public import Foundation

extension URLRequestData {
  /// Creates a request from a URL or a request target.
  ///
  /// The text is split before it is decoded, so that `a%2Fb` stays one component. The user, the port and the fragment
  /// are ignored. A text without a scheme is a path and a query, with or without a leading slash.
  ///
  /// - Parameters:
  ///   - target: `https://example.com/users?page=2`, `/users?page=2` or `users?page=2`.
  ///   - method: The request method.
  ///   - headers: The header fields.
  ///   - body: The body, if there is one.
  /// - Throws: A bad request error if the text contains control characters, if a percent sign in the path does not
  ///   start a code, or if the decoded path is not UTF-8.
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
    // Delegating to another initializer would copy the whole request twice.
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

  /// Returns the host of an authority, without user and port, or `nil` if the host is empty.
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

private struct Target {
  var scheme: String?
  var host: String?
  var path: [String] = []
  var query: [URLRequestData.Item] = []

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
  fileprivate var continuesScheme: Bool {
    isASCIILetter || isASCIIDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
      || self == UInt8(ascii: ".")
  }
}
