// SPDX-License-Identifier: MIT

public import Foundation

/// A request taken apart, from which routes are read and into which they are printed.
///
/// A server that does not use `URLRequest` makes such a value from its own request and passes it to
/// ``Router/match(_:)``.
public struct URLRequestData: Sendable, Hashable {
  /// The scheme of the address, if it is known: `https`.
  public var scheme: String?

  /// The host of the address without its port, if it is known.
  public var host: String?

  /// The request method.
  public var method: Method

  /// The decoded components of the path: `/users/a%2Fb` is `["users", "a/b"]`.
  ///
  /// Empty components are kept: `/users/` is `["users", ""]`, and `/` is `[""]`.
  public var path: [String] { didSet { source.target = nil } }

  /// The decoded query items in order.
  public var query: [Item] { didSet { source.target = nil } }

  /// The header fields in order.
  public var headers: [Item]

  /// The body, if there is one; an empty body is a body.
  public var body: Data?

  /// The text that the request was read from, for errors.
  var source = Source()

  /// Text that does not affect whether two requests are equal.
  struct Source: Sendable, Hashable {
    /// The target; nil if there was none, or if the path or the query has been changed since.
    var target: String?

    static func == (left: Self, right: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }

  /// A name and a value: a query item or a header field.
  public struct Item: Sendable, Hashable {
    /// The name, with its case kept.
    public var name: String

    /// The value.
    public var value: String

    /// Pairs a name with a value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Creates a request from its parts.
  public init(
    scheme: String? = nil,
    host: String? = nil,
    method: Method = .get,
    path: [String] = [],
    query: [Item] = [],
    headers: [Item] = [],
    body: Data? = nil
  ) {
    self.scheme = scheme
    self.host = host
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }
}

extension URLRequestData {
  /// Returns the value of the first header field with one of the names, regardless of case.
  func headerValue(_ names: [String]) -> String? {
    FieldPlace.header.first(of: names, in: headers)
  }

  /// Returns whether the request is for a host, according to its address or else to its header field.
  func isFor(host: String) -> Bool {
    if let own = self.host { return own.equalsIgnoringASCIICase(host) }
    guard let field = headerValue(["Host"]) else { return false }
    let bytes = Array(field.utf8)
    return URLRequestData.hostName(of: bytes[...])?.equalsIgnoringASCIICase(host) ?? false
  }

  /// Returns whether the request is known to have been made with a scheme.
  func hasScheme(_ name: String) -> Bool {
    scheme?.equalsIgnoringASCIICase(name) ?? false
  }
}
