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
/// Isolation: any thread; the body of ``update(_:)`` runs with a lock held, so that it must not use the
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
  /// - Parameter body: Changes it while nobody else can.
  public func update(_ body: (inout Value) -> Void) {
    recorded.withLock { body(&$0) }
  }
}
