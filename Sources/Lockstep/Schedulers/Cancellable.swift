// SPDX-License-Identifier: MIT

internal import Synchronization

/// An ongoing activity that can be cancelled.
///
/// Isolation: any thread.
///
/// Complexity: O(1), plus the cost of the cancellation itself.
public protocol Cancellable: Sendable {
  /// Cancels the activity; calling it again does nothing.
  func cancel()
}

/// A cancellable that calls a function when it is cancelled or deallocated.
///
/// ```swift
/// return AnyCancellable { locationManager.stop() }
/// ```
///
/// Isolation: any thread. The function runs on the thread that cancels or releases the object, without a lock.
///
/// Complexity: O(1).
public final class AnyCancellable: Cancellable {
  /// A function that is wrapped in a structure uses less space in a generic value.
  private struct Action {
    let run: @Sendable () -> Void
  }

  private let onCancel: Mutex<Action?>

  /// Creates a cancellable.
  ///
  /// - Parameter onCancel: The function to call, at most once.
  public init(_ onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = Mutex(Action(run: onCancel))
  }

  /// Cancels the activity; calling it again does nothing.
  public func cancel() {
    let onCancel = onCancel.withLock { action in
      defer { action = nil }
      return action
    }
    onCancel?.run()
  }

  deinit {
    cancel()
  }
}
