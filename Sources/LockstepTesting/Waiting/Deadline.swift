// SPDX-License-Identifier: MIT

internal import Synchronization

/// Until when something is waited for at most.
///
/// It passes when its time has run out, and what was ready to run by then has run, with what that made
/// ready: where many tests share few threads, what is waited for waits for a thread itself.
///
/// Isolation: any.
final class Deadline: Sendable {
  /// How often all that is ready has its turn, once the time has run out.
  ///
  /// What is waited for may need many: each `await` on the way to it can be one.
  private static let rounds = 100

  private let turns = Atomic(0)
  private let passed = Atomic(false)

  var hasPassed: Bool { passed.load(ordering: .acquiring) }

  /// - Parameters:
  ///   - timeout: A longer one than a clock can count is as good as a year.
  ///   - isolation: Where what is waited for may run too, besides the pool of threads.
  ///   - body: What to do when it passes, unless its task has been cancelled.
  /// - Returns: The deadline, and its task, to be cancelled when nobody waits any more.
  static func after(
    _ timeout: Duration,
    isolation: (any Actor)?,
    _ body: @escaping @Sendable () -> Void
  ) -> (Deadline, Task<Void, Never>) {
    let deadline = Deadline()
    let time = ContinuousClock.now.advanced(by: min(timeout, .seconds(31_536_000)))
    let task = Task.detached {
      // Who waits is told once: not before the time, even where a sleep ends early.
      while Task.isCancelled == false, ContinuousClock.now < time {
        try? await Task.sleep(until: time, clock: .continuous)
      }
      while Task.isCancelled == false, await deadline.takeTurn(isolation) < rounds {
        await Task.yield()
      }
      guard Task.isCancelled == false else { return }
      deadline.passed.store(true, ordering: .releasing)
      body()
    }
    return (deadline, task)
  }

  /// Waits for its turn there, and returns how often it has had one.
  ///
  /// What is counted there needs to be there: the optimizer leaves out a visit for nothing.
  private func takeTurn(_ isolation: isolated (any Actor)?) async -> Int {
    turns.add(1, ordering: .relaxed).newValue
  }
}
