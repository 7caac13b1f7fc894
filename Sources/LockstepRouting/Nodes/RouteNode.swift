// SPDX-License-Identifier: MIT

internal import LockstepBase

/// A node of a route, which reads values from requests and prints values into requests.
///
/// The router chooses an alternative of each ``OneOf`` from the ``RouteShape``s before it reads a value. Nodes pass
/// values in memory, and the surrounding parts know their types. A tuple is therefore assembled in place, and handling
/// a request never looks up types.
protocol RouteNode: AnyObject, Sendable {
  /// The leaves under the node, in declaration order.
  var shapes: [RouteShape] { get }

  /// Reads the value into uninitialized memory that is large enough.
  ///
  /// On failure, records the reason in the reader, leaves the memory unchanged and returns `false`.
  func parse(into memory: UnsafeMutableRawPointer, _ reader: inout RequestReader) -> Bool

  func print(from memory: UnsafeRawPointer, into printer: inout RequestPrinter) -> Printed

  var enumCase: CaseTag? { get }

  /// Deinitializes the value that ``parse(into:_:)`` stored in the memory.
  func destroy(_ memory: UnsafeMutableRawPointer)
}

extension RouteNode {
  var enumCase: CaseTag? { nil }
}

enum Printed {
  case printed
  /// The value belongs to another alternative. The caller discards everything printed so far.
  case notMeant
  /// The printer contains the reason. The caller discards everything printed so far.
  case failed
}

/// The identity of a part, which is the same in all leaves that contain the part.
final class PartID: Sendable {}
