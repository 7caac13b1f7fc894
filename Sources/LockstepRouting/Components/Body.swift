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
/// A request without a body is an error; an empty body is a body, and the conversion decides whether to
/// accept it. If the body has a type, a request that declares another type is refused, while one that
/// declares none is read.
public struct Body<Value>: RouteComponent {
  /// The body as a route.
  public let route: Route<Value>

  /// Creates a body that a conversion reads.
  ///
  /// - Parameters:
  ///   - conversion: Reads and prints the bytes; `.data` for the bytes as they are.
  ///   - contentType: The value of the header `Content-Type` when the route is printed, which the
  ///     header must not contradict when the route is read; by default the value given by the
  ///     conversion, which is `application/json` for JSON and none for bytes.
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
  /// Returns the bytes of a value that must have some; the input is data.
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
  /// Returns an unsupported media type error if the request says that its body is of another type.
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
