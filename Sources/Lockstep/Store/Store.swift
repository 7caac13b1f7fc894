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
///
/// Complexity: making one is O(1). Memory is the state, what waits in the queue, and O(*n*) in the effects
/// that run and those who observe.
@dynamicMemberLookup
public final class Store<State, Action: Sendable> {
  /// The runtime, if this is a root; it is sent to without a detour.
  @usableFromInline let runtime: StoreRuntime<State, Action>?
  /// Sends to the root, if this is a view of one.
  @usableFromInline let sendToRoot: (Action, CodeLocation, StoreAnimation?) -> EffectScope?
  /// The owner of the root's runtime, which this store keeps alive, and the place of its state.
  @usableFromInline let root: any RuntimeKeeper
  @usableFromInline let rootState: UnsafeRawPointer
  @usableFromInline let view: StateView<State>
  @usableFromInline let observers: ObserverList
  private var observed: ObservedFields<State>?

  @inlinable
  init(_ owner: StoreOwner<State, Action>) {
    let runtime = owner.runtime
    self.runtime = runtime
    sendToRoot = { [unowned runtime] action, caller, animation in
      runtime.send(action, from: caller, animation: animation)
    }
    root = owner
    rootState = UnsafeRawPointer(runtime.statePointer)
    view = StateView(offset: 0)
    observers = runtime.observers
  }

  /// Creates a view of another store.
  @inlinable
  init<ParentState, ParentAction: Sendable>(
    of parent: Store<ParentState, ParentAction>,
    _ view: StateView<State>,
    _ embed: @escaping (Action) -> ParentAction
  ) {
    runtime = nil
    sendToRoot = { [send = parent.sendToRoot] action, caller, animation in
      send(embed(action), caller, animation)
    }
    root = parent.root
    rootState = parent.rootState
    self.view = view
    observers = parent.observers
  }

  /// Creates a store on the main actor.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: What changes the state.
  ///   - environment: What the reducer depends on.
  ///   - actionLimit: How many actions may follow from one another without anything from outside,
  ///     before the chain is reported and cut; less than zero counts as zero.
  @inlinable
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
  /// ```swift
  /// actor Room {
  ///   private lazy var store = Store(
  ///     initialState: RoomState(),
  ///     reducer: roomReducer,
  ///     environment: RoomEnvironment.live,
  ///     isolation: self
  ///   )
  /// }
  /// ```
  ///
  /// The store does not keep the actor alive.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: What changes the state.
  ///   - environment: What the reducer depends on.
  ///   - actionLimit: How many actions may follow from one another without anything from outside,
  ///     before the chain is reported and cut; less than zero counts as zero.
  ///   - isolation: The actor on which the store lives.
  @inlinable
  public convenience init<Environment: Sendable>(
    initialState: State,
    reducer: Reducer<State, Action, Environment>,
    environment: Environment,
    actionLimit: Int = 10_000_000,
    isolation: isolated any Actor
  ) {
    let runtime = StoreRuntime(
      initialState: initialState,
      context: EffectContext(),
      actionLimit: actionLimit,
      sites: reducer.sites
    ) { state, action in
      reducer.reduce(&state, action, environment)
    }
    let owner = StoreOwner(runtime)
    owner.connect(to: isolation)
    self.init(owner)
  }

  /// Creates a store without an actor, whose owner processes what arrives.
  package convenience init(runtime: StoreRuntime<State, Action>) {
    self.init(StoreOwner(runtime))
  }

  /// The current state.
  ///
  /// Reading it in an observation tracks the whole state, and keeps it until it has changed, to be
  /// compared; ``subscript(dynamicMember:)`` tracks one property.
  ///
  /// - Complexity: O(1), apart from copying the state.
  public var state: State {
    trackedFields.accessWhole()
    return view.readForOwner(rootState)
  }

  /// A property of the current state: `store.count`.
  ///
  /// Reading it in an observation tracks this property alone, but as a whole: to track the volume
  /// in the settings apart from the rest of them, read it from a scope of the settings. A property
  /// that is not `Equatable` has changed when its bytes have: an array when it has been written to,
  /// an object when it is another one, a function always.
  ///
  /// What is tracked is kept until it has changed, to be compared. So an action that changes a large
  /// array which is tracked copies it.
  ///
  /// - Parameter keyPath: The property.
  /// - Complexity: O(1); stored properties are read in place, through any number of scopes.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    trackedFields.access(keyPath)
    return view.read(rootState, keyPath)
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
  ///
  /// - Complexity: That of the reducer, plus O(1) and no allocation, plus one comparison for each
  ///   observer; those of the same property by its key path share one.
  @inlinable
  @discardableResult
  public func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> StoreTask {
    let caller = CodeLocation(fileID: fileID, line: line)
    if let runtime { return StoreTask(runtime.send(action, from: caller)) }
    return StoreTask(sendToRoot(action, caller, nil))
  }

  /// Sends an action, and says how a user interface may show the change that it makes.
  ///
  /// ```swift
  /// store.send(.counter(.incrementButtonTapped), animation: .easeOut)
  /// ```
  ///
  /// Observers find it in the change: ``StoreChange/animation``. What follows from the action is not
  /// animated.
  ///
  /// - Parameters:
  ///   - action: What happened.
  ///   - animation: How its change may be shown, or `nil` for at once.
  ///   - fileID: The file that sends it.
  ///   - line: The line that sends it.
  /// - Returns: The effects that the action has started, to wait for or to cancel.
  ///
  /// - Complexity: That of ``send(_:fileID:line:)``.
  @discardableResult
  public func send(
    _ action: Action,
    animation: StoreAnimation?,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> StoreTask {
    StoreTask(sendToRoot(action, CodeLocation(fileID: fileID, line: line), animation))
  }

  /// How many properties it keeps something for, for those who track them.
  package var trackedFieldCount: Int { observed?.count ?? 0 }

  var unobservedState: State { view.read(rootState) }

  /// What makes stores like this one, as long as the root is there; it keeps nothing alive.
  func makeCopies() -> () -> Store? {
    { [view, rootState, sendToRoot, weak root, weak observers] in
      guard let root, let observers else { return nil }
      return Store(
        root: root,
        rootState: rootState,
        view: view,
        observers: observers,
        sendToRoot: sendToRoot
      )
    }
  }

  private init(
    root: any RuntimeKeeper,
    rootState: UnsafeRawPointer,
    view: StateView<State>,
    observers: ObserverList,
    sendToRoot: @escaping (Action, CodeLocation, StoreAnimation?) -> EffectScope?
  ) {
    runtime = nil
    self.root = root
    self.rootState = rootState
    self.view = view
    self.observers = observers
    self.sendToRoot = sendToRoot
  }

  private var trackedFields: ObservedFields<State> {
    if let observed { return observed }
    let fields = ObservedFields(view, rootState, observers)
    observed = fields
    return fields
  }
}
