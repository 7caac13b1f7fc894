// SPDX-License-Identifier: MIT

/// An object that keeps a runtime alive, for stores that do not know the runtime's types.
@usableFromInline
protocol RuntimeKeeper: AnyObject {
  /// Calls a function; the actions that it sends take their turns after it has returned.
  func beforeTurns(_ body: () -> Void)

  /// Adds a recorder of the turns, and returns the id to remove it by.
  func add(_ recorder: any TurnFollower) -> Int

  /// Tells a watcher about the effects from now on, and about those that are running.
  ///
  /// - Returns: A function that ends this.
  func watchEffects(_ watcher: any EffectWatcher) -> @Sendable () -> Void

  /// Whether effects are running, or actions that they have sent are waiting for their turns.
  var hasRunningEffects: Bool { get }

  /// The number of the last turn, or of the one in progress.
  var turnCount: Int { get }

  /// A function with which other threads have closures called where the runtime is; the closures call its
  /// `send`.
  var post: @Sendable (_ call: @escaping @Sendable () -> Void) -> Void { get }
}

/// An object that keeps a runtime alive for the stores that show it.
///
/// The stores hold the owner in addition to the runtime, because the mailbox, which other threads hold, must refer
/// to it weakly, and an object that is referred to weakly is slower to retain. A weak reference that finds the owner
/// has the runtime as well, regardless of the thread on which the last store is released.
@usableFromInline
final class StoreOwner<State, Action: Sendable>: RuntimeKeeper {
  @usableFromInline let runtime: StoreRuntime<State, Action>

  @usableFromInline
  init(_ runtime: StoreRuntime<State, Action>) {
    self.runtime = runtime
  }

  @usableFromInline
  func beforeTurns(_ body: () -> Void) {
    runtime.beforeTurns(body)
  }

  @usableFromInline
  func add(_ recorder: any TurnFollower) -> Int { runtime.add(recorder) }

  @usableFromInline
  func watchEffects(_ watcher: any EffectWatcher) -> @Sendable () -> Void {
    runtime.watchEffects(watcher)
  }

  @usableFromInline
  var hasRunningEffects: Bool { runtime.hasRunningEffects }

  @usableFromInline
  var turnCount: Int { runtime.taken }

  @usableFromInline
  var post: @Sendable (_ call: @escaping @Sendable () -> Void) -> Void {
    { [mailbox = runtime.mailbox] call in mailbox.append(call) }
  }

  /// Makes values that effects send from elsewhere wake the runtime on its actor, which is not kept alive.
  @inlinable
  func connect(to isolation: any Actor) {
    runtime.mailbox.wake(self, on: isolation) { owner in
      unsafeDowncast(owner, to: StoreOwner<State, Action>.self).runtime.processMail()
    }
  }
}
