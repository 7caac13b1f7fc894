// SPDX-License-Identifier: MIT

internal import LockstepBase

/// A node that reads and prints ``Parts`` in order, each in its place in the memory of the tuple.
///
/// A tuple is laid out like a struct with its elements: each one follows the previous one as soon as
/// its alignment allows.
///
/// NB: Swift 6.3.1 crashes on closures whose type mentions a pack tuple, and where a pack tuple is
/// passed from one function to another; and code that expands a pack at run time creates the metadata
/// of a tuple anew each time. Hence the memory.
final class TupleNode: RouteNode {
  /// The size of the tuple in bytes.
  let size: Int

  let enumCase: CaseTag?
  private let steps: [Step]
  /// The slots that are not read a second time, by step; slots after which no alternative is to be
  /// taken are not read again.
  private let keptSlots: [Slot?]

  private enum Step: Sendable {
    case constants(Constants)
    case slot(any RouteNode, offset: Int, leaves: Int)
  }

  /// Creates a node from one slot for each element of the tuple, of its type and in order.
  ///
  /// Slots of `Void` may be between them; they take no space.
  init(slots: [Slot], constants: [Constant]) {
    var steps: [Step] = []
    var keptSlots: [Slot?] = []
    var offset = 0
    // If a part has alternatives in it, each of them is read once, unless others follow.
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

/// Consecutive parts without a value.
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

  /// Skips the literals; whether methods and literals fit was determined when the leaf was looked up.
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

/// The node of a part that is read and printed, and the memory that its value takes.
struct Slot: Sendable {
  private(set) var node: any RouteNode
  let size: Int
  let alignment: Int
  /// Whether the value is `Void`, which is read and printed, but is not necessarily an element of a
  /// tuple.
  let isCancelled: Bool
  /// Copies a value into uninitialized memory.
  let copy: @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
  /// The number of leaves of the node.
  let leaves: Int
  /// Whether the node contains alternatives.
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

  /// Returns this slot with its node in a place, if that is a field.
  func placed(in place: FieldPlace) -> Self {
    guard let field = node as? PlacedField else { return self }
    var slot = self
    slot.node = field.placed(in: place)
    return slot
  }
}

/// A part without a value and the number of slots before it.
struct Constant: Sendable {
  var position = 0
  let element: RouteElement
}
