// SPDX-License-Identifier: MIT

/// An object that runs a feature: it holds the state, processes actions one at a time, and runs effects.
///
/// ```swift
/// let store = Store(
///   initialState: Counter.State(),
///   reducer: Counter.reducer,
///   environment: Counter.Environment.live
/// )
/// store.send(.incrementButtonTapped)
/// print(store.count)
/// ```
///
/// All actions go through one FIFO queue, regardless of their senders. In the turn of an action, the reducer runs, its
/// effect starts, and the store notifies observers of the change. Actions sent during a turn wait for their own turns.
/// ``send(_:fileID:line:)`` returns after the action and everything that follows from it synchronously have had their
/// turns. Actions that effects send from elsewhere have their turns on the store's actor, in the order in which they
/// were sent.
///
/// Isolation: the actor that creates the store; the compiler keeps the store there. Releasing a store cancels its
/// running effects.
///
/// Complexity: creating a store is O(1). Its memory holds the state and the waiting actions, and is O(*n*) in the
/// number of running effects and observers.
@dynamicMemberLookup
public final class Store<State, Action: Sendable> {
  @usableFromInline typealias Send =
    (Action, CodeLocation, SendingDetails?) -> EffectScope?

  @usableFromInline
  enum Receiver {
    case runtime(StoreRuntime<State, Action>)
    /// This store is a view of a root, to which the function sends.
    case root(Send)
  }

  @usableFromInline let receiver: Receiver
  @usableFromInline let root: any RuntimeKeeper
  @usableFromInline let rootState: UnsafeRawPointer
  @usableFromInline let view: StateView<State>
  @usableFromInline let observers: ObserverList
  /// The details of each action that this store sends, if the part that it shows can be replaced by another one.
  @usableFromInline let details: SendingDetails?
  private var observed: ObservedFields<State>?

  @inlinable
  init(_ owner: StoreOwner<State, Action>) {
    let runtime = owner.runtime
    receiver = .runtime(runtime)
    root = owner
    rootState = UnsafeRawPointer(runtime.statePointer)
    view = StateView(offset: 0)
    observers = runtime.observers
    details = nil
  }

  @inlinable
  convenience init<ParentState, ParentAction: Sendable>(
    of parent: Store<ParentState, ParentAction>,
    _ view: StateView<State>,
    _ embed: @escaping (Action) -> ParentAction
  ) {
    self.init(of: parent, view, parent.details, embed)
  }

  @usableFromInline
  convenience init<ParentState, ParentAction: Sendable>(
    of parent: Store<ParentState, ParentAction>,
    _ part: PartOfState<State>,
    _ embed: @escaping (Action) -> ParentAction
  ) {
    var check = part.check
    if let own = check, let outer = parent.details?.check { check = { outer($0) ?? own($0) } }
    let details = check.map { SendingDetails(check: $0) } ?? parent.details
    self.init(of: parent, part.view, details, embed)
    rememberPart()
  }

  /// Makes the store remember the value of its part at the end of each turn.
  @inlinable
  func rememberPart() {
    if let finder = view.finder, finder.turnEnded != nil { observers.add(finder) }
  }

  @inlinable
  init<ParentState, ParentAction: Sendable>(
    of parent: Store<ParentState, ParentAction>,
    _ view: StateView<State>,
    _ details: SendingDetails?,
    _ embed: @escaping (Action) -> ParentAction
  ) {
    switch parent.receiver {
    case .runtime(let runtime):
      // `unowned(unsafe)`: every caller retains the root or is the runtime itself, which processes a message.
      receiver = .root { [unowned(unsafe) runtime] action, caller, details in
        runtime.send(embed(action), from: caller, details)
      }
    case .root(let send):
      receiver = .root { action, caller, details in send(embed(action), caller, details) }
    }
    root = parent.root
    rootState = parent.rootState
    self.view = view
    observers = parent.observers
    self.details = details
  }

