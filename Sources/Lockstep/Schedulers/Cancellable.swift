// SPDX-License-Identifier: MIT

internal import Synchronization

/// Something under way that can be ended.
///
/// Isolation: any thread.
///
/// Complexity: O(1), besides what ending takes.
public protocol Cancellable: Sendable {
  /// Ends it; calling it again does nothing.
  func cancel()
}

/// Ends something when it is told to, or when nobody holds it any more.
///
/// ```swift
/// return AnyCancellable { locationManager.stop() }
/// ```
///
/// Isolation: any thread; the function is called where it is told to end, or released. No lock is held
/// meanwhile.
///
/// Complexity: O(1).
public final class AnyCancellable: Cancellable {
  /// A function in a structure takes less room in a generic value.
  private struct Action {
    let run: @Sendable () -> Void
  }

  private let onCancel: Mutex<Action?>

  /// Creates a cancellable.
  ///
  /// - Parameter onCancel: What to do, at most once.
  public init(_ onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = Mutex(Action(run: onCancel))
  }

  /// Ends it; calling it again does nothing.
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
