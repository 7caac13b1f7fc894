// SPDX-License-Identifier: MIT

internal import Lockstep

/// What a route is made of: reads a value from a request and prints it into one.
///
/// Which alternative of a ``OneOf`` to read is decided before, from the ``RouteShape``s. Values are
/// handed over in memory whose type the parts around a node know, so that a tuple is put together in
/// place, and no code that runs for a request has to look types up.
protocol RouteNode: AnyObject, Sendable {
  /// The leaves under this node in declaration order.
  var shapes: [RouteShape] { get }

  /// Reads the value into memory that is large enough and not initialized.
  ///
  /// Returns false if it cannot, after telling the reader why; the memory is then as it was.
  func parse(into memory: UnsafeMutableRawPointer, _ reader: inout RequestReader) -> Bool

  /// Prints the value that is in the memory.
  func print(from memory: UnsafeRawPointer, into printer: inout RequestPrinter) -> Printed

  /// The case of an enum that all values of the node are in, if they are.
  var enumCase: CaseTag? { get }

  /// Undoes what ``parse(into:_:)`` did to the memory.
  func destroy(_ memory: UnsafeMutableRawPointer)
}

extension RouteNode {
  var enumCase: CaseTag? { nil }
}

/// What became of printing a value.
enum Printed {
  case printed
  /// The value is not of this node but of another alternative; what was printed so far is void.
  case notMeant
  /// The printer was told why; what was printed so far is void.
  case failed
}

/// Tells parts of descriptions apart: the same part is under each of the leaves that it leads to.
final class PartID: Sendable {}
