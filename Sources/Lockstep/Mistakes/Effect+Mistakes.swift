// SPDX-License-Identifier: MIT

// Functions with the names of other frameworks. The compiler reports each with the code to write instead.
extension Effect {
  /// Reports another framework's name for ``init(value:)``.
  @available(*, unavailable, message: "Write 'Effect(value: .loaded)' to send one value.")
  public static func send(_ value: Output) -> Self {
    fatalError("This function is unavailable.")
  }

  /// Reports another framework's effect that sends a value with an animation.
  @available(
    *,
    unavailable,
    message: "Write '.run { send in send(.loaded, animation: .default) }'."
  )
  public static func send(_ value: Output, animation: StoreAnimation?) -> Self {
    fatalError("This function is unavailable.")
  }

  /// Reports another framework's `catch` closure.
  @available(
    *,
    unavailable,
    message: "Catch the error in the closure: '.run { send in do { … } catch { send(.failed) } }'."
  )
  public static func run(
    _ operation: @escaping @Sendable (Send<Output>) async throws -> Void,
    catch handler: @escaping @Sendable (any Error, Send<Output>) async -> Void
  ) -> Self {
    fatalError("This function is unavailable.")
  }

  /// Reports another framework's name for ``values(bufferLimit:fileID:line:)``.
  @available(*, unavailable, message: "Write 'effect.values()'.")
  public var values: some AsyncSequence<Output, Failure> & Sendable { values(bufferLimit: 1) }
}

extension Effect.Subscriber {
  // NB: No call matches a parameter of type `Never`. Without this function, a misspelled value in a `run` closure that
  // calls `send` would make the compiler choose the `run` with a subscriber and report that a subscriber cannot be
  // called.

  /// Reports a call of the subscriber, which is not a function.
  @available(*, unavailable, message: "Write 'subscriber.send(.loaded)'.")
  public func callAsFunction(_ value: Never) {}
}
