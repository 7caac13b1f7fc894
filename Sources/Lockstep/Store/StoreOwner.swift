// SPDX-License-Identifier: MIT

/// An object that keeps a runtime alive, for stores that do not know the runtime's types.
@usableFromInline
protocol RuntimeKeeper: AnyObject {
  /// Calls a function, and starts the turns of the actions that it sends after it returns.
  func beforeTurns(_ body: () -> Void)

  /// Adds a recorder of the turns, and returns the id with which to remove it.
  func add(_ recorder: any TurnFollower) -> Int

  /// Informs a watcher of running effects and of all later ones.
  ///
  /// - Returns: A function that removes the watcher.
  func watchEffects(_ watcher: any EffectWatcher) -> @Sendable () -> Void

  var hasRunningEffects: Bool { get }

  var turnCount: Int { get }

  /// A function that calls a closure in the runtime's isolation, from any thread; the closure calls the runtime's
  /// `send`.
  var post: @Sendable (_ call: @escaping @Sendable () -> Void) -> Void { get }
}

/// An object that keeps a runtime alive for the stores that show it.
///
/// The mailbox, which other threads hold, needs a weak reference, and an object with weak references is slower to
/// retain. The stores therefore hold both the runtime and its owner, and the weak reference leads to the owner. If it
/// finds the owner, the runtime exists as well, regardless of the thread that releases the last store.
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

  @inlinable
  func connect(to isolation: any Actor) {
    runtime.mailbox.wake(self, on: isolation) { owner in
      unsafeDowncast(owner, to: StoreOwner<State, Action>.self).runtime.processMail()
    }
  }
}
