// SPDX-License-Identifier: MIT

/// The parts of a route, in order, as result builders create them.
///
/// The value of the parts is the tuple of their values. A single value is not wrapped in a tuple, and without values
/// the tuple is `Void`. A part whose value is `Void`, such as a fixed text, adds no element. Groups such as ``Path``
/// and ``Query`` add their values to the same tuple.
public struct Parts<each Value>: RouteComponent {
  let slots: [Slot]
  let constants: [Constant]

  /// The slots must have the types of `Value`, in order, apart from additional slots of type `Void`.
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

  func followed<each Next>(
    by next: Parts<repeat each Next>
  ) -> Parts<repeat each Value, repeat each Next> {
    Parts<repeat each Value, repeat each Next>(
      slots: slots + next.slots,
      constants: constants + next.constants.moved(by: slots.count)
    )
  }

  func placed(in place: FieldPlace) -> Self {
    Self(slots: slots.map { $0.placed(in: place) }, constants: constants)
  }

  func preceded(by elements: [RouteElement]) -> Self {
    Self(slots: slots, constants: elements.map { Constant(element: $0) } + constants)
  }
}

extension [Constant] {
  fileprivate func moved(by distance: Int) -> Self {
    map { Constant(position: $0.position + distance, element: $0.element) }
  }
}

// NB: `swift format` does not preserve an empty pack in an expression, so these are not static members of `Parts`.

func parts<Value>(_ route: Route<Value>) -> Parts<Value> {
  Parts<Value>(slots: [Slot(route)], constants: [])
}

func partsWithoutValue(_ route: Route<Void>) -> Parts<> {
  .init(slots: [Slot(route)], constants: [])
}

func parts(_ constants: [RouteElement.Kind]) -> Parts<> {
  .init(slots: [], constants: constants.map { Constant(element: RouteElement($0)) })
}
