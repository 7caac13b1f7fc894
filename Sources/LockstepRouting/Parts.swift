// SPDX-License-Identifier: MIT

/// The parts of a route in order, which only builders make: some yield a value, with methods and
/// literals between them.
///
/// The value of the whole is the tuple of the values, in order; a single value is used as it is, and no
/// values at all are `Void`. A part whose value is `Void`, such as a fixed text, adds nothing. Groups
/// such as ``Path`` and ``Query`` are spliced in, so that their values become elements of the same
/// tuple.
public struct Parts<each Value>: RouteComponent {
  let slots: [Slot]
  let constants: [Constant]

  /// Creates parts from one slot for each value, of its type and in order; slots of `Void` may be among
  /// them.
  fileprivate init(slots: [Slot], constants: [Constant]) {
    self.slots = slots
    self.constants = constants
  }

  /// The parts as one route.
  public var route: Route<(repeat each Value)> {
    let node = TupleNode(slots: slots, constants: constants)
    assert(node.size == MemoryLayout<(repeat each Value)>.size, "Tuples are laid out as structs.")
    return Route(node)
  }

  /// Returns these parts followed by others.
  func followed<each Next>(
    by next: Parts<repeat each Next>
  ) -> Parts<repeat each Value, repeat each Next> {
    Parts<repeat each Value, repeat each Next>(
      slots: slots + next.slots,
      constants: constants + next.constants.moved(by: slots.count)
    )
  }

  /// Returns these parts with the fields among them in a place.
  func placed(in place: FieldPlace) -> Self {
    Self(slots: slots.map { $0.placed(in: place) }, constants: constants)
  }

  /// Returns these parts preceded by some that yield no value.
  func preceded(by elements: [RouteElement]) -> Self {
    Self(slots: slots, constants: elements.map { Constant(element: $0) } + constants)
  }
}

extension [Constant] {
  fileprivate func moved(by distance: Int) -> Self {
    map { Constant(position: $0.position + distance, element: $0.element) }
  }
}

// NB: An empty pack cannot be written in an expression in a form that `swift format` keeps, hence
// functions instead of static members of `Parts`.

/// Returns one part that yields a value.
func parts<Value>(_ route: Route<Value>) -> Parts<Value> {
  Parts<Value>(slots: [Slot(route)], constants: [])
}

/// Returns one part that is read and printed, and yields no value.
func partsWithoutValue(_ route: Route<Void>) -> Parts<> {
  .init(slots: [Slot(route)], constants: [])
}

/// Returns parts that yield no value.
func parts(_ constants: [RouteElement.Kind]) -> Parts<> {
  .init(slots: [], constants: constants.map { Constant(element: RouteElement($0)) })
}
