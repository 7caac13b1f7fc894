// SPDX-License-Identifier: MIT

internal import Synchronization

/// A value that a dependency changes and a test reads.
///
/// Effects run `@Sendable` code, which cannot change a local variable of the test:
///
/// ```swift
/// let didSave = Recorder(false)
/// store.environment.save = { _ in .fireAndForget { didSave.set(true) } }
/// store.send(.saveButtonTapped)
/// store.fireAndForget()
/// #expect(didSave.value)
/// ```
///
/// Isolation: any thread; the body of `update` runs with a lock held, so that it must not use the
/// recorder.
///
/// Complexity: O(1).
public final class Recorder<Value: Sendable>: Sendable {
  private let recorded: Mutex<Value>

  /// Creates a recorder.
  ///
  /// - Parameter value: The value before anything is recorded.
  public init(_ value: Value) {
    recorded = Mutex(value)
  }

  /// What has been recorded.
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
  /// - Parameter body: Changes it while nobody else can.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  @discardableResult
  public func update<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try recorded.withLock { value throws(Failure) in try body(&value) }
  }
}

extension Recorder {
  /// Changes the value, where nothing is to be returned.
  ///
  /// It stands in for the other one where a function that returns nothing consists of the call, and the
  /// body has a result that nobody asks for: `AnyCancellable { ids.update { $0.remove(id) } }`.
  ///
  /// - Parameter body: Changes it while nobody else can.
  public func update(_ body: (inout Value) -> Void) {
    recorded.withLock { body(&$0) }
  }
}
