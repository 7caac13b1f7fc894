// SPDX-License-Identifier: MIT

internal import Synchronization

/// A type that keeps account of the effects of a store: a test store.
@usableFromInline
package protocol EffectAccountant: AnyObject, Sendable {
  /// The action whose turn it is.
  var actionInFlight: ActionInFlight? { get }

  /// Notes that the body of a leaf begins in a task.
  ///
  /// - Parameter leaf: The scope of the leaf.
  /// - Returns: The mark that the task keeps alive, as does every task that it starts and that keeps running.
  func taskStarted(in leaf: EffectScope) -> TaskMark

  /// Notes that the body of a leaf has returned.
  func taskReturned(in leaf: EffectScope)

  /// Notes that a fire-and-forget leaf has been started in a scope of its own, or has run without one.
  func fireAndForgetStarted(_ description: EffectDescription, in scope: EffectScope?)

  /// Notes an output that no parent has handled; called in the isolation of the store.
  func outputSent(_ output: SentOutput)

  /// Notes that a leaf that may send has been started in a scope of its own.
  func leafStarted(in scope: EffectScope)

  /// Notes that an effect is cancelled by its id, and by which effect of which action, as far as that is known.
  func effectCancelled(_ effect: EffectScope, under id: PlacedID, by action: ActionInFlight?)

  /// Notes what something that an effect does waits for; does not keep the source alive.
  func effectWaits(on source: any EffectWaitSource)

  /// Notes what an effect waits for until it is ended from outside.
  func effectWaitsEndlessly(_ wait: any EffectWaitSource)
}

/// A mark that the task of an effect and the tasks that it has started hold together; when it is released,
/// the last of them has ended.
@usableFromInline
package final class TaskMark: Sendable {
  @TaskLocal static var current: TaskMark?

  private let ended: @Sendable () -> Void
  private let sleeps = Atomic(0)

  package init(ended: @escaping @Sendable () -> Void) {
    self.ended = ended
  }

  /// Notes a sleep that did not wait; after many of them, which may be those of an endless loop, lets other
  /// tasks run, so that the loop counts as work.
  func sleptWithoutWaiting(isolation: isolated (any Actor)? = #isolation) async {
    guard sleeps.add(1, ordering: .relaxed).newValue > 1_000 else { return }
    await Task.yield()
  }

  deinit {
    ended()
  }
}
