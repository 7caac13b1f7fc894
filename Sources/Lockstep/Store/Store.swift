// SPDX-License-Identifier: MIT

/// Runs a feature: holds its state, takes its actions one at a time, and runs its effects.
///
/// ```swift
/// let store = Store(
///   initialState: CounterState(),
///   reducer: counterReducer,
///   environment: CounterEnvironment.live
/// )
/// store.send(.incrementButtonTapped)
/// print(store.count)
/// ```
///
/// All actions go through one queue, first in, first out, whoever sends them. In its turn an action
/// passes the reducer, the effect that this returns is started, and observers are told of the
/// change. What is sent during a turn waits for its own; ``send(_:fileID:line:)`` returns when the
/// action and all that follows from it at once have had their turns. Actions that effects send from
/// elsewhere are taken on the store's actor, in the order in which they were sent.
///
/// Isolation: a store lives on the actor on which it was made, and the compiler keeps it there. One
/// that is released cancels the effects that it runs.
@dynamicMemberLookup
public final class Store<State, Action: Sendable> {
  private let core: StoreCore<State, Action>
  private var observed: ObservedFields<State>?

  init(core: StoreCore<State, Action>) {
    self.core = core
  }

  /// Creates a store on the main actor.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: What changes the state.
  ///   - environment: What the reducer depends on.
  ///   - actionLimit: How many actions may follow from one another without anything from outside,
  ///     before the chain is reported and cut.
  @MainActor
  public convenience init<Environment: Sendable>(
    initialState: State,
    reducer: Reducer<State, Action, Environment>,
    environment: Environment,
    actionLimit: Int = 10_000_000
  ) {
    self.init(
      initialState: initialState,
      reducer: reducer,
      environment: environment,
      actionLimit: actionLimit,
      isolation: MainActor.shared
    )
  }

  /// Creates a store on an actor, from within that actor: `isolation: self`.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: What changes the state.
  ///   - environment: What the reducer depends on.
  ///   - actionLimit: How many actions may follow from one another without anything from outside,
  ///     before the chain is reported and cut.
  ///   - isolation: The actor on which the store lives.
  public convenience init<Environment: Sendable>(
    initialState: State,
    reducer: Reducer<State, Action, Environment>,
    environment: Environment,
    actionLimit: Int = 10_000_000,
    isolation: isolated any Actor
  ) {
    let runtime = StoreRuntime(
      initialState: initialState,
      host: EffectHost(),
      actionLimit: actionLimit
    ) { state, action in
      reducer.run(&state, action, environment)
    }
    let reference = WeakRuntime(runtime)
    if isolation === MainActor.shared {
      // Goes to the main actor at once; the general way goes there by another thread.
      runtime.setWake { Task { @MainActor in reference.runtime?.processMail() } }
    } else {
      runtime.setWake { Task { await processMail(of: reference, on: isolation) } }
    }
    self.init(core: RootCore(runtime))
  }

  /// Creates a store without an actor, whose owner processes what arrives.
  package convenience init(runtime: StoreRuntime<State, Action>) {
    self.init(core: RootCore(runtime))
  }

  deinit {
    observed?.stop()
  }

  /// The current state.
  ///
  /// Reading it in an observation tracks the whole state; ``subscript(dynamicMember:)`` tracks one
  /// property.
  ///
  /// - Complexity: O(1), apart from copying the state.
  public var state: State {
    observedFields.access(\.self)
    return core.state
  }

  /// A property of the current state: `store.count`.
  ///
  /// Reading it in an observation tracks this property alone.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    observedFields.access(keyPath)
    return core.state[keyPath: keyPath]
  }

  /// Sends an action.
  ///
  /// When it returns, the action and all that followed from it at once have been processed, unless
  /// it was called in the middle of another action's turn; then they are processed before the outer
  /// call returns.
  ///
  /// - Parameters:
  ///   - action: What happened.
  ///   - fileID: The file that sends it.
  ///   - line: The line that sends it.
  /// - Returns: The effects that the action has started, to wait for or to cancel.
  @discardableResult
  public func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> StoreTask {
    StoreTask(core.send(action, from: SourceLocation(fileID: fileID, line: line)))
  }

  /// A store that shows a part of this one's state and takes a part of its actions.
  ///
  /// ```swift
  /// let counter = store.scope(state: \.counter, action: AppAction.counter)
  /// ```
  ///
  /// It is a view and holds no state: it reads through to this store, and sends through it. It
  /// keeps this store alive.
  ///
  /// - Parameters:
  ///   - toChildState: Projects the state; called at each read.
  ///   - fromChildAction: Embeds an action.
  /// - Returns: The store of the part.
  public func scope<ChildState, ChildAction: Sendable>(
    state toChildState: @escaping (State) -> ChildState,
    action fromChildAction: @escaping (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    Store<ChildState, ChildAction>(
      core: ScopeCore(parent: core, toChildState: toChildState, fromChildAction: fromChildAction)
    )
  }

  /// A store that shows a part of this one's state and takes the same actions.
  ///
  /// - Parameter toChildState: Projects the state; called at each read.
  /// - Returns: The store of the part.
  public func scope<ChildState>(
    state toChildState: @escaping (State) -> ChildState
  ) -> Store<ChildState, Action> {
    scope(state: toChildState, action: { $0 })
  }

  var observers: ObserverList { core.observers }

  var unobservedState: State { core.state }

  /// What reads the state as long as the root is there, without keeping it alive.
  func makeReader() -> () -> State? { core.makeReader() }

  private var observedFields: ObservedFields<State> {
    if let observed { return observed }
    let fields = ObservedFields(core)
    observed = fields
    return fields
  }
}

/// A reference to a runtime that other threads may carry to its actor.
///
/// `@unchecked` because the runtime is not `Sendable`: it is only taken out on its own actor.
private final class WeakRuntime<State, Action: Sendable>: @unchecked Sendable {
  private(set) weak var runtime: StoreRuntime<State, Action>?

  init(_ runtime: StoreRuntime<State, Action>) {
    self.runtime = runtime
  }
}

private func processMail<State, Action: Sendable>(
  of reference: WeakRuntime<State, Action>,
  on actor: isolated any Actor
) {
  reference.runtime?.processMail()
}
