// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// The tasks that effects run in, and those that were started in them and run on.
final class TaskAccount: Sendable {
  private struct Entry {
    var description: EffectDescription?
    /// Whether the body has returned by itself.
    var hasReturned = false
  }

  private let entries = Mutex<[UInt64: Entry]>([:])

  /// Notes that the body of a leaf begins in a task.
  ///
  /// - Parameter leaf: Its scope.
  /// - Returns: What is released when the task and all that were started in it have ended.
  func start(_ leaf: EffectScope) -> TaskMark {
    let number = leaf.number
    entries.withLock { $0[number] = Entry(description: leaf.description) }
    return TaskMark { self.entries.withLock { $0[number] = nil } }
  }

  /// Notes that the body of a leaf has returned.
  ///
  /// One that was ended from outside is not held to
  /// account for what it has left behind, which may need a while to see that it was cancelled.
  func noteReturn(of leaf: EffectScope) {
    let hasReturned = leaf.isActive
    entries.withLock { $0[leaf.number]?.hasReturned = hasReturned }
  }

  /// The effects that are over, but have started tasks that are not.
  var escaped: [EffectDescription] {
    let entries = entries.withLock { $0.filter(\.value.hasReturned) }
    return entries.sorted { $0.key < $1.key }.compactMap(\.value.description)
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

  /// Notes whose turn it is.
  func turnBegan(_ action: some Sendable) {
    guard let step = IssueReporting.activity?.location else { return }
    turn.action = ActionInFlight(action, step: step)
  }

  /// Notes that the turn is over.
  func turnEnded() {
    turn.action = nil
  }

  /// Does a part of a step, so that what dependencies report meanwhile belongs to it.
  func withActivity<Result>(
    at location: SourceLocation,
    _ body: () throws -> Result
  ) rethrows -> Result {
    try IssueReporting.$activity.withValue(.step(location, turn), operation: body)
  }
}
