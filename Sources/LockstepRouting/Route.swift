// SPDX-License-Identifier: MIT

/// A route, or a group of parts of one: reads its parts from a request and makes a value of theirs,
/// and the other way around.
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
/// The conversion gets the values of the parts as a tuple, in order, and so may combine what comes
/// from the path, the query, the headers and the body. A route within a route is a group: a struct
/// within a case, or a signature over several parts.
public struct Route<Value>: RouteComponent {
  /// The description of the route.
  public let part: RoutePart<Value>

  init(part: RoutePart<Value>) {
    self.part = part
  }

  /// A route whose value a conversion makes from the values of its parts.
  ///
  /// - Parameters:
  ///   - conversion: Makes the value and takes it apart. It runs at most once for a request, or, where
  ///     alternatives are among the parts, at most once for each of these.
  ///   - parts: What a request must have.
  public init<Content: RouteComponent>(
    _ conversion: Conversion<Content.Value, Value>,
    @RouteBuilder parts: () -> Content
  ) {
    part = RoutePart(ConvertedNode(content: parts().part.node, conversion: conversion))
  }

  /// A group of parts whose value is the tuple of theirs.
  ///
  /// - Parameter parts: What a request must have.
  public init<Content: RouteComponent>(
    @RouteBuilder parts: () -> Content
  ) where Content.Value == Value {
    part = parts().part
  }

  /// A route whose request has nothing but the method `GET` and an empty path.
  ///
  /// - Parameter conversion: Makes the value and takes it apart.
  public init(_ conversion: Conversion<Void, Value>) {
    part = RoutePart(ConvertedNode(content: parts([]).part.node, conversion: conversion))
  }
}

extension RouteComponent {
  /// This part with a name, for errors, lists of routes and API documents.
  ///
  /// A route is called after the cases that it makes, `users.user.profile`, as far as they can be
  /// told by the types of their payloads. A name stands for those of all cases inside.
  ///
  /// - Parameter name: The name.
  /// - Returns: The same part with the name.
  public func named(_ name: String) -> Route<Value> {
    Route(part: RoutePart(NamedNode(content: part.node, name: name)))
  }

  /// This part with its value converted.
  ///
  /// - Parameter conversion: Makes the value and takes it apart.
  /// - Returns: A part with the new value.
  public func map<NewValue>(_ conversion: Conversion<Value, NewValue>) -> Route<NewValue> {
    Route(conversion) { self }
  }
}
