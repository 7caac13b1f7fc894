// SPDX-License-Identifier: MIT

internal import Synchronization

/// The deadline of a wait.
///
/// After the timeout, the deadline first lets ready work run, along with the work that this makes ready. If many tests
/// share few threads, the awaited work may still be waiting for a thread.
final class Deadline: Sendable {
  /// The number of turns for ready work after the timeout; each `await` of the awaited work can need one.
  private static let rounds = 100

  private let turns = Atomic(0)
  private let passed = Atomic(false)

  var hasPassed: Bool { passed.load(ordering: .acquiring) }

  /// Calls a function when the timeout, at most a year, has passed, unless the returned task is cancelled.
  ///
  /// Clocks cannot represent every duration, hence the limit. If the awaited work does not run on the thread pool,
  /// `isolation` is its isolation.
  static func after(
    _ timeout: Duration,
    isolation: (any Actor)?,
    _ body: @escaping @Sendable () -> Void
  ) -> (Deadline, Task<Void, Never>) {
    let deadline = Deadline()
    let time = ContinuousClock.now.advanced(by: min(timeout, .seconds(31_536_000)))
    let task = Task.detached {
      // A sleep can end early.
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

  /// Waits for a turn on the isolation, and returns the number of turns so far.
  ///
  /// The count must change there, because the optimizer removes a hop that does no work.
  private func takeTurn(_ isolation: isolated (any Actor)?) async -> Int {
    turns.add(1, ordering: .relaxed).newValue
  }
}
