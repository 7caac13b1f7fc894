// SPDX-License-Identifier: MIT

/// A part of a route that yields one value: a path parameter, a body, a nested route.
///
/// Conform to this protocol to give a group of parts its own name:
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
  /// The type of the value that is read and printed.
  associatedtype Value

  /// The route that the part consists of.
  var route: Route<Value> { get }
}
