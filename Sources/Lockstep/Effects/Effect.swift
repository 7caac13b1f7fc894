// SPDX-License-Identifier: MIT

/// Work that a reducer asks a store to do: a value that produces any number of outputs over time,
/// and then completes or fails.
///
/// An effect does nothing by itself; the store that it is returned to starts it. Effects are put
/// together from constructors such as `task` and operators such as
/// ``map(_:)``:
///
/// ```swift
/// case .factButtonTapped:
///   return environment.fact(state.count)
///     .receive(on: environment.mainQueue)
///     .catchToEffect()
///     .map(CounterAction.factResponse)
/// ```
///
/// A reducer returns effects that cannot fail, and whose outputs are its own actions.
///
/// All that one effect of a reducer sends comes one after the other, from whatever threads: the functions that
/// operators are passed are never called at the same time. What is sent while one of them runs, on another thread
/// or by the function itself, comes after the value that it was called with, and nobody waits for that: the call
/// that is under way goes on with it.
///
/// Merges, concatenations and deferred effects within each other need constant stack at any depth. So do
/// loops: what a function of `flatMap` or `catch` returns may have such an operator in turn, any number of
/// times. Every other operator needs some stack for each level: a hundred around each other are fine on
/// any thread. Cancelling and ending effects needs constant stack.
///
/// Isolation: effects are made on any thread. The functions of an operator are called where the effect
/// that it is made from sends.
///
/// Complexity: making an effect, and putting an operator around one, is O(1) where it does not say
/// otherwise. While it runs, an operator costs O(1) for each value, apart from its function.
public struct Effect<Output: Sendable, Failure: Error>: Sendable {
  /// `nil` is the effect that does nothing.
  @usableFromInline package let node: EffectNode<Output, Failure>?

  @inlinable
  init(_ node: EffectNode<Output, Failure>?) {
    self.node = node
  }

  /// An effect that does nothing and completes at once; it costs no allocation.
  @inlinable public static var none: Self { Self(nil) }

  /// An effect that sends one value at once and completes.
  ///
  /// - Parameter value: The value.
  @inlinable
  public init(value: Output) {
    self.init(ValueNode(value))
  }

  /// An effect that fails at once.
  ///
  /// - Parameter error: The failure.
  public init(error: Failure) {
    self.init(ErrorNode(error))
  }
}

/// `@unchecked` like every node, see ``EffectNode``.
@usableFromInline
final class ValueNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  @usableFromInline let value: Output

  @inlinable
  init(_ value: Output) {
    self.value = value
    super.init(.value)
  }

  override func start(
    _ subscriber: EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) {
    scope.accountForValue()
    subscriber.send(only: value, from: scope)
  }
}

/// `@unchecked` like every node, see ``EffectNode``.
final class ErrorNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  let error: Failure

  init(_ error: Failure) {
    self.error = error
    super.init()
  }

  override func start(
    _ subscriber: EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) {
    subscriber.send(end: error, from: scope)
  }
}
