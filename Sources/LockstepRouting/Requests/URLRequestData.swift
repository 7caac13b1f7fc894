// SPDX-License-Identifier: MIT

public import Foundation

/// A request taken apart: what routes read from and print into.
///
/// A server that does not use `URLRequest` makes one of these from its own request and hands it to
/// ``Router/match(_:)``.
public struct URLRequestData: Sendable, Hashable {
  /// The request method.
  public var method: Method

  /// The decoded components of the path: `/users/a%2Fb` is `["users", "a/b"]`.
  ///
  /// Empty ones are kept: `/users/` is `["users", ""]`, and `/` is `[""]`.
  public var path: [String]

  /// The decoded query items in their order.
  public var query: [Item]

  /// The header fields in their order.
  public var headers: [Item]

  /// The body, if there is one; an empty body is a body.
  public var body: Data?

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

  /// Puts a request together from its parts.
  public init(
    method: Method = .get,
    path: [String] = [],
    query: [Item] = [],
    headers: [Item] = [],
    body: Data? = nil
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }
}

extension URLRequestData {
  /// The value of the first query item with one of the names; earlier names are looked for first.
  func queryValue(_ names: [String]) -> String? {
    for name in names {
      for item in query where item.name == name { return item.value }
    }
    return nil
  }

  /// The value of the first header field with one of the names, whatever their case.
  func headerValue(_ names: [String]) -> String? {
    for name in names {
      for item in headers where item.name.equalsIgnoringASCIICase(name) { return item.value }
    }
    return nil
  }
}

extension String {
  fileprivate func equalsIgnoringASCIICase(_ other: String) -> Bool {
    let (left, right) = (utf8, other.utf8)
    return left.count == right.count
      && zip(left, right).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }
}

extension UInt8 {
  fileprivate var asciiLowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
