// SPDX-License-Identifier: MIT

/// Parts of a route in their order, as the builders collect them: some yield a value, and between
/// them stand methods and literals.
///
/// The value of the whole is the tuple of the values, in order; of one value that value, of none
/// `Void`. A part whose value is `Void`, as that of a fixed text, adds nothing. Groups such as ``Path`` and ``Query`` are spliced in, so that their values stand in the
/// same tuple.
public struct Parts<each Value>: RouteComponent {
  let slots: [Slot]
  let constants: [Constant]

  /// There is one slot for each value, of its type and in order; slots of `Void` may be among them.
  fileprivate init(slots: [Slot], constants: [Constant]) {
    self.slots = slots
    self.constants = constants
  }

  /// The parts as one.
  public var part: RoutePart<(repeat each Value)> {
    let node = TupleNode(slots: slots, constants: constants)
    assert(node.size == MemoryLayout<(repeat each Value)>.size, "Tuples are laid out as structs.")
    return RoutePart(node)
  }

  /// These parts, then others.
  func followed<each Next>(
    by next: Parts<repeat each Next>
  ) -> Parts<repeat each Value, repeat each Next> {
    Parts<repeat each Value, repeat each Next>(
      slots: slots + next.slots,
      constants: constants + next.constants.moved(by: slots.count)
    )
  }

  /// These parts after some that yield no value.
  func preceded(by elements: [RouteElement]) -> Self {
    Self(slots: slots, constants: elements.map { Constant(element: $0) } + constants)
  }
}

extension [Constant] {
  fileprivate func moved(by distance: Int) -> Self {
    map { Constant(position: $0.position + distance, element: $0.element) }
  }
}

// NB: an empty pack cannot be written in an expression in a way that `swift format` keeps, hence
// functions instead of static members of `Parts`.

/// One part that yields a value.
func parts<Component: RouteComponent>(_ component: Component) -> Parts<Component.Value> {
  parts(component.part)
}

/// One part that yields a value.
func parts<Value>(_ part: RoutePart<Value>) -> Parts<Value> {
  Parts<Value>(slots: [Slot(part)], constants: [])
}

/// One part that is read and printed, and yields no value.
func partsWithoutValue(_ part: RoutePart<Void>) -> Parts<> {
  .init(slots: [Slot(part)], constants: [])
}

/// Parts that yield no value.
func parts(_ constants: [RouteElement.Kind]) -> Parts<> {
  .init(slots: [], constants: constants.map { Constant(element: RouteElement($0)) })
}
