// SPDX-License-Identifier: MIT

/// A route, or a group of parts within one, which reads its parts from a request and makes a value from
/// theirs, and vice versa.
///
/// ```swift
/// enum SiteRoute: Equatable, Sendable {
///   case home
///   case search(text: String, page: Int)
///   case user(Int, UserRoute)
/// }
///
/// Route(.case(SiteRoute.search(text:page:))) {
///   Path { "search" }
///   Query {
///     Field("q", .string)
///     Field("page", .int, default: 1)
///   }
/// }
/// ```
///
/// The conversion receives the values of the parts as a tuple, in order, so it can combine values from
/// the path, the query, the headers and the body. A route within a route is a group: a struct within a
/// case, or a signature over several parts.
public struct Route<Value>: RouteComponent {
  /// A node whose values have this type.
  let node: any RouteNode

  /// The route itself.
  public var route: Self { self }

  init(_ node: any RouteNode) {
    self.node = node
  }

  /// Creates a route whose value a conversion makes from the values of its parts.
  ///
  /// - Parameters:
  ///   - conversion: Makes the value and takes it apart. It runs at most once per request or, if there
  ///     are alternatives among the parts, at most once for each of them.
  ///   - parts: The parts that a request must have.
  public init<Content: RouteComponent>(
    _ conversion: Conversion<Content.Value, Value>,
    @RouteBuilder parts: () -> Content
  ) {
    node = ConvertedNode(content: parts().route.node, conversion: conversion)
  }

  /// Creates a group of parts whose value is the tuple of their values.
  ///
  /// - Parameter parts: The parts that a request must have.
  public init<Content: RouteComponent>(
    @RouteBuilder parts: () -> Content
  ) where Content.Value == Value {
    node = parts().route.node
  }

  /// Creates a route whose request has only the method `GET` and an empty path.
  ///
  /// - Parameter conversion: Makes the value and takes it apart.
  public init(_ conversion: Conversion<Void, Value>) {
    node = ConvertedNode(content: parts([]).route.node, conversion: conversion)
  }
}

extension RouteComponent {
  /// Returns this part with a name for errors, lists of routes and API documents.
  ///
  /// By default, a route is named after the cases that it makes, such as `users.user.profile`, as far
  /// as the types of their payloads identify them. A name replaces the names of all cases inside the
  /// part.
  ///
  /// - Parameter name: The name.
  /// - Returns: The same part with the name.
  public func named(_ name: String) -> Route<Value> {
    Route(NamedNode(content: route.node, name: name))
  }

  /// Returns this part with its value converted.
  ///
  /// - Parameter conversion: Makes the value and takes it apart.
  /// - Returns: A part with the new value.
  public func map<NewValue>(_ conversion: Conversion<Value, NewValue>) -> Route<NewValue> {
    Route<NewValue>(ConvertedNode(content: route.node, conversion: conversion))
  }
}
