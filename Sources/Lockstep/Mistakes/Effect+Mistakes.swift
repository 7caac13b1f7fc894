// SPDX-License-Identifier: MIT

// Functions that the compiler finds by the names of other frameworks, so that it says what to write.
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

  /// Reports the name that other frameworks have for ``values(bufferLimit:fileID:line:)``.
  @available(*, unavailable, message: "Write 'effect.values()'.")
  public var values: some AsyncSequence<Output, Failure> & Sendable { values(bufferLimit: 1) }
}

extension Effect.Subscriber {
  // NB: With `Never`, no call fits. It is here for the misspelled value of a `run` whose closure calls `send`: without
  // it, the compiler takes the one with a subscriber for meant, and reports that a subscriber cannot be called.

  /// Reports a call of the subscriber, which is not a function.
  @available(*, unavailable, message: "Write 'subscriber.send(.loaded)'.")
  public func callAsFunction(_ value: Never) {}
}
