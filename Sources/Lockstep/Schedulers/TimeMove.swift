// SPDX-License-Identifier: MIT

internal import Synchronization

/// A move of a test scheduler's time, which lets stores without an actor of their own keep up.
///
/// While a test scheduler moves its time, work that becomes ready to be processed is added here instead of
/// waiting for its owner to look for it; the scheduler runs it before it continues.
///
/// A move stays on its thread, but the code it runs there may not know about it: a task that the move resumes
/// has the task-local values with which it was started. Moves are therefore stored by thread.
package final class TimeMove: Sendable {
  private static let moves = Mutex<[UInt: TimeMove]>([:])
  private static let moveCount = Atomic(0)

  /// The innermost move in progress on this thread.
  package static var current: TimeMove? {
    guard moveCount.load(ordering: .relaxed) > 0 else { return nil }
    return moves.withLock { $0[currentThread()] }
  }

  /// A function that runs the work that has become ready; returns false if it has left some of it, which it
  /// may do only if more work is due at this instant.
  package typealias Work = @Sendable (_ isMoreDueNow: Bool) -> Bool

  private struct State {
    var ready: [Work] = []
    /// The owners of the work in `ready`.
    var owners: Set<ObjectIdentifier> = []
    /// The functions that have left some work for the next time.
    var left: [Work] = []
  }

  private let state = Mutex(State())

  private init() {}

  /// Adds work that has become ready, to be run on the thread that moves the time.
  ///
  /// Does nothing if work that the owner added earlier has not been run yet.
  package func add(for owner: AnyObject, _ work: @escaping Work) {
    state.withLock { state in
      guard state.owners.insert(ObjectIdentifier(owner)).inserted else { return }
      state.ready.append(work)
    }
  }

  /// Runs a body that moves the time; the function passed to the body runs everything that has become ready,
  /// or some of it if more work is due at the instant.
  ///
  /// A nested move settles the work that becomes ready within it.
  static func run(_ body: (_ settle: (_ isMoreDueNow: Bool) -> Void) -> Void) {
    let (settling, thread) = (TimeMove(), currentThread())
    let outer = moves.withLock { $0.updateValue(settling, forKey: thread) }
    moveCount.wrappingAdd(1, ordering: .relaxed)
    defer {
      moveCount.wrappingSubtract(1, ordering: .relaxed)
      moves.withLock { $0[thread] = outer }
    }
    body(settling.settle)
  }

  private func settle(isMoreDueNow: Bool) {
    state.withLock { state in
      guard state.left.isEmpty == false else { return }
      state.ready = state.left + state.ready
      state.left = []
    }
    while true {
      let batch = state.withLock { state in
        defer {
          state.ready = []
          state.owners = []
        }
        return state.ready
      }
      guard batch.isEmpty == false else { return }
      for work in batch where work(isMoreDueNow) == false {
        state.withLock { $0.left.append(work) }
      }
    }
  }
}
