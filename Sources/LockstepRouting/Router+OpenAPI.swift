// SPDX-License-Identifier: MIT

public import Foundation

/// What an API document says of the whole API.
public struct OpenAPIInfo: Sendable, Hashable {
  /// The name of the API.
  public var title: String

  /// The version of the API.
  public var version: String

  /// What the API is for.
  public var summary: String?

  /// Names an API.
  public init(title: String, version: String, summary: String? = nil) {
    self.title = title
    self.version = version
    self.summary = summary
  }
}

extension Router {
  /// An OpenAPI document of the routes, as JSON.
  ///
  /// Each of the ``routes`` is one operation with its name. Templates that differ in nothing but the
  /// names of parameters are one address, with the names of the first. Where several routes have the
  /// same method and address, which the format has no room for, the templates of all but the first
  /// end in `#2` and so on. Bodies and responses are not described beyond their types, because a router
  /// does not know them.
  ///
  /// Source: the OpenAPI Specification 3.1, https://spec.openapis.org/oas/v3.1.0.html
  ///
  /// - Parameter info: What the document says of the whole API.
  /// - Returns: The document, always the same bytes for the same routes.
  /// - Throws: An encoding error.
  /// - Complexity: O(*n*) in the number of routes and their parts.
  public func openAPI(info: OpenAPIInfo) throws -> Data {
    let document = OpenAPIDocument(routes, info, server: base?.server)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return try encoder.encode(document.value)
  }
}
