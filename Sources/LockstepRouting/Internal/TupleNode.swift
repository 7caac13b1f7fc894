// SPDX-License-Identifier: MIT

/// Reads and prints ``Parts`` in their order, each in its place in the memory of the tuple.
///
/// A tuple is laid out as a struct with its elements would be: each one behind the one before, as
/// soon as its alignment allows.
///
/// NB: 6.3.1 crashes on closures whose type mentions a pack tuple, and where a pack tuple is handed
/// from one function to another; and what expands a pack when it runs makes the metadata of a tuple
/// anew each time. Hence the memory.
struct TupleNode<Tuple>: RouteNode {
  typealias Value = Tuple

  private let steps: [Step]
  private let single: EnumCase?

  private enum Step: Sendable {
    /// Parts without a value, how many components of the path they are, and whether a form begins.
    case constants([RouteElement], components: Int, hasForm: Bool)
    case slot(any RouteNode, offset: Int, leaves: Int)
  }

  /// There is one slot for each element of the tuple, of its type and in order.
  init(slots: [Slot], constants: [Constant]) {
    var steps: [Step] = []
    var offset = 0
    for position in 0...slots.count {
      let elements = constants.filter { $0.position == position }.map(\.element)
      if !elements.isEmpty {
        steps.append(
          .constants(
            elements,
            components: elements.count(where: \.isLiteral),
            hasForm: elements.contains(where: \.isForm)
          )
        )
      }
      guard position < slots.count else { break }
      let slot = slots[position]
      offset = (offset + slot.alignment - 1) / slot.alignment * slot.alignment
      steps.append(.slot(slot.node, offset: offset, leaves: slot.node.shapes.count))
      offset += slot.size
    }
    self.steps = steps
    single = slots.count == 1 ? slots[0].node.enumCase : nil
    assert(offset == MemoryLayout<Tuple>.size, "A tuple is laid out as a struct is.")
  }

  var enumCase: EnumCase? { single }

  var shapes: [RouteShape] {
    var shapes = [RouteShape()]
    for step in steps {
      switch step {
      case .constants(let elements, _, _):
        for index in shapes.indices { shapes[index].elements += elements }
      case .slot(let node, _, _):
        let next = node.shapes
        shapes = shapes.flatMap { shape in next.map(shape.followed(by:)) }
      }
    }
    return shapes
  }

  func parse(into memory: UnsafeMutableRawPointer, _ reader: inout RequestReader) -> Bool {
    for index in steps.indices {
      switch steps[index] {
      case .constants(_, let components, let hasForm):
        // That methods and literals fit was found when the leaf was looked up.
        reader.skip(components)
        if hasForm, !FormBody.check(&reader) {
          destroy(memory, before: index)
          return false
        }
      case .slot(let node, let offset, _):
        guard node.parse(into: memory + offset, &reader) else {
          destroy(memory, before: index)
          return false
        }
      }
    }
    return true
  }

  private func destroy(_ memory: UnsafeMutableRawPointer, before end: Int) {
    for step in steps[..<end] {
      if case .slot(let node, let offset, _) = step { node.destroy(memory + offset) }
    }
  }

  func print(from memory: UnsafeRawPointer, into printer: inout RequestPrinter) -> Printed {
    var leaf = 0
    for step in steps {
      switch step {
      case .constants(let elements, _, _):
        for element in elements { element.print(into: &printer) }
      case .slot(let node, let offset, let leaves):
        let printed = node.print(from: memory + offset, into: &printer)
        guard printed == .printed else { return printed }
        leaf = leaf * leaves + printer.leaf
      }
    }
    printer.leaf = leaf
    return .printed
  }
}

/// The node of a part that yields a value, and the memory that the value takes.
struct Slot: Sendable {
  let node: any RouteNode
  let size: Int
  let alignment: Int

  init<Value>(_ part: RoutePart<Value>) {
    node = part.node
    size = MemoryLayout<Value>.size
    alignment = MemoryLayout<Value>.alignment
  }
}

/// A part without a value and the number of slots before it.
struct Constant: Sendable {
  var position = 0
  let element: RouteElement
}
