// SPDX-License-Identifier: MIT

/// What keeps a runtime, for stores that do not know its types.
@usableFromInline
protocol RuntimeKeeper: AnyObject {
  /// Calls a function; the actions that it sends take their turns when it has returned.
  func beforeTurns(_ body: () -> Void)

  /// What lets other threads have functions called where the runtime is, which call its `send`.
  var letterBox: @Sendable (_ call: @escaping @Sendable () -> Void) -> Void { get }
}

/// Keeps a runtime for the stores that show it.
///
/// The stores hold it besides the runtime, because what other threads carry to the runtime's actor
/// must refer to it weakly, and an object that is referred to weakly is slower to retain. A reference
/// that finds the owner has the runtime as well, whatever thread the last store is released on.
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
  var letterBox: @Sendable (_ call: @escaping @Sendable () -> Void) -> Void {
    { [top = runtime.top, mailbox = runtime.mailbox] call in
      // Nobody takes letters to a store that has been released.
      if top.isActive { mailbox.append(.call(call)) }
    }
  }

  /// Lets what effects send from elsewhere wake the runtime on its actor.
  ///
  /// The actor is not kept alive: it may be the one who holds the store.
  ///
  /// The task takes over what is bound where the letter comes from, but not the animation: that is
  /// written on the letter, and is not that of what follows from it.
  @inlinable
  func connect(to isolation: any Actor) {
    let reference = WeakOwner(self)
    if isolation === MainActor.shared {
      // Goes to the main actor at once; the general way goes there by another thread.
      runtime.setWake {
        StoreAnimation.unanimated {
          _ = Task { @MainActor in reference.owner?.runtime.processMail() }
        }
      }
    } else {
      runtime.setWake { [weak isolation] in
        guard let isolation else { return }
        StoreAnimation.unanimated {
          _ = Task { await processMail(of: reference, on: isolation) }
        }
      }
    }
  }
}

/// A reference to a runtime that other threads may carry to its actor.
///
/// `@unchecked` because the runtime is not `Sendable`: it is only taken out on its own actor.
@usableFromInline
final class WeakOwner<State, Action: Sendable>: @unchecked Sendable {
  @usableFromInline private(set) weak var owner: StoreOwner<State, Action>?

  @inlinable
  init(_ owner: StoreOwner<State, Action>) {
    self.owner = owner
  }
}

@inlinable
func processMail<State, Action: Sendable>(
  of reference: WeakOwner<State, Action>,
  on actor: isolated any Actor
) {
  reference.owner?.runtime.processMail()
}
