// SPDX-License-Identifier: MIT

/// An object that keeps a runtime alive, for stores that do not know the runtime's types.
@usableFromInline
protocol RuntimeKeeper: AnyObject {
  /// Calls a function; the actions that it sends take their turns after it has returned.
  func beforeTurns(_ body: () -> Void)

  /// Adds a recorder of the turns, and returns the id to remove it by.
  func add(_ recorder: TurnRecorder) -> Int

  /// A function with which other threads have closures called where the runtime is; the closures call its
  /// `send`.
  var letterBox: @Sendable (_ call: @escaping @Sendable () -> Void) -> Void { get }
}

/// An object that keeps a runtime alive for the stores that show it.
///
/// The stores hold the owner in addition to the runtime, because what other threads carry to the runtime's
/// actor must be a weak reference, and an object that is referred to weakly is slower to retain. A weak
/// reference that finds the owner has the runtime as well, regardless of the thread on which the last store
/// is released.
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
  func add(_ recorder: TurnRecorder) -> Int { runtime.add(recorder) }

  @usableFromInline
  var letterBox: @Sendable (_ call: @escaping @Sendable () -> Void) -> Void {
    { [mailbox = runtime.mailbox] call in mailbox.append(.call(call)) }
  }

  /// Makes values that effects send from elsewhere wake the runtime on its actor.
  ///
  /// The actor is not kept alive: it may be the object that holds the store.
  ///
  /// The task inherits the task-local values that are bound where the letter comes from, except the
  /// animation, which is part of the letter and does not apply to what follows from it.
  @inlinable
  func connect(to isolation: any Actor) {
    let reference = WeakOwner(self)
    if isolation === MainActor.shared {
      // Goes to the main actor directly; the general path takes a detour through another thread.
      let turn: @Sendable () -> Void = {
        StoreAnimation.unanimated { reference.owner?.runtime.processMail() }
      }
      runtime.setWake(turn: turn) {
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
/// `@unchecked` because the runtime is not `Sendable`: it is accessed only on its own actor.
@usableFromInline
final class WeakOwner<State, Action: Sendable>: @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline private(set) weak var owner: StoreOwner<State, Action>?

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
