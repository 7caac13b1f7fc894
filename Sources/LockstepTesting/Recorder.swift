// SPDX-License-Identifier: MIT

internal import Synchronization

/// A value that a dependency changes and a test reads.
///
/// Effects run `@Sendable` closures, which cannot mutate a local variable of the test:
///
/// ```swift
/// let didSave = Recorder(false)
/// store.environment.save = { _ in .fireAndForget { didSave.set(true) } }
/// store.send(.saveButtonTapped)
/// store.fireAndForget()
/// #expect(didSave.value)
/// ```
///
/// Isolation: any thread. The body of `update` runs with a lock held and must not use the recorder.
///
/// Complexity: O(1).
public final class Recorder<Value: Sendable>: Sendable {
  private let recorded: Mutex<Value>

  /// Creates a recorder.
  ///
  /// - Parameter value: The initial value.
  public init(_ value: Value) {
    recorded = Mutex(value)
  }

  /// The recorded value.
  public var value: Value { recorded.withLock { $0 } }

  /// Replaces the value.
  ///
  /// - Parameter value: The new value.
  public func set(_ value: Value) {
    recorded.withLock { $0 = value }
  }

  /// Changes the value.
  ///
  /// ```swift
  /// let answers = Recorder(["Yes", "No"])
  /// environment.ask = { answers.update { $0.removeFirst() } }
  /// ```
  ///
  /// - Parameter body: Changes the value. It has exclusive access while it runs.
  /// - Returns: The result of the body.
  /// - Throws: Any error that the body throws.
  @discardableResult
  public func update<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try recorded.withLock { value throws(Failure) in try body(&value) }
  }
}

extension Recorder {
  /// Changes the value without returning a result.
  ///
  /// This overload lets a single-expression closure that returns nothing discard the result of the body:
  /// `AnyCancellable { ids.update { $0.remove(id) } }`.
  ///
  /// - Parameter body: Changes the value. It has exclusive access while it runs.
  public func update(_ body: (inout Value) -> Void) {
    recorded.withLock { body(&$0) }
  }
}
