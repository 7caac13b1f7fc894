// SPDX-License-Identifier: MIT

public import Foundation

/// Information about an API as a whole, for an API document.
public struct OpenAPIInfo: Sendable, Hashable {
  /// The name of the API.
  public var title: String

  /// The version of the API.
  public var version: String

  /// The purpose of the API.
  public var summary: String?

  /// Creates information about an API.
  public init(title: String, version: String, summary: String? = nil) {
    self.title = title
    self.version = version
    self.summary = summary
  }
}

extension Router {
  /// Returns an OpenAPI document of the routes, as JSON.
  ///
  /// Each of the ``routes`` is one operation with its name. Templates that differ only in the names of
  /// their parameters are one address, with the names of the first. If several routes have the same
  /// method and address, which the format cannot express, the templates of all but the first end in
  /// `#2` and so on. Bodies and responses are not described beyond their types, because a router does
  /// not know them.
  ///
  /// Source: the OpenAPI Specification 3.1, https://spec.openapis.org/oas/v3.1.0.html
  ///
  /// - Parameter info: Information about the API as a whole.
  /// - Returns: The document; the same routes always give the same bytes.
  /// - Throws: An encoding error.
  /// - Complexity: O(*n*) in the number of routes and their parts.
  public func openAPI(info: OpenAPIInfo) throws -> Data {
    let document = OpenAPIDocument(routes, info, server: base?.server)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return try encoder.encode(document.value)
  }
}
