// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// The tasks that effects run in, and the tasks started in them that are still running.
final class TaskAccount: Sendable {
  private struct Entry {
    var leaf: EffectScope
    /// Whether the body has returned on its own.
    var hasReturned = false
    /// The cancellation by which it was ended, if it was ended by its id.
    var cancellation: CancelledEffect?
  }

  private let entries = Mutex<[UInt64: Entry]>([:])
  private let wakeUp: WakeUp

  /// Creates an account.
  ///
  /// - Parameter wakeUp: Signalled when all tasks of an effect have ended.
  init(_ wakeUp: WakeUp) {
    self.wakeUp = wakeUp
  }

  /// Notes that the body of a leaf begins in a task.
  ///
  /// - Parameter leaf: The scope of the leaf.
  /// - Returns: A mark that is released when the task and all tasks started in it have ended.
  func start(_ leaf: EffectScope) -> TaskMark {
    let number = leaf.number
    entries.withLock { $0[number] = Entry(leaf: leaf) }
    return TaskMark {
      self.remove(number)
      self.wakeUp.signal()
    }
  }

  /// Notes that the body of a leaf has returned.
  ///
  /// A leaf that was ended from outside is not held to account for the tasks it has left behind, which
  /// may need a while to see that they were cancelled.
  func noteReturn(of leaf: EffectScope) {
    if leaf.isActive {
      entries.withLock { $0[leaf.number]?.hasReturned = true }
    } else {
      remove(leaf.number)
    }
  }

  /// Notes that a leaf is cancelled by its id.
  func note(_ cancellation: CancelledEffect, of leaf: EffectScope) {
    entries.withLock { $0[leaf.number]?.cancellation = cancellation }
  }

  private func remove(_ number: UInt64) {
    let entry = entries.withLock { $0.removeValue(forKey: number) }
    // Released outside the lock, because a scope may hold anything.
    _ = entry
  }

  /// Forgets all tasks, because they were reported or do not matter.
  func removeAll() {
    let entries = entries.withLock { entries in
      defer { entries = [:] }
      return entries
    }
    _ = entries
  }

  /// Forgets the effects that have left tasks behind.
  func removeEscaped() {
    for leaf in escaped { remove(leaf.number) }
  }

  private var inOrder: [Entry] {
    entries.withLock { $0 }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The effects that are over but have started tasks that are not.
  var escaped: [EffectScope] {
    inOrder.filter(\.hasReturned).map(\.leaf)
  }

  /// The effects that were ended from outside but whose bodies have not returned.
  var ignoringCancellation: [(leaf: EffectScope, cancellation: CancelledEffect?)] {
    inOrder.filter { $0.hasReturned == false && $0.leaf.isRunning == false }
      .map { ($0.leaf, $0.cancellation) }
  }
}

extension FireAndForgetAccount {
  var actionInFlight: ActionInFlight? { turn.action }

  func taskStarted(in leaf: EffectScope) -> TaskMark {
    tasks.start(leaf)
  }

  func taskReturned(in leaf: EffectScope) {
    tasks.noteReturn(of: leaf)
  }

  /// Notes the action whose turn it is.
  func turnBegan(_ action: any Sendable) {
    guard let step = IssueReporting.activity?.location else { return }
    turn.action = ActionInFlight(action, step: step)
  }

  /// Notes that the turn is over.
  func turnEnded() {
    turn.action = nil
  }

  /// Performs a part of a step; issues that dependencies report meanwhile belong to that step.
  func withActivity<Result>(
    at location: CodeLocation,
    _ body: () throws -> Result
  ) rethrows -> Result {
    try IssueReporting.$activity.withValue(.step(location, turn), operation: body)
  }
}
