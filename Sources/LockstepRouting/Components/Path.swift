// SPDX-License-Identifier: MIT

/// A sequence of path components.
///
/// ```swift
/// Path {
///   "users"
///   Parameter("id", .int)
///   "books"
/// }
/// ```
///
/// A literal may contain slashes: `"api/users"` is two components. Literals match byte by byte. A route matches only if
/// it consumes the entire path of a request. Several paths in a route, including the paths of nested routes, form one
/// path.
public struct Path<each Value>: Sendable {
  let parts: Parts<repeat each Value>

  /// Creates a path from its components.
  ///
  /// - Parameter components: Literals and ``Parameter``s.
  public init(@PathBuilder components: () -> Parts<repeat each Value>) {
    parts = components()
  }
}

/// A path component with a value.
///
/// A parameter rejects an empty component, `.`, and `..`. It does not print them either, because no route could read
/// them.
public struct Parameter<Value>: RouteComponent {
  /// The component as a route.
  public let route: Route<Value>

  /// Creates a component from a conversion.
  ///
  /// - Parameter conversion: The conversion of the entire decoded text.
  public init(_ conversion: Conversion<String, Value>) {
    route = Route(ParameterNode(name: nil, conversion: conversion))
  }

  /// Creates a component with a name from a conversion.
  ///
  /// - Parameters:
  ///   - name: The name of the component in templates, such as `/users/{id}`. The names of other components are
  ///     `parameter1`, `parameter2`, and so on.
  ///   - conversion: The conversion of the entire decoded text.
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
  /// `memory` must have the layout of the output.
  fileprivate func reads(_ text: String, in memory: UnsafeMutableRawPointer) -> Bool {
    do {
      try withUnsafePointer(to: text) { try apply($0, memory) }
      destroyOutput(memory)
      return true
    } catch {
      return false
    }
  }

  /// The input of the conversion must be `String`.
  fileprivate func text(of memory: UnsafeRawPointer) throws -> String {
    try withUnsafeTemporaryAllocation(of: String.self, capacity: 1) { buffer in
      guard let text = buffer.baseAddress, try unapply(memory, text) else {
        throw RoutingError.unprintable("the conversion's 'unapply' returned 'nil'")
      }
      return text.move()
    }
  }
}
