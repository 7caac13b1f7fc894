// SPDX-License-Identifier: MIT

internal import Synchronization

/// A recursive lock that breaks deadlocks.
///
/// Threads that each hold one lock and wait for the next one in a circle would wait forever. Instead, the last thread
/// to wait enters the lock without acquiring it. The other threads of the circle wait until it leaves, so no other
/// thread uses the protected object meanwhile.
final class ExclusiveAccess: Sendable {
  /// The lock that each waiting thread waits for; global, because a circle spans several stores.
  private static let waits = Mutex<[UInt: ExclusiveAccess]>([:])

  let place: CodeLocation
  private let lock = Mutex(())
  /// The thread that holds the lock; 0 if none does.
  private let thread = Atomic<UInt>(0)

  init(to place: CodeLocation) {
    self.place = place
  }

  /// Whether the current thread holds the lock; a relaxed load suffices, since only this thread stores its own number.
  private var isIn: Bool { thread.load(ordering: .relaxed) == currentThread() }

  /// Runs a body when no other thread holds the lock, or when the holder cannot continue before this thread does.
  ///
  /// In the second case, `noteCircle` is called first, with the locks of the circle: this lock, and then each lock that
  /// the holder of the previous lock waits for.
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

  /// Runs a body unless another thread holds the lock, and returns whether the body ran.
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

  /// Records that this thread waits for the lock, or returns the circle that waiting would close.
  ///
  /// The last of several threads that wait for one another finds all others recorded. It sees which locks they hold,
  /// because they entered these locks before.
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
