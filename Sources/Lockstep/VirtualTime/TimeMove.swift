// SPDX-License-Identifier: MIT

internal import Synchronization

/// A move of a test scheduler's time, during which stores without an actor run their ready work.
///
/// While a test scheduler moves its time, such a store adds its ready work here instead of waiting for its owner. The
/// scheduler runs the work before it continues.
///
/// A move stays on its thread, but a task that it resumes keeps the task-local values with which the task was started.
/// Moves are therefore stored by thread.
package final class TimeMove: Sendable {
  private static let moves = Mutex<[UInt: TimeMove]>([:])
  private static let moveCount = Atomic(0)

  package static var current: TimeMove? {
    guard moveCount.load(ordering: .relaxed) > 0 else { return nil }
    return moves.withLock { $0[currentThread()] }
  }

  /// A function that runs ready work, and returns `false` if some of it may still run before the next due work.
  package typealias Work = @Sendable (ManualDriver.Extent) -> Bool

  private struct Ready {
    var owner: ObjectIdentifier
    var work: Work
  }

  private struct State {
    var ready: [Ready] = []
    var left: [Ready] = []
    var owners: Set<ObjectIdentifier> = []
  }

  private let state = Mutex(State())

  private init() {}

  /// Adds ready work to the move, unless earlier work of the owner is still waiting.
  package func add(for owner: AnyObject, _ work: @escaping Work) {
    state.withLock { state in
      let owner = ObjectIdentifier(owner)
      guard state.owners.insert(owner).inserted else { return }
      state.ready.append(Ready(owner: owner, work: work))
    }
  }

  /// Runs a body that moves the time, and passes it a function that settles the stores.
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
