// SPDX-License-Identifier: MIT

/// A route, or a group of parts in a route, that converts requests to values, and vice versa.
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
/// The conversion receives the values of the parts as a tuple, in order, so it can combine values from the path, the
/// query, the headers and the body. A nested route groups parts, such as the parts of a struct in a case.
public struct Route<Value>: RouteComponent {
  let node: any RouteNode

  /// The route itself.
  public var route: Self { self }

  init(_ node: any RouteNode) {
    self.node = node
  }

  /// Creates a route that converts the values of its parts.
  ///
  /// - Parameters:
  ///   - conversion: Converts the values of the parts to the route's value, and vice versa. It runs at most once per
  ///     request or, if the parts contain alternatives, at most once for each alternative.
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

  /// Creates a route with the method `GET` and an empty path.
  ///
  /// - Parameter conversion: Creates the value.
  public init(_ conversion: Conversion<Void, Value>) {
    node = ConvertedNode(content: parts([]).route.node, conversion: conversion)
  }
}

extension RouteComponent {
  /// Returns this part with a name for errors, lists of routes and API documents.
  ///
  /// By default, the name of a route consists of the cases that the route creates, such as `users.user.profile`, if
  /// their payload types identify them. A name replaces the names of all cases inside the part.
  ///
  /// - Parameter name: The name.
  /// - Returns: The part with the name.
  public func named(_ name: String) -> Route<Value> {
    Route(NamedNode(content: route.node, name: name))
  }

  /// Returns this part with a converted value.
  ///
  /// - Parameter conversion: Converts the value of the part to the new value, and vice versa.
  /// - Returns: A part with the new value.
  public func map<NewValue>(_ conversion: Conversion<Value, NewValue>) -> Route<NewValue> {
    Route<NewValue>(ConvertedNode(content: route.node, conversion: conversion))
  }
}
