// SPDX-License-Identifier: MIT

internal import LockstepBase

final class ConvertedNode: RouteNode {
  private let content: any RouteNode
  private let conversion: RawConversion
  private let facts: ConversionFacts
  private let size: Int
  private let alignment: Int
  private let id = PartID()

  /// Creates a node from content, whose values must have the type `Content`.
  init<Content, Value>(content: any RouteNode, conversion: Conversion<Content, Value>) {
    self.content = content
    self.conversion = conversion.raw
    facts = conversion.facts
    size = MemoryLayout<Content>.size
    alignment = MemoryLayout<Content>.alignment
  }

  var enumCase: CaseTag? { facts.enumCase }

  var shapes: [RouteShape] {
    let name = facts.caseName.map { RouteElement(.name($0), id: id) }
    return content.shapes.map { shape in
      let parts = shape.elements.filter { !$0.isName }.map(\.id)
      let check = facts.certainty == .total ? nil : RouteElement(.conversion(parts), id: id)
      return RouteShape(
        elements: [name].compactMap { $0 } + shape.elements + [check].compactMap { $0 },
        choices: shape.choices
      )
    }
  }

  func parse(into memory: UnsafeMutableRawPointer, _ reader: inout RequestReader) -> Bool {
    withTemporaryMemory(byteCount: size, alignment: alignment) { input in
      guard content.parse(into: input, &reader) else { return false }
      defer { conversion.destroyInput(input) }
      do {
        try conversion.apply(input, memory)
        return true
      } catch {
        return reader.fail(RoutingError(.badRequest, wrapping: error, part: nil))
      }
    }
  }

  func print(from memory: UnsafeRawPointer, into printer: inout RequestPrinter) -> Printed {
    withTemporaryMemory(byteCount: size, alignment: alignment) { input in
      do {
        guard try conversion.unapply(memory, input) else { return .notMeant }
      } catch {
        _ = printer.fail(nil, nil, error)
        return named(.failed, &printer)
      }
      defer { conversion.destroyInput(input) }
      return named(content.print(from: input, into: &printer), &printer)
    }
  }

  private func named(_ printed: Printed, _ printer: inout RequestPrinter) -> Printed {
    if printed == .failed, let name = facts.caseName { printer.nameFailure(name) }
    return printed
  }

  func destroy(_ memory: UnsafeMutableRawPointer) { conversion.destroyOutput(memory) }
}

final class NamedNode: RouteNode {
  private let content: any RouteNode
  private let name: String

  init(content: any RouteNode, name: String) {
    self.content = content
    self.name = name
  }

  var enumCase: CaseTag? { content.enumCase }

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
    let printed = content.print(from: memory, into: &printer)
    if printed == .failed { printer.renameFailure(name) }
    return printed
  }

  func destroy(_ memory: UnsafeMutableRawPointer) { content.destroy(memory) }
}
