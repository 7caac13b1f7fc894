// SPDX-License-Identifier: MIT

internal import Synchronization

/// A type that tracks the effects of a store: a test store.
@usableFromInline
package protocol EffectAccountant: AnyObject, Sendable {
  var actionInFlight: ActionInFlight? { get }

  /// Records the start of a leaf's task, and returns a mark that the task and all tasks that it starts retain.
  func taskStarted(in leaf: EffectScope) -> TaskMark

  func taskReturned(in leaf: EffectScope)

  func fireAndForgetStarted(_ description: EffectDescription, in scope: EffectScope?)

  /// Records, in the isolation of the store, an output that no parent handles.
  func outputSent(_ output: SentOutput)

  func leafStarted(in scope: EffectScope)

  func effectCancelled(_ effect: EffectScope, under id: PlacedID, by action: ActionInFlight?)

  /// Records the source that part of an effect waits for, without retaining it.
  func effectWaits(on source: any EffectWaitSource)

  /// Records a wait that lasts until the effect is ended from outside.
  func effectWaitsEndlessly(_ wait: any EffectWaitSource)
}

/// A mark that the task of an effect shares with the tasks that it has started.
///
/// The mark is released when the last of these tasks has ended.
@usableFromInline
package final class TaskMark: Sendable {
  @TaskLocal static var current: TaskMark?

  private let ended: @Sendable () -> Void
  private let sleeps = Atomic(0)

  package init(ended: @escaping @Sendable () -> Void) {
    self.ended = ended
  }

  /// Records a sleep that did not wait, and yields if there were many, so that an endless loop counts as work.
  func sleptWithoutWaiting(isolation: isolated (any Actor)? = #isolation) async {
    guard sleeps.add(1, ordering: .relaxed).newValue > 1_000 else { return }
    await Task.yield()
  }

  deinit {
    ended()
  }
}
