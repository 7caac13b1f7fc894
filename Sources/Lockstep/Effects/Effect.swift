// SPDX-License-Identifier: MIT

/// A description of work that a reducer returns for its store to run.
///
/// A running effect sends any number of outputs over time, and then completes or fails. An effect does nothing until a
/// store starts it. Build effects from constructors such as `task` and operators such as ``map(_:)``:
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
/// The store delivers the values of an effect one at a time, even if several threads send them, so the functions passed
/// to operators never run at the same time. If a value is sent while such a function runs, on another thread or by the
/// function itself, it is delivered after the current value. The sender does not wait: the call in progress delivers
/// the value.
///
/// Nested effects of any depth need constant stack space. So do loops: the effect that the function of `flatMap` or
/// `catch` returns may contain such an operator again, any number of times. Cancelling and ending effects also need
/// constant stack space.
///
/// Isolation: effects are created on any thread. An operator calls its functions where the upstream effect sends.
///
/// Complexity: creating an effect and applying an operator are O(1) unless stated otherwise. A running operator needs
/// O(1) for each value, in addition to its function.
public struct Effect<Output: Sendable, Failure: Error>: Sendable {
  /// The node of the effect, or `nil` for the effect that does nothing.
  @usableFromInline package let node: EffectNode<Output, Failure>?

  @inlinable
  init(_ node: EffectNode<Output, Failure>?) {
    self.node = node
  }

  /// An effect that does nothing and completes immediately, without an allocation.
  @inlinable public static var none: Self { Self(nil) }

  /// Creates an effect that immediately sends one value and completes.
  ///
  /// - Parameter value: The value to send.
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

/// A value sent by a child with an identity, or the action that dismisses a child at its own request.
///
/// `@unchecked` like every node; see ``EffectNode``.
@usableFromInline
final class ChildValueNode<Output: Sendable, Failure: Error>: ValueNode<Output, Failure>,
  @unchecked Sendable
{
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
      // The value needs a scope of its own, because a parent's operators may hold it back.
      guard let child = scope.makeChild(as: isDismissal ? .isDismissal : []) else { return }
      if isDismissal { child.endWithState(at: position(below: subscriber.statePosition)) }
      if let sender { child.noteSender(sender, below: subscriber.statePosition) }
      subscriber.send(only: value, from: child)
      child.leave()
    }
  }

  func position(below outer: StatePosition?) -> StatePosition? {
    outer.flatMap { sender?.position(below: $0) }
  }
}

extension ValueNode {
  var childValue: ChildValueNode<Output, Failure>? {
    kind == .childValue ? unsafeDowncast(self, to: ChildValueNode<Output, Failure>.self) : nil
  }
}
