// SPDX-License-Identifier: MIT

/// What a store is a view of: a runtime, or a part of another core.
class StoreCore<State, Action: Sendable> {
  let observers: ObserverList

  init(observers: ObserverList) {
    self.observers = observers
  }

  var state: State {
    preconditionFailure("A subclass of StoreCore does not override 'state'.")
  }

  func send(_ action: Action, from caller: SourceLocation) -> EffectScope? {
    preconditionFailure("A subclass of StoreCore does not override 'send'.")
  }

  /// Makes what reads the state as long as the root is there, without keeping it alive.
  func makeReader() -> () -> State? {
    preconditionFailure("A subclass of StoreCore does not override 'makeReader'.")
  }
}

final class RootCore<State, Action: Sendable>: StoreCore<State, Action> {
  private let runtime: StoreRuntime<State, Action>

  init(_ runtime: StoreRuntime<State, Action>) {
    self.runtime = runtime
    super.init(observers: ObserverList())
    runtime.turnEnded = { [observers] _, turn in
      observers.notify(StoreChange(animation: turn.animation))
    }
  }

  override var state: State { runtime.pointer.pointee }

  override func send(_ action: Action, from caller: SourceLocation) -> EffectScope? {
    runtime.send(action, from: caller)
  }

  override func makeReader() -> () -> State? {
    { [weak runtime] in runtime?.pointer.pointee }
  }
}

final class ScopeCore<ParentState, ParentAction: Sendable, State, Action: Sendable>:
  StoreCore<State, Action>
{
  private let parent: StoreCore<ParentState, ParentAction>
  private let toChildState: (ParentState) -> State
  private let fromChildAction: (Action) -> ParentAction

  init(
    parent: StoreCore<ParentState, ParentAction>,
    toChildState: @escaping (ParentState) -> State,
    fromChildAction: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    self.toChildState = toChildState
    self.fromChildAction = fromChildAction
    super.init(observers: parent.observers)
  }

  override var state: State { toChildState(parent.state) }

  override func send(_ action: Action, from caller: SourceLocation) -> EffectScope? {
    parent.send(fromChildAction(action), from: caller)
  }

  override func makeReader() -> () -> State? {
    let readParent = parent.makeReader()
    return { [toChildState] in readParent().map(toChildState) }
  }
}
