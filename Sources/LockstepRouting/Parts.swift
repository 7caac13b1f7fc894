// SPDX-License-Identifier: MIT

/// Parts of a route in their order, as the builders collect them: some yield a value, and between
/// them stand methods and literals.
///
/// The value of the whole is the tuple of the values, in order; of one value that value, of none
/// `Void`. Groups such as ``Path`` and ``Query`` are spliced in, so that their values stand in the
/// same tuple.
public struct Parts<each Value>: RouteComponent {
  let slots: (repeat Slot<each Value>)
  let constants: [Constant]

  /// The parts as one.
  public var part: RoutePart<(repeat each Value)> {
    RoutePart(node: erase(PartsNode(slots: (repeat each slots), constants: constants)))
  }

  /// These parts, then others.
  func followed<each Next>(
    by next: Parts<repeat each Next>
  ) -> Parts<repeat each Value, repeat each Next> {
    var count = 0
    for _ in repeat each slots { count += 1 }
    return Parts<repeat each Value, repeat each Next>(
      slots: (repeat each slots, repeat each next.slots),
      constants: constants + next.constants.moved(by: count)
    )
  }
}

/// The node of a part that yields a value.
struct Slot<Value>: Sendable {
  let node: any RouteNode<Value>
}

/// A part without a value and the number of slots before it.
struct Constant: Sendable {
  var position = 0
  let element: RouteElement
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
  Parts(slots: (Slot(node: component.part.node)), constants: [])
}

/// Parts that yield no value.
func parts(_ constants: [RouteElement]) -> Parts<> {
  .init(slots: (), constants: constants.map { Constant(element: $0) })
}
