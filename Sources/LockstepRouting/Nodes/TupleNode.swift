// SPDX-License-Identifier: MIT

internal import LockstepBase

/// A node that reads and prints ``Parts`` in order, each at its offset in the memory of the tuple.
///
/// A tuple has the layout of a struct with the same elements: each element starts at the next aligned offset.
///
/// NB: Swift 6.3.1 crashes on closures whose type mentions a pack tuple, and on pack tuples passed between functions.
/// Code that expands a pack at run time also creates the metadata of the tuple each time. The node therefore uses
/// untyped memory.
final class TupleNode: RouteNode {
  let size: Int

  let enumCase: CaseTag?
  private let steps: [Step]
  /// The slots, by step, whose results are kept for other leaves.
  ///
  /// The last slot with alternatives is `nil`, because no further slot causes its alternatives to be read again.
  private let keptSlots: [Slot?]

  private enum Step: Sendable {
    case constants(Constants)
    case slot(any RouteNode, offset: Int, leaves: Int)
  }

  /// Creates a node from the slots of the tuple's elements, in order.
  ///
  /// Slots of `Void` may appear between them. They take no memory.
  init(slots: [Slot], constants: [Constant]) {
    var steps: [Step] = []
    var keptSlots: [Slot?] = []
    var offset = 0
    // Each alternative of the last slot with alternatives is read only once.
    let last = slots.lastIndex(where: \.hasChoices)
    for position in 0...slots.count {
      let elements = constants.filter { $0.position == position }.map(\.element)
      if !elements.isEmpty {
        steps.append(.constants(Constants(elements)))
        keptSlots.append(nil)
      }
      guard position < slots.count else { break }
      let slot = slots[position]
      offset = (offset + slot.alignment - 1) / slot.alignment * slot.alignment
      steps.append(.slot(slot.node, offset: offset, leaves: slot.leaves))
      keptSlots.append(position == last ? nil : slot)
      offset += slot.size
    }
    self.steps = steps
    self.keptSlots = keptSlots
    size = offset
    let values = slots.filter { !$0.isCancelled }
    enumCase = values.count == 1 ? values[0].node.enumCase : nil
  }

  var shapes: [RouteShape] {
    var shapes = [RouteShape()]
    for step in steps {
      switch step {
      case .constants(let constants):
        for index in shapes.indices { shapes[index].elements += constants.elements }
      case .slot(let node, _, _):
        let next = node.shapes
        shapes = shapes.flatMap { shape in next.map(shape.followed(by:)) }
      }
    }
    return shapes
  }

  func parse(into memory: UnsafeMutableRawPointer, _ reader: inout RequestReader) -> Bool {
    var index = 0
    while index < steps.count {
      let isRead: Bool
      switch steps[index] {
      case .constants(let constants): isRead = constants.parse(&reader)
      case .slot(let node, let offset, _):
        isRead =
          if reader.parts != nil, let slot = keptSlots[index] {
            reader.readOnce(slot, into: memory + offset)
          } else {
            node.parse(into: memory + offset, &reader)
          }
      }
      guard isRead else {
        destroy(memory, before: index)
        return false
      }
      index += 1
    }
    return true
  }

  func print(from memory: UnsafeRawPointer, into printer: inout RequestPrinter) -> Printed {
    var leaf = 0
    for step in steps {
      switch step {
      case .constants(let constants):
        constants.print(into: &printer)
      case .slot(let node, let offset, let leaves):
        let printed = node.print(from: memory + offset, into: &printer)
        guard printed == .printed else { return printed }
        leaf = leaf * leaves + printer.leaf
      }
    }
    printer.leaf = leaf
    return .printed
  }

  func destroy(_ memory: UnsafeMutableRawPointer) { destroy(memory, before: steps.count) }

  private func destroy(_ memory: UnsafeMutableRawPointer, before end: Int) {
    for step in steps[..<end] {
      if case .slot(let node, let offset, _) = step { node.destroy(memory + offset) }
    }
  }
}

private final class Constants: Sendable {
  let elements: [RouteElement]
  private let literals: [String]
  private let method: Method?
  private let scheme: String?
  private let host: String?
  private let hasForm: Bool

  init(_ elements: [RouteElement]) {
    self.elements = elements
    var literals: [String] = []
    var method: Method?
    var (scheme, host): (String?, String?) = (nil, nil)
    for element in elements {
      switch element.kind {
      case .literal(let text): literals.append(text)
      case .method(let named): method = named
      case .scheme(let name): scheme = name
      case .host(let name): host = name
      case .parameter, .field, .body, .conversion, .name: break
      }
    }
    self.literals = literals
    self.method = method
    self.scheme = scheme
    self.host = host
    hasForm = elements.contains(where: \.isForm)
  }

  /// Skips the literals, which were compared when the leaf was looked up.
  func parse(_ reader: inout RequestReader) -> Bool {
    reader.skip(literals.count)
    return !hasForm || FormBody.check(&reader)
  }

  func print(into printer: inout RequestPrinter) {
    if let method { printer.request.method = method }
    if let scheme { printer.request.scheme = scheme }
    if let host { printer.request.host = host }
    for literal in literals { printer.request.path.append(literal) }
    if hasForm { FormBody.print(into: &printer) }
  }
}

struct Slot: Sendable {
  private(set) var node: any RouteNode
  let size: Int
  let alignment: Int
  /// Whether the value is `Void`, which is read and printed, but need not be an element of the tuple.
  let isCancelled: Bool
  let copy: @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
  let leaves: Int
  let hasChoices: Bool

  init<Value>(_ route: Route<Value>) {
    node = route.node
    size = MemoryLayout<Value>.size
    alignment = MemoryLayout<Value>.alignment
    isCancelled = Value.self == Void.self
    copy = { value, memory in
      memory.initializeMemory(
        as: Value.self,
        from: value.assumingMemoryBound(to: Value.self),
        count: 1
      )
    }
    let shapes = node.shapes
    leaves = shapes.count
    hasChoices = shapes.contains { !$0.choices.isEmpty }
  }

  func placed(in place: FieldPlace) -> Self {
    guard let field = node as? PlacedField else { return self }
    var slot = self
    slot.node = field.placed(in: place)
    return slot
  }
}

struct Constant: Sendable {
  var position = 0
  let element: RouteElement
}
