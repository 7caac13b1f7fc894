// SPDX-License-Identifier: MIT

internal import Synchronization

/// A lock that lets one thread in at a time, which may enter again as often as it likes while it is in.
///
/// Threads that each hold one lock and wait for the next one in a circle would wait forever. The last of them
/// is let in instead: all others wait until it comes out again, so that no other thread is at work where it
/// enters, as if the thread that is in there had come round to itself.
///
/// Isolation: any thread.
final class ExclusiveAccess: Sendable {
  /// The locks that threads wait for: of all stores, because a circle spans several of them.
  private static let waits = Mutex<[UInt: ExclusiveAccess]>([:])

  /// The place where the object that this gives access to was made.
  let place: CodeLocation
  private let lock = Mutex(())
  /// The thread that is in; zero if there is none.
  private let thread = Atomic<UInt>(0)

  init(to place: CodeLocation) {
    self.place = place
  }

  /// Whether the current thread is in; what another thread stores here meanwhile is never its number.
  private var isIn: Bool { thread.load(ordering: .relaxed) == currentThread() }

  /// Runs a body when no other thread is in, or when none that is can continue before this one does.
  ///
  /// - Parameters:
  ///   - noteCircle: Called before the body if others wait for this thread, with the locks that are waited
  ///     for: this one first, and each of the others by the thread that is in the one before.
  ///   - body: The body to run.
  func perform(noteCircle: (_ circle: [ExclusiveAccess]) -> Void, _ body: () -> Void) {
    if performIfFree(body) { return }
    if let circle = beginWaiting() {
      return enter {
        noteCircle(circle)
        body()
      }
    }
    lock.withLock { _ in
      endWaiting()
      enter(body)
    }
  }

  /// Runs a closure, unless another thread has access.
  ///
  /// - Returns: Whether the closure ran.
  func performIfFree(_ body: () -> Void) -> Bool {
    if isIn {
      body()
      return true
    }
    return lock.withLockIfAvailable { _ in enter(body) } != nil
  }

  private func enter(_ body: () -> Void) {
    let outer = thread.load(ordering: .relaxed)
    thread.store(currentThread(), ordering: .relaxed)
    defer { thread.store(outer, ordering: .relaxed) }
    body()
  }

  // MARK: Circles

  /// Notes that this thread waits; if that would close a circle, returns the circle instead.
  ///
  /// Of several threads that wait for one another, the last one to get here finds all others noted, and sees
  /// which locks they are in, since they entered them before.
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
