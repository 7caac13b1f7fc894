// SPDX-License-Identifier: MIT

public import Foundation

/// The body of a request.
///
/// ```swift
/// Route(.case(SiteRoute.createUser)) {
///   Method.post
///   Path { "users" }
///   Body(.json(NewUser.self))
/// }
/// ```
///
/// A request without a body is an error; an empty body is a body, and it is for the conversion to
/// accept it.
public struct Body<Value>: RouteComponent {
  let conversion: Conversion<Data, Value>
  let contentType: String?

  /// A body that a conversion reads.
  ///
  /// - Parameters:
  ///   - conversion: Reads and prints the bytes; ``Conversion/data`` for the bytes as they are.
  ///   - contentType: What the header `Content-Type` says when the route is printed; by default
  ///     what the conversion says, which is `application/json` for JSON and nothing for bytes.
  public init(_ conversion: Conversion<Data, Value>, contentType: String? = nil) {
    self.conversion = conversion
    self.contentType = contentType ?? conversion.mediaType
  }

  /// The description of the body.
  public var part: RoutePart<Value> { RoutePart(node: BodyNode(body: self)) }
}

struct BodyNode<Value>: RouteNode {
  let body: Body<Value>

  var shapes: [RouteShape] {
    [RouteShape(elements: [.body(body.conversion.described, mediaType: body.contentType)])]
  }

  func parse(_ reader: inout RequestReader) throws(RoutingError) -> Value {
    guard let data = reader.request.body else {
      throw RoutingError(
        .badRequest,
        part: .body,
        expected: body.conversion.described.expected
      )
    }
    return try body.conversion.apply(to: data, at: .body)
  }

  func print(
    _ value: Value,
    into request: inout URLRequestData
  ) throws(RoutingError) -> Bool {
    guard let data = try body.conversion.unapply(to: value, at: .body) else {
      throw RoutingError.unprintable("the value has no bytes", part: .body)
    }
    request.body = data
    if let contentType = body.contentType {
      request.headers.append(.init("Content-Type", contentType))
    }
    return true
  }
}
