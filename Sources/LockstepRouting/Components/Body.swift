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
/// A request without a body is an error. An empty body is a body, which the conversion accepts or rejects. If the body
/// has a content type, the route rejects a request with another content type and accepts a request without one.
public struct Body<Value>: RouteComponent {
  /// The body as a route.
  public let route: Route<Value>

  /// Creates a body from a conversion.
  ///
  /// - Parameters:
  ///   - conversion: The conversion of the bytes, such as `.data` for the bytes themselves.
  ///   - contentType: The content type that the route prints, and that a request must not contradict. By default, the
  ///     conversion determines it: `application/json` for JSON, and none for bytes.
  public init(_ conversion: Conversion<Data, Value>, contentType: String? = nil) {
    route = Route(
      BodyNode(
        conversion: conversion,
        mediaType: (contentType ?? conversion.facts.mediaType).map(MediaType.init)
      )
    )
  }
}

final class BodyNode: RouteNode {
  private let description: BodyDescription
  private let conversion: RawConversion
  private let id = PartID()

  init<Value>(conversion: Conversion<Data, Value>, mediaType: MediaType?) {
    self.conversion = conversion.raw
    description = BodyDescription(
      value: conversion.described,
      mediaType: mediaType,
      verdict: { conversion.verdict(on: $0) },
      isTotal: conversion.facts.certainty == .total
    )
  }

  var shapes: [RouteShape] { [RouteShape(elements: [RouteElement(.body(description), id: id)])] }

  func destroy(_ memory: UnsafeMutableRawPointer) { conversion.destroyOutput(memory) }

  func parse(into memory: UnsafeMutableRawPointer, _ reader: inout RequestReader) -> Bool {
    guard let data = reader.request.body else {
      return reader.fail(
        RoutingError(.badRequest, part: .body, expected: description.value.expected)
      )
    }
    if let mediaType = description.mediaType, let error = reader.request.error(unless: mediaType) {
      return reader.fail(error)
    }
    do {
      try withUnsafePointer(to: data) { try conversion.apply($0, memory) }
      reader.advance()
      return true
    } catch {
      return reader.fail(
        RoutingError(
          .badRequest,
          wrapping: error,
          part: .body,
          expected: description.value.expected
        )
      )
    }
  }

  func print(from memory: UnsafeRawPointer, into printer: inout RequestPrinter) -> Printed {
    do {
      printer.request.body = try conversion.bytes(of: memory)
    } catch {
      return printer.fail(.body, description.value.expected, error)
    }
    if let mediaType = description.mediaType {
      printer.request.headers.append(.init("Content-Type", mediaType.text))
    }
    return printer.advance()
  }
}

extension RawConversion {
  /// The input of the conversion must be `Data`.
  fileprivate func bytes(of memory: UnsafeRawPointer) throws -> Data {
    try withUnsafeTemporaryAllocation(of: Data.self, capacity: 1) { buffer in
      guard let bytes = buffer.baseAddress, try unapply(memory, bytes) else {
        throw RoutingError.unprintable("the conversion's 'unapply' returned 'nil'")
      }
      return bytes.move()
    }
  }
}

extension URLRequestData {
  func error(unless mediaType: MediaType) -> RoutingError? {
    guard let contentType = headerValue(["Content-Type"]), !mediaType.includes(contentType) else {
      return nil
    }
    return RoutingError(
      .unsupportedMediaType(accepted: [mediaType.text]),
      part: .header("Content-Type"),
      expected: mediaType.text,
      found: contentType
    )
  }
}
