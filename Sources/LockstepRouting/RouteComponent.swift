// SPDX-License-Identifier: MIT

/// A part of a route that yields one value: a path parameter, a body, a nested route.
///
/// Conform to this protocol to give a group of parts its own name:
///
/// ```swift
/// struct Paging: RouteComponent {
///   var part: RoutePart<Page> {
///     Route(.memberwise(Page.init) { ($0.number, $0.size) }) {
///       Query {
///         Field("page", .int, default: 1)
///         Field("size", .int, default: 20)
///       }
///     }
///     .part
///   }
/// }
/// ```
public protocol RouteComponent<Value>: Sendable {
  /// The type of the value that is read and printed.
  associatedtype Value

  /// The description of the part.
  var part: RoutePart<Value> { get }
}

/// The description of a part of a route, as made by the parts of the library.
public struct RoutePart<Value>: Sendable {
  /// A node whose values have this type.
  let node: any RouteNode

  init(_ node: any RouteNode) {
    self.node = node
  }
}
