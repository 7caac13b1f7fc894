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
/// bytes. A route matches only if all of a request's path is consumed. Several paths in a route, and
/// those of nested routes, follow each other.
public struct Path<each Value>: Sendable {
  let parts: Parts<repeat each Value>

  /// Lists components.
  ///
  /// - Parameter components: Literals and ``Parameter``s.
  public init(@PathBuilder components: () -> Parts<repeat each Value>) {
    parts = components()
  }
}

/// A component of a path that is a value.
///
/// An empty component, `.` and `..` are no value and cannot be printed, because they would not be
/// read back.
public struct Parameter<Value>: RouteComponent {
  /// The description of the component.
  public let part: RoutePart<Value>

  /// A component whose text a conversion reads.
  ///
  /// - Parameter conversion: Reads and prints the decoded text, all of it.
  public init(_ conversion: Conversion<String, Value>) {
    part = RoutePart(ParameterNode(name: nil, conversion: conversion))
  }

  /// A component with a name, whose text a conversion reads.
  ///
  /// - Parameters:
  ///   - name: What the component is called in templates, `/users/{id}`; one without a name is called
  ///     `parameter1` and so on.
  ///   - conversion: Reads and prints the decoded text, all of it.
  public init(_ name: String, _ conversion: Conversion<String, Value>) {
    part = RoutePart(ParameterNode(name: name, conversion: conversion))
  }
}

struct ParameterNode<Value>: RouteNode {
  private let name: String?
  private let conversion: Conversion<String, Value>
  private let described: ValueDescription
  private let id = PartID()

  init(name: String?, conversion: Conversion<String, Value>) {
    self.name = name
    self.conversion = conversion
    described = conversion.described
  }

  var shapes: [RouteShape] {
    let parameter = ParameterDescription(
      name: name,
      value: described,
      accepts: { [conversion] text in
        !text.isUnreadablePathComponent && (try? conversion.apply(text)) != nil
      },
      verdict: { [conversion] text in
        text.isUnreadablePathComponent ? .rejects : conversion.verdict(on: text)
      },
      isTotal: conversion.facts.certainty == .total
    )
    return [RouteShape(elements: [RouteElement(.parameter(parameter), id: id)])]
  }

  func parse(into memory: UnsafeMutableRawPointer, _ reader: inout RequestReader) -> Bool {
    let index = reader.pathIndex - reader.path.startIndex
    let text = reader.nextPathComponent()
    let part = RoutingError.Part.path(index)
    guard !text.isUnreadablePathComponent else {
      return reader.fail(
        RoutingError(.notFound, part: part, expected: described.expected, found: text)
      )
    }
    do {
      memory.initializeMemory(as: Value.self, to: try conversion.apply(text))
      reader.advance()
      return true
    } catch {
      var error = RoutingError(
        .badRequest,
        wrapping: error,
        part: part,
        expected: described.expected,
        found: text
      )
      if error.kind == .badRequest { error.kind = .notFound }
      return reader.fail(error)
    }
  }

  func print(from memory: UnsafeRawPointer, into printer: inout RequestPrinter) -> Printed {
    do {
      let value = memory.assumingMemoryBound(to: Value.self)
      printer.request.path.append(try conversion.requiredText(of: value.pointee))
      printer.leaf = 0
      return .printed
    } catch {
      let part = RoutingError.Part.path(printer.request.path.count)
      return printer.fail(RoutingError(.unprintable, wrapping: error, part: part))
    }
  }
}
