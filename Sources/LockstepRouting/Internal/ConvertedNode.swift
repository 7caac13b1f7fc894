// SPDX-License-Identifier: MIT

/// Gives the leaves of another node a name.
struct NamedNode<Value>: RouteNode {
  let content: any RouteNode
  let name: String

  var enumCase: EnumCase? { content.enumCase }

  var shapes: [RouteShape] {
    content.shapes.map { shape in
      let others = shape.elements.filter { !$0.isName }
      return RouteShape(elements: [RouteElement(.name(name))] + others, choices: shape.choices)
    }
  }

  func parse(into memory: UnsafeMutableRawPointer, _ reader: inout RequestReader) -> Bool {
    content.parse(into: memory, &reader)
  }

  func print(from memory: UnsafeRawPointer, into printer: inout RequestPrinter) -> Printed {
    content.print(from: memory, into: &printer)
  }
}

/// Converts the value of another node.
struct ConvertedNode<Content, Value>: RouteNode {
  private let content: any RouteNode
  private let conversion: Conversion<Content, Value>
  private let id = PartID()

  /// The node must be one of the content's type.
  init(content: any RouteNode, conversion: Conversion<Content, Value>) {
    self.content = content
    self.conversion = conversion
  }

  var enumCase: EnumCase? { conversion.facts.enumCase }

  var shapes: [RouteShape] {
    let name = conversion.facts.caseName.map { RouteElement(.name($0), id: id) }
    let check = conversion.facts.certainty == .total ? nil : RouteElement(.conversion, id: id)
    return content.shapes.map { shape in
      RouteShape(
        elements: [name].compactMap { $0 } + shape.elements + [check].compactMap { $0 },
        choices: shape.choices
      )
    }
  }

  func parse(into memory: UnsafeMutableRawPointer, _ reader: inout RequestReader) -> Bool {
    withUnsafeTemporaryAllocation(of: Content.self, capacity: 1) { buffer in
      guard let input = buffer.baseAddress, content.parse(into: input, &reader) else {
        return false
      }
      defer { input.deinitialize(count: 1) }
      do {
        memory.initializeMemory(as: Value.self, to: try conversion.apply(input.pointee))
        return true
      } catch {
        return reader.fail(RoutingError(.badRequest, wrapping: error, part: nil))
      }
    }
  }

  func print(from memory: UnsafeRawPointer, into printer: inout RequestPrinter) -> Printed {
    let input: Content?
    do {
      input = try conversion.unapply(memory.assumingMemoryBound(to: Value.self).pointee)
    } catch {
      return printer.fail(RoutingError(.unprintable, wrapping: error, part: nil))
    }
    guard let input else { return .notMeant }
    return withUnsafePointer(to: input) { content.print(from: $0, into: &printer) }
  }
}
