// SPDX-License-Identifier: MIT

internal import Synchronization

/// Lets one thread in at a time, and again as often as it likes while it is in.
///
/// Isolation: any thread.
final class ExclusiveAccess: Sendable {
  private let lock = Mutex(())
  /// The thread that is in; zero if none is.
  private let thread = Atomic<UInt>(0)

  /// Whether this thread is in; what another one stores here meanwhile is never its number.
  private var isIn: Bool { thread.load(ordering: .relaxed) == currentThread() }

  /// Runs a body when no other thread is in.
  func perform<Result>(_ body: () -> Result) -> Result {
    guard isIn == false else { return body() }
    var result: Result?
    lock.withLock { _ in result = enter(body) }
    guard let result else { preconditionFailure("A body that has returned has a result.") }
    return result
  }

  /// Runs a body, unless another thread is in; returns `nil` then.
  func performIfFree<Result>(_ body: () -> Result) -> Result? {
    guard isIn == false else { return body() }
    var result: Result?
    _ = lock.withLockIfAvailable { _ in result = enter(body) }
    return result
  }

  private func enter<Result>(_ body: () -> Result) -> Result {
    thread.store(currentThread(), ordering: .relaxed)
    defer { thread.store(0, ordering: .relaxed) }
    return body()
  }
}
