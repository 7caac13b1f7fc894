// SPDX-License-Identifier: MIT

public import Foundation

/// Information about an API for its OpenAPI document.
public struct OpenAPIInfo: Sendable, Hashable {
  /// The name of the API.
  public var title: String

  /// The version of the API.
  public var version: String

  /// A short description of the API.
  public var summary: String?

  /// Creates information about an API.
  public init(title: String, version: String, summary: String? = nil) {
    self.title = title
    self.version = version
    self.summary = summary
  }
}

extension Router {
  /// Returns an OpenAPI document that describes the routes, as JSON.
  ///
  /// The document contains one operation for each of the ``routes``, under the name of the route. Templates that differ
  /// only in parameter names share one path, with the parameter names of the first template. OpenAPI allows one
  /// operation for each method of a path. If several routes have the same method and path, the document appends `#2`,
  /// `#3`, and so on to the templates of the later ones. A router knows only the types of bodies and nothing about
  /// responses, so the document contains no further description of them.
  ///
  /// Source: the OpenAPI Specification 3.1, https://spec.openapis.org/oas/v3.1.0.html
  ///
  /// - Parameter info: Information about the API.
  /// - Returns: The document. The same routes always produce the same bytes.
  /// - Throws: An encoding error.
  /// - Complexity: O(*n*) in the number of routes and their parts.
  public func openAPI(info: OpenAPIInfo) throws -> Data {
    let document = OpenAPIDocument(routes, info, server: base?.server)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return try encoder.encode(document.value)
  }
}
