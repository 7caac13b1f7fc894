// SPDX-License-Identifier: MIT

/// Parts of a route in their order, as the builders collect them: some yield a value, and between
/// them stand methods and literals.
///
/// The value of the whole is the tuple of the values, in order; of one value that value, of none
/// `Void`. Groups such as ``Path`` and ``Query`` are spliced in, so that their values stand in the
/// same tuple.
public struct Parts<each Value>: RouteComponent {
  let slots: [AnySlot]
  let constants: [Constant]

  /// There is one slot for each value, of its type and in order.
  fileprivate init(slots: [AnySlot], constants: [Constant]) {
    self.slots = slots
    self.constants = constants
  }

  /// The parts as one.
  public var part: RoutePart<(repeat each Value)> {
    RoutePart(node: erase(PartsNode<repeat each Value>(slots: slots, constants: constants)))
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
}

/// The node of a part that yields a value, with its type forgotten.
///
/// NB: the slots of ``Parts`` could be a tuple, `(repeat Slot<each Value>)`. Optimized code of 6.3.1
/// then crashes while it completes the metadata of `Parts`, as soon as that is instantiated in
/// another module; hence the array.
struct AnySlot: Sendable {
  private let box: any AnyObject & Sendable

  init<Value>(_ node: any RouteNode<Value>) {
    box = Box(node)
  }

  /// The node again; `Value` must be the type that the slot was made with.
  func node<Value>(of type: Value.Type) -> any RouteNode<Value> {
    assert(box is Box<Value>, "The slots of Parts have the types of its values, in order.")
    return unsafeDowncast(box, to: Box<Value>.self).node
  }

  private final class Box<Value>: Sendable {
    let node: any RouteNode<Value>

    init(_ node: any RouteNode<Value>) {
      self.node = node
    }
  }
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
  Parts<Component.Value>(slots: [AnySlot(component.part.node)], constants: [])
}

/// Parts that yield no value.
func parts(_ constants: [RouteElement]) -> Parts<> {
  .init(slots: [], constants: constants.map { Constant(element: $0) })
}