  /// Creates a store on the main actor.
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - reducer: The reducer that changes the state.
  ///   - environment: The reducer's dependencies.
  ///   - actionLimit: The number of actions that may follow from one another without outside input. The store reports a
  ///     longer chain and cuts it off. A negative limit counts as zero.
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
  ///     initialState: RoomFeature.State(),
  ///     reducer: RoomFeature.reducer,
  ///     environment: RoomFeature.Environment.live,
  ///     isolation: self
  ///   )
  /// }
  /// ```
  ///
  /// The store does not keep the actor alive.
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - reducer: The reducer that changes the state.
  ///   - environment: The reducer's dependencies.
  ///   - actionLimit: The number of actions that may follow from one another without outside input. The store reports a
  ///     longer chain and cuts it off. A negative limit counts as zero.
  ///   - isolation: The store's actor.
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
      reducer: reducer,
      environment: environment
    )
    let owner = StoreOwner(runtime)
    owner.connect(to: isolation)
    self.init(owner)
    runtime.begin()
  }

  /// Creates a store without an actor, whose owner processes incoming actions.
  package convenience init(runtime: StoreRuntime<State, Action>) {
    self.init(StoreOwner(runtime))
  }

  /// The current state.
  ///
  /// Reading it in an observation tracks the whole state and keeps the state for comparison until it changes.
  /// ``subscript(dynamicMember:)`` tracks one property.
  ///
  /// - Complexity: O(1), apart from copying the state.
  public var state: State {
    trackedFields.accessWhole()
    return view.read(rootState)
  }

  /// A property of the current state: `store.count`.
  ///
  /// Reading it in an observation tracks this property alone, but as a whole. To track the volume in the settings
  /// separately from the rest of the settings, read it from a scope of the settings. A property that is not `Equatable`
  /// counts as changed when its bytes change: an array when it is written to, an object when another one replaces it,
  /// and a function always.
  ///
  /// The store keeps a tracked value for comparison until it changes, so changing a large tracked array copies the
  /// array.
  ///
  /// - Parameter keyPath: The key path of the property.
  /// - Complexity: O(1); stored properties are read in place, through any number of scopes.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    trackedFields.access(keyPath)
    return view.read(rootState, keyPath)
  }

  /// Sends an action.
  ///
  /// When this method returns, the action and everything that follows from it synchronously have been processed. If it
  /// is called during another action's turn, they are processed before the outer call returns.
  ///
  /// - Parameters:
  ///   - action: The action, which says what happened.
  ///   - fileID: The file that sends the action.
  ///   - line: The line that sends the action.
  /// - Returns: The effects that the action starts. Wait for them or cancel them.
  /// - Complexity: The cost of the reducer, plus O(1) and no allocation, plus one comparison for each observer.
  ///   Observers of the same property through its key path share one comparison.
  @inlinable
  @discardableResult
  public func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> StoreTask {
    let caller = CodeLocation(fileID: fileID, line: line)
    switch receiver {
    case .runtime(let runtime): return StoreTask(runtime.send(action, from: caller))
    case .root(let send): return StoreTask(send(action, caller, details))
    }
  }

  /// Sends an action with an animation for the resulting change.
  ///
  /// ```swift
  /// store.send(.counter(.incrementButtonTapped), animation: .easeOut)
  /// ```
  ///
  /// Observers read the animation from ``StoreChange/animation``. Actions that follow from this one are not animated.
  ///
  /// - Parameters:
  ///   - action: The action, which says what happened.
  ///   - animation: The animation of the resulting change, or `nil` to show the change immediately.
  ///   - fileID: The file that sends the action.
  ///   - line: The line that sends the action.
  /// - Returns: The effects that the action starts. Wait for them or cancel them.
  /// - Complexity: The same as ``send(_:fileID:line:)``.
  @discardableResult
  public func send(
    _ action: Action,
    animation: StoreAnimation?,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> StoreTask {
    let caller = CodeLocation(fileID: fileID, line: line)
    let details = SendingDetails(animation: animation, check: details?.check)
    return StoreTask(sendToRoot(action, caller, details))
  }

  package var hasRunningEffects: Bool { root.hasRunningEffects }

  package var turnCount: Int { root.turnCount }

  package func watchEffects(_ watcher: any EffectWatcher) -> @Sendable () -> Void {
    root.watchEffects(watcher)
  }

  package var trackedFieldCount: Int { observed?.count ?? 0 }

  package var rememberedPartCount: Int { observers.parts.count }

  /// A function that sends to the root and keeps nothing alive.
  @inlinable
  var sendToRoot: Send {
    switch receiver {
    case .runtime(let runtime):
      { [unowned(unsafe) runtime] action, caller, details in
        runtime.send(action, from: caller, details)
      }
    case .root(let send): send
    }
  }

  package var unobservedState: State { view.read(rootState) }

  /// Returns a function that copies this store while the root exists, and keeps nothing alive.
  func makeCopies() -> () -> Store? {
    { [view, rootState, sendToRoot, details, weak root, weak observers] in
      guard let root, let observers else { return nil }
      return Store(
        root: root,
        rootState: rootState,
        view: view,
        observers: observers,
        sendToRoot: sendToRoot,
        details: details
      )
    }
  }

  private init(
    root: any RuntimeKeeper,
    rootState: UnsafeRawPointer,
    view: StateView<State>,
    observers: ObserverList,
    sendToRoot: @escaping Send,
    details: SendingDetails?
  ) {
    receiver = .root(sendToRoot)
    self.root = root
    self.rootState = rootState
    self.view = view
    self.observers = observers
    self.details = details
  }

  private var trackedFields: ObservedFields<State> {
    if let observed { return observed }
    let fields = ObservedFields(view, rootState, observers)
    observed = fields
    return fields
  }
}
