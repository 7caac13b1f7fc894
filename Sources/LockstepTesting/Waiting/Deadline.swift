// SPDX-License-Identifier: MIT

internal import Synchronization

/// The time by which a wait must end.
///
/// A deadline passes when its time has run out and the work that was ready by then has run, along with
/// the work that it made ready: where many tests share few threads, the awaited work may itself be
/// waiting for a thread.
///
/// Isolation: any.
final class Deadline: Sendable {
  /// How many turns all ready work gets once the time has run out.
  ///
  /// The awaited work may need many: each `await` on the way to it can take one.
  private static let rounds = 100

  private let turns = Atomic(0)
  private let passed = Atomic(false)

  var hasPassed: Bool { passed.load(ordering: .acquiring) }

  /// - Parameters:
  ///   - timeout: The time to wait, a year at most: clocks cannot count every duration.
  ///   - isolation: The isolation of the awaited work, if it is not the thread pool.
  ///   - body: Called when the deadline passes, unless its task has been cancelled.
  /// - Returns: The deadline and its task, which is to be cancelled when nothing waits any more.
  static func after(
    _ timeout: Duration,
    isolation: (any Actor)?,
    _ body: @escaping @Sendable () -> Void
  ) -> (Deadline, Task<Void, Never>) {
    let deadline = Deadline()
    let time = ContinuousClock.now.advanced(by: min(timeout, .seconds(31_536_000)))
    let task = Task.detached {
      // The waiter is notified once, and not before the time, even if a sleep ends early.
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

  /// Waits for a turn on the isolation, and returns how many it has had.
  ///
  /// The count has to be taken there: the optimizer removes a hop that does nothing.
  private func takeTurn(_ isolation: isolated (any Actor)?) async -> Int {
    turns.add(1, ordering: .relaxed).newValue
  }
}
