// SPDX-License-Identifier: MIT

internal import LockstepBase

/// A node of a route, which reads a value from a request and prints it into one.
///
/// The alternative of a ``OneOf`` to read is chosen beforehand, from the ``RouteShape``s. Values are
/// passed in memory whose type is known to the parts around a node, so that a tuple is assembled in
/// place, and code that runs for a request never has to look up types.
protocol RouteNode: AnyObject, Sendable {
  /// The leaves under this node in declaration order.
  var shapes: [RouteShape] { get }

  /// Reads the value into uninitialized memory that is large enough.
  ///
  /// Returns false if it cannot, after recording the reason in the reader; the memory is then
  /// unchanged.
  func parse(into memory: UnsafeMutableRawPointer, _ reader: inout RequestReader) -> Bool

  /// Prints the value in the memory.
  func print(from memory: UnsafeRawPointer, into printer: inout RequestPrinter) -> Printed

  /// The case of an enum that all values of the node are in, if there is one.
  var enumCase: CaseTag? { get }

  /// Undoes what ``parse(into:_:)`` did to the memory.
  func destroy(_ memory: UnsafeMutableRawPointer)
}

extension RouteNode {
  var enumCase: CaseTag? { nil }
}

/// The outcome of printing a value.
enum Printed {
  case printed
  /// The value belongs to another alternative, not to this node; anything printed so far is void.
  case notMeant
  /// The reason has been recorded in the printer; anything printed so far is void.
  case failed
}

/// The identity of a part of a description: the same part is under each of the leaves that it leads to.
final class PartID: Sendable {}
