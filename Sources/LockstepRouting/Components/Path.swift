// SPDX-License-Identifier: MIT

/// The components of a path, one after the other.
///
/// ```swift
/// Path {
///   "users"
///   Parameter("id", .int)
///   "books"
/// }
/// ```
///
/// A literal may contain slashes: `"api/users"` is two components. Literals are compared by their
/// bytes. A route matches only if the entire path of a request is consumed. Several paths in a route,
/// and those of nested routes, follow each other.
public struct Path<each Value>: Sendable {
  let parts: Parts<repeat each Value>

  /// Creates a path from its components.
  ///
  /// - Parameter components: Literals and ``Parameter``s.
  public init(@PathBuilder components: () -> Parts<repeat each Value>) {
    parts = components()
  }
}

/// A component of a path that yields a value.
///
/// An empty component, `.` and `..` are not values and cannot be printed, because they would not be
/// read back.
public struct Parameter<Value>: RouteComponent {
  /// The component as a route.
  public let route: Route<Value>

  /// Creates a component whose text a conversion reads.
  ///
  /// - Parameter conversion: Reads and prints the entire decoded text.
  public init(_ conversion: Conversion<String, Value>) {
    route = Route(ParameterNode(name: nil, conversion: conversion))
  }

  /// Creates a component with a name, whose text a conversion reads.
  ///
  /// - Parameters:
  ///   - name: The name of the component in templates, such as `/users/{id}`; a component without a
  ///     name is called `parameter1` and so on.
  ///   - conversion: Reads and prints the entire decoded text.
  public init(_ name: String, _ conversion: Conversion<String, Value>) {
    route = Route(ParameterNode(name: name, conversion: conversion))
  }
}

final class ParameterNode: RouteNode {
  private let description: ParameterDescription
  private let conversion: RawConversion
  private let id = PartID()

  init<Value>(name: String?, conversion: Conversion<String, Value>) {
    self.conversion = conversion.raw
    description = ParameterDescription(
      name: name,
      value: conversion.described,
      accepts: { [raw = conversion.raw] text in
        !text.isUnreadablePathComponent
          && withTemporaryMemory(
            byteCount: MemoryLayout<Value>.size,
            alignment: MemoryLayout<Value>.alignment
          ) { raw.reads(text, in: $0) }
      },
      verdict: { text in
        text.isUnreadablePathComponent ? .rejects : conversion.verdict(on: text)
      },
      isTotal: conversion.facts.certainty == .total
    )
  }

  var shapes: [RouteShape] {
    [RouteShape(elements: [RouteElement(.parameter(description), id: id)])]
  }

  func destroy(_ memory: UnsafeMutableRawPointer) { conversion.destroyOutput(memory) }

  func parse(into memory: UnsafeMutableRawPointer, _ reader: inout RequestReader) -> Bool {
    let index = reader.pathIndex - reader.path.startIndex
    let text = reader.nextPathComponent()
    let part = RoutingError.Part.path(index)
    guard !text.isUnreadablePathComponent else {
      return reader.refuseComponent(
        RoutingError(.notFound, part: part, expected: description.value.expected, found: text)
      )
    }
    do {
      try withUnsafePointer(to: text) { try conversion.apply($0, memory) }
      reader.advance()
      return true
    } catch {
      var error = RoutingError(
        .badRequest,
        wrapping: error,
        part: part,
        expected: description.value.expected,
        found: text
      )
      if error.kind == .badRequest { error.kind = .notFound }
      return reader.refuseComponent(error)
    }
  }

  func print(from memory: UnsafeRawPointer, into printer: inout RequestPrinter) -> Printed {
    do {
      printer.request.path.append(try conversion.text(of: memory))
      return printer.advance()
    } catch {
      let part = RoutingError.Part.path(printer.request.path.count)
      return printer.fail(part, description.value.expected, error)
    }
  }
}

extension RawConversion {
  /// Returns whether the text can be read, using memory for the resulting value.
  fileprivate func reads(_ text: String, in memory: UnsafeMutableRawPointer) -> Bool {
    do {
      try withUnsafePointer(to: text) { try apply($0, memory) }
      destroyOutput(memory)
      return true
    } catch {
      return false
    }
  }

  /// Returns the text of a value that must have one; the input is a string.
  fileprivate func text(of memory: UnsafeRawPointer) throws -> String {
    try withUnsafeTemporaryAllocation(of: String.self, capacity: 1) { buffer in
      guard let text = buffer.baseAddress, try unapply(memory, text) else {
        throw RoutingError.unprintable("the conversion's 'unapply' returned 'nil'")
      }
      return text.move()
    }
  }
}
