// SPDX-License-Identifier: MIT

/// The components of a path, one after the other.
///
/// ```swift
/// Path {
///   "users"
///   Parameter(.int)
///   "books"
/// }
/// ```
///
/// A literal may contain slashes: `"api/users"` is two components. Literals are compared by their
/// bytes. A route matches only if all of a request's path is consumed. Several paths in a route, and
/// those of nested routes, follow each other.
public struct Path<each Value>: Sendable {
  let parts: Parts<repeat each Value>

  /// Lists components.
  ///
  /// - Parameter components: Literals and ``Parameter``s.
  public init(@PathBuilder components: () -> Parts<repeat each Value>) {
    parts = components()
  }
}

/// A component of a path that is a value.
///
/// An empty component, `.` and `..` are no value and cannot be printed, because they would not be
/// read back.
public struct Parameter<Value>: RouteComponent {
  let conversion: Conversion<String, Value>

  /// A component whose text a conversion reads.
  ///
  /// - Parameter conversion: Reads and prints the decoded text, all of it.
  public init(_ conversion: Conversion<String, Value>) {
    self.conversion = conversion
  }

  /// The description of the component.
  public var part: RoutePart<Value> {
    RoutePart(node: ParameterNode(conversion: conversion))
  }
}

struct ParameterNode<Value>: RouteNode {
  let conversion: Conversion<String, Value>

  var shapes: [RouteShape] {
    let accepts: @Sendable (String) -> Bool = { [conversion] text in
      !text.isUnreadablePathComponent && (try? conversion.apply(text)) != nil
    }
    return [RouteShape(elements: [.parameter(conversion.described, accepts: accepts)])]
  }

  func parse(_ reader: inout RequestReader) throws(RoutingError) -> Value {
    let index = reader.pathIndex
    let text = reader.nextPathComponent()
    guard !text.isUnreadablePathComponent else {
      throw RoutingError(
        .notFound,
        part: .path(index),
        expected: conversion.described.expected,
        found: text
      )
    }
    do throws(RoutingError) {
      return try conversion.apply(to: text, at: .path(index), found: text)
    } catch {
      var error = error
      if error.kind == .badRequest { error.kind = .notFound }
      throw error
    }
  }

  func print(
    _ value: Value,
    into request: inout URLRequestData
  ) throws(RoutingError) -> Bool {
    request.path.append(try conversion.text(of: value, at: .path(request.path.count)))
    return true
  }
}

extension String {
  /// Whether a path with this component is not read back as it was printed.
  var isUnreadablePathComponent: Bool { isEmpty || self == "." || self == ".." }
}
