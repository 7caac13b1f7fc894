// SPDX-License-Identifier: MIT

/// A part of a route that yields one value, such as a path parameter, a body or a nested route.
///
/// Conform to this protocol to name a group of parts:
///
/// ```swift
/// struct Paging: RouteComponent {
///   var route: Route<Page> {
///     Route(.memberwise(Page.init) { ($0.number, $0.size) }) {
///       Query {
///         Field("page", .int, default: 1)
///         Field("size", .int, default: 20)
///       }
///     }
///   }
/// }
/// ```
public protocol RouteComponent<Value>: Sendable {
  /// The type of the part's value.
  associatedtype Value

  /// The route that implements the part.
  var route: Route<Value> { get }
}
