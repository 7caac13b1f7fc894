// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// The running tasks of effects, including the tasks that those start.
final class TaskAccount: Sendable {
  private struct Entry {
    var leaf: EffectScope
    var hasReturned = false
    var cancellation: CancelledEffect?
  }

  private let entries = Mutex<[UInt64: Entry]>([:])
  private let wakeUp: WakeUp

  /// - Parameter wakeUp: Signaled when all tasks of an effect have finished.
  init(_ wakeUp: WakeUp) {
    self.wakeUp = wakeUp
  }

  /// Records that the body of a leaf starts in a task.
  ///
  /// - Returns: A mark that is released when the task and all tasks started in it have finished.
  func start(_ leaf: EffectScope) -> TaskMark {
    let number = leaf.number
    entries.withLock { $0[number] = Entry(leaf: leaf) }
    return TaskMark {
      self.remove(number)
      self.wakeUp.signal()
    }
  }

  /// Records that the body of a leaf returned.
  ///
  /// A cancelled leaf is not responsible for its leftover tasks, which may need time to observe the cancellation.
  func noteReturn(of leaf: EffectScope) {
    if leaf.isActive {
      entries.withLock { $0[leaf.number]?.hasReturned = true }
    } else {
      remove(leaf.number)
    }
  }

  func note(_ cancellation: CancelledEffect, of leaf: EffectScope) {
    entries.withLock { $0[leaf.number]?.cancellation = cancellation }
  }

  private func remove(_ number: UInt64) {
    let entry = entries.withLock { $0.removeValue(forKey: number) }
    // Released outside the lock, because a scope may hold anything.
    _ = entry
  }

  func removeAll() {
    let entries = entries.withLock { entries in
      defer { entries = [:] }
      return entries
    }
    _ = entries
  }

  func removeEscaped() {
    for leaf in escaped { remove(leaf.number) }
  }

  private var inOrder: [Entry] {
    entries.withLock { $0 }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The finished effects whose tasks are still running.
  var escaped: [EffectScope] {
    inOrder.filter(\.hasReturned).map(\.leaf)
  }

  /// The cancelled effects whose bodies have not returned.
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

  func turnBegan(_ action: any Sendable) {
    guard let step = IssueReporting.activity?.location else { return }
    turn.action = ActionInFlight(action, step: step)
  }

  func turnEnded() {
    turn.action = nil
  }

  func withActivity<Result>(
    at location: CodeLocation,
    _ body: () throws -> Result
  ) rethrows -> Result {
    try IssueReporting.$activity.withValue(.step(location, turn), operation: body)
  }
}
