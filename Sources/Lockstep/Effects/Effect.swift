// SPDX-License-Identifier: MIT

/// Work that a reducer asks a store to do: a value that produces any number of outputs over time and then
/// completes or fails.
///
/// An effect does nothing by itself; the store to which it is returned starts it. Effects are built from
/// constructors such as `task` and operators such as ``map(_:)``:
///
/// ```swift
/// case .factButtonTapped:
///   return environment.fact(state.count)
///     .receive(on: environment.mainQueue)
///     .catchToEffect()
///     .map(Counter.Action.factResponse)
/// ```
///
/// The effects that a reducer returns cannot fail, and their outputs are the reducer's own actions.
///
/// Everything that an effect returned by a reducer sends is delivered one at a time, whatever threads it is
/// sent from: the functions passed to operators are never called at the same time. What is sent while such a
/// function runs, on another thread or by the function itself, is delivered after the value that the function
/// was called with. The sender does not wait for that: the call in progress delivers it.
///
/// Effects nested to any depth need constant stack space, whatever they are made of. So do loops: the effect that the
/// function of `flatMap` or `catch` returns may contain such an operator in turn, any number of times. Cancelling and
/// ending effects needs constant stack space, too.
///
/// Isolation: effects are created on any thread. The functions of an operator are called where the effect
/// that the operator is applied to sends.
///
/// Complexity: creating an effect and applying an operator are O(1) unless stated otherwise. While it runs,
/// an operator takes O(1) for each value, apart from its function.
public struct Effect<Output: Sendable, Failure: Error>: Sendable {
  /// The node of the effect, or `nil` for the effect that does nothing.
  @usableFromInline package let node: EffectNode<Output, Failure>?

  @inlinable
  init(_ node: EffectNode<Output, Failure>?) {
    self.node = node
  }

  /// An effect that does nothing and completes immediately; it requires no allocation.
  @inlinable public static var none: Self { Self(nil) }

  /// Creates an effect that immediately sends one value and completes.
  ///
  /// - Parameter value: The value.
  @inlinable
  public init(value: Output) {
    self.init(ValueNode(value))
  }

  /// Creates an effect that fails immediately.
  ///
  /// - Parameter error: The failure.
  public init(error: Failure) {
    self.init(StartNode { $0.send(end: error, from: $1) })
  }
}

/// `@unchecked` like every node; see ``EffectNode``.
@usableFromInline
class ValueNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>, @unchecked Sendable
{
  @usableFromInline final let value: Output

  @inlinable
  init(_ value: Output, _ kind: EffectKind = .value) {
    self.value = value
    super.init(kind)
  }

  override func run(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    place.open { scope in
      scope.accountForValue()
      subscriber.send(only: value, from: scope)
    }
  }
}

/// A value of a child that has an identity, or the action with which a child that has asked for it is dismissed.
///
/// `@unchecked` like every node; see ``EffectNode``.
@usableFromInline
final class ChildValueNode<Output: Sendable, Failure: Error>: ValueNode<Output, Failure>,
  @unchecked Sendable
{
  /// The child that sends the value, if it has an identity or asks to be dismissed.
  let sender: SenderPlace?
  let isDismissal: Bool

  init(_ value: Output, from sender: SenderPlace?, isDismissal: Bool = false) {
    self.sender = sender
    self.isDismissal = isDismissal
    super.init(value, .childValue)
  }

  override func run(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    place.open { scope in
      scope.accountForValue()
      // Operators of a parent are around the value, and may hold it back.
      guard let child = scope.makeChild(as: isDismissal ? .isDismissal : []) else { return }
      if isDismissal { child.endWithState(at: position(below: subscriber.statePosition)) }
      if let sender { child.noteSender(sender, below: subscriber.statePosition) }
      subscriber.send(only: value, from: child)
      child.leave()
    }
  }

  /// Returns the position of the sender's state, given that of the reducer that the node has reached.
  func position(below outer: StatePosition?) -> StatePosition? {
    outer.flatMap { sender?.position(below: $0) }
  }
}

extension ValueNode {
  /// This node, if it is the value of a child with an identity or a dismissal.
  var childValue: ChildValueNode<Output, Failure>? {
    kind == .childValue ? unsafeDowncast(self, to: ChildValueNode<Output, Failure>.self) : nil
  }
}
