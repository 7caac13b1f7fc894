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

  /// A function that runs a part of the work that has become ready; returns false if some is left that may come
  /// before the work that is due next.
  package typealias Work = @Sendable (ManualDriver.Extent) -> Bool

  private struct Ready {
    var owner: ObjectIdentifier
    var work: Work
  }

  private struct State {
    var ready: [Ready] = []
    /// The functions that have left some work for the next time.
    var left: [Ready] = []
    /// The owners of the functions that are ready or left.
    var owners: Set<ObjectIdentifier> = []
  }

  private let state = Mutex(State())

  private init() {}

  /// Adds work that has become ready, to be run on the thread that moves the time.
  ///
  /// Does nothing if work that the owner added earlier has not been run yet.
  package func add(for owner: AnyObject, _ work: @escaping Work) {
    state.withLock { state in
      let owner = ObjectIdentifier(owner)
      guard state.owners.insert(owner).inserted else { return }
      state.ready.append(Ready(owner: owner, work: work))
    }
  }

  /// Runs a body that moves the time; the function passed to the body runs what has become ready, as far as a
  /// random schedule does not let it come later.
  ///
  /// A nested move settles the work that becomes ready within it.
  static func run(_ body: (_ settle: (ManualDriver.Extent) -> Void) -> Void) {
    let (settling, thread) = (TimeMove(), currentThread())
    let outer = moves.withLock { $0.updateValue(settling, forKey: thread) }
    moveCount.wrappingAdd(1, ordering: .relaxed)
    defer {
      moveCount.wrappingSubtract(1, ordering: .relaxed)
      moves.withLock { $0[thread] = outer }
    }
    body(settling.settle)
  }

  private func settle(_ extent: ManualDriver.Extent) {
    state.withLock { state in
      state.ready = state.left + state.ready
      state.left = []
    }
    while true {
      let batch = state.withLock { state in
        defer {
          state.ready = []
          state.owners = Set(state.left.map(\.owner))
        }
        return state.ready
      }
      guard batch.isEmpty == false else { return }
      for ready in batch where ready.work(extent) == false {
        state.withLock { state in
          if state.owners.insert(ready.owner).inserted { state.left.append(ready) }
        }
      }
    }
  }
}
