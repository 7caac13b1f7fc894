// SPDX-License-Identifier: MIT

internal import Synchronization

/// Lets one thread in at a time, and again as often as it likes while it is in.
///
/// Threads that are in one each, and wait for the next one in a circle, would wait for good. The last of
/// them is let in instead: all others wait until it comes out again, so that nobody is at work where it
/// goes in, as if the thread that is there had come round to itself.
///
/// Isolation: any thread.
final class ExclusiveAccess: Sendable {
  /// What threads wait for: of all stores, because a circle goes through several.
  private static let waits = Mutex<[UInt: ExclusiveAccess]>([:])

  /// What it gives access to: the place where that was made.
  let place: CodeLocation
  private let lock = Mutex(())
  /// The thread that is in; zero if none is.
  private let thread = Atomic<UInt>(0)

  init(to place: CodeLocation) {
    self.place = place
  }

  /// Whether this thread is in; what another one stores here meanwhile is never its number.
  private var isIn: Bool { thread.load(ordering: .relaxed) == currentThread() }

  /// Runs a body when no other thread is in, or can go on before this one does.
  ///
  /// - Parameters:
  ///   - noteCircle: Called before the body, if others wait for this thread: with what is waited for, from
  ///     this one on, each by the thread that is in the one before.
  ///   - body: What is run.
  /// - Returns: What the body returns.
  func perform<Result>(
    noteCircle: (_ circle: [ExclusiveAccess]) -> Void,
    _ body: () -> Result
  ) -> Result {
    if let result = performIfFree(body) { return result }
    if let circle = beginWaiting() {
      return enter {
        noteCircle(circle)
        return body()
      }
    }
    var result: Result?
    lock.withLock { _ in
      endWaiting()
      result = enter(body)
    }
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
    let outer = thread.load(ordering: .relaxed)
    thread.store(currentThread(), ordering: .relaxed)
    defer { thread.store(outer, ordering: .relaxed) }
    return body()
  }

  // MARK: Circles

  /// Notes that this thread waits; returns the circle instead, if that would close one.
  ///
  /// Of threads that wait for one another the last to come here finds all others noted, and sees what
  /// they are in, since they went in before.
  private func beginWaiting() -> [ExclusiveAccess]? {
    Self.waits.withLock { waits in
      var circle = [self]
      var thread = thread.load(ordering: .relaxed)
      while let next = waits[thread], circle.count <= waits.count {
        circle.append(next)
        thread = next.thread.load(ordering: .relaxed)
        if thread == currentThread() { return circle }
      }
      waits[currentThread()] = self
      return nil
    }
  }

  private func endWaiting() {
    let ended = Self.waits.withLock { $0.removeValue(forKey: currentThread()) }
    withExtendedLifetime(ended) {}
  }
}
