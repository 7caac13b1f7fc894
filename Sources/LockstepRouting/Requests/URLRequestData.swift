// SPDX-License-Identifier: MIT

public import Foundation

/// The parts of a request that a router reads and prints.
///
/// If a server does not use `URLRequest`, create this value from the server's request and pass it to
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

  /// The decoded query items, in order.
  public var query: [Item] { didSet { source.target = nil } }

  /// The header fields, in order.
  public var headers: [Item]

  /// The body, which may be empty, or `nil` if the request has no body.
  public var body: Data?

  var source = Source()

  struct Source: Sendable, Hashable {
    /// The target, or `nil` if the request has none or if its path or query has changed.
    var target: String?

    static func == (left: Self, right: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }

  /// A name and a value, such as a query item or a header field.
  public struct Item: Sendable, Hashable {
    /// The name, in its original case.
    public var name: String

    /// The value.
    public var value: String

    /// Creates an item from a name and a value.
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
  func headerValue(_ names: [String]) -> String? {
    FieldPlace.header.first(of: names, in: headers)
  }

  /// Returns whether the request is for a host, according to its address or else its `Host` field.
  func isFor(host: String) -> Bool {
    if let own = self.host { return own.equalsIgnoringASCIICase(host) }
    guard let field = headerValue(["Host"]) else { return false }
    let bytes = Array(field.utf8)
    return URLRequestData.hostName(of: bytes[...])?.equalsIgnoringASCIICase(host) ?? false
  }

  func hasScheme(_ name: String) -> Bool {
    scheme?.equalsIgnoringASCIICase(name) ?? false
  }
}
