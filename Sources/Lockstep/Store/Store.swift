// SPDX-License-Identifier: MIT

/// An object that runs a feature: it holds its state, takes its actions one at a time, and runs its effects.
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
/// All actions go through one queue, first in, first out, regardless of who sends them. In the turn of an
/// action, the reducer runs, the effect that it returns is started, and observers are notified of the change.
/// Actions sent during a turn wait for their own turns; ``send(_:fileID:line:)`` returns when the action and
/// everything that follows from it synchronously have had their turns. Actions that effects send from
/// elsewhere are taken on the store's actor, in the order in which they were sent.
///
/// Isolation: a store lives on the actor on which it was made, and the compiler keeps it there. A store that
/// is released cancels its running effects.
///
/// Complexity: making a store is O(1). It takes memory for the state and the waiting actions, and O(*n*) in
/// the number of running effects and observers.
@dynamicMemberLookup
public final class Store<State, Action: Sendable> {
  @usableFromInline typealias Send =
    (Action, CodeLocation, SendingDetails?) -> EffectScope?

  /// The receiver of the actions that a store is sent.
  @usableFromInline
  enum Receiver {
    /// The runtime of this store, which is a root.
    case runtime(StoreRuntime<State, Action>)
    /// A function that sends to the root, of which this store is a view.
    case root(Send)
  }

  @usableFromInline let receiver: Receiver
  /// The owner of the root's runtime, which this store keeps alive, and the location of its state.
  @usableFromInline let root: any RuntimeKeeper
  @usableFromInline let rootState: UnsafeRawPointer
  @usableFromInline let view: StateView<State>
  @usableFromInline let observers: ObserverList
  /// The details of each action that this store sends, if this shows a part whose place another one can take.
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

  /// Creates a view of another store.
  @inlinable
  convenience init<ParentState, ParentAction: Sendable>(
    of parent: Store<ParentState, ParentAction>,
    _ view: StateView<State>,
    _ embed: @escaping (Action) -> ParentAction
  ) {
    self.init(of: parent, view, parent.details, embed)
  }

  /// Creates a store that shows a part of another store's state, which may be removed or replaced.
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

  /// Remembers the part that the store shows as it is at the end of each turn.
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
      // Whoever calls it holds the root, or is the runtime, which takes a message.
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
  ///   - initialState: The state to begin with.
  ///   - reducer: The reducer that changes the state.
  ///   - environment: The dependencies of the reducer.
  ///   - actionLimit: How many actions may follow from one another without input from outside before the
  ///     chain is reported and cut off; less than zero counts as zero.
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
  ///   - initialState: The state to begin with.
  ///   - reducer: The reducer that changes the state.
  ///   - environment: The dependencies of the reducer.
  ///   - actionLimit: How many actions may follow from one another without input from outside before the
  ///     chain is reported and cut off; less than zero counts as zero.
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
  /// Reading this property in an observation tracks the whole state, and keeps it for comparison until it has
  /// changed; ``subscript(dynamicMember:)`` tracks one property.
  ///
  /// - Complexity: O(1), apart from copying the state.
  public var state: State {
    trackedFields.accessWhole()
    return view.read(rootState)
  }

  /// A property of the current state: `store.count`.
  ///
  /// Reading it in an observation tracks this property alone, but as a whole: to track the volume in the
  /// settings separately from the rest of the settings, read it from a scope of the settings. A property that
  /// is not `Equatable` counts as changed when its bytes have changed: an array when it has been written to,
  /// an object when it has been replaced by another one, a function always.
  ///
  /// A tracked value is kept for comparison until it has changed. An action that changes a large tracked
  /// array therefore copies it.
  ///
  /// - Parameter keyPath: The key path of the property.
  /// - Complexity: O(1); stored properties are read in place, through any number of scopes.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    trackedFields.access(keyPath)
    return view.read(rootState, keyPath)
  }

  /// Sends an action.
  ///
  /// When this method returns, the action and everything that followed from it synchronously have been
  /// processed, unless it was called in the middle of another action's turn; then they are processed before
  /// the outer call returns.
  ///
  /// - Parameters:
  ///   - action: The action, which says what happened.
  ///   - fileID: The file that sends it.
  ///   - line: The line that sends it.
  /// - Returns: The effects that the action has started, to wait for or to cancel.
  ///
  /// - Complexity: That of the reducer, plus O(1) and no allocation, plus one comparison for each observer;
  ///   observers of the same property through its key path share one comparison.
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

  /// Sends an action, and specifies how a user interface may show the resulting change.
  ///
  /// ```swift
  /// store.send(.counter(.incrementButtonTapped), animation: .easeOut)
  /// ```
  ///
  /// Observers find the animation in the change: ``StoreChange/animation``. Actions that follow from this one
  /// are not animated.
  ///
  /// - Parameters:
  ///   - action: The action, which says what happened.
  ///   - animation: How the resulting change may be shown, or `nil` to show it immediately.
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
    let caller = CodeLocation(fileID: fileID, line: line)
    let details = SendingDetails(animation: animation, check: details?.check)
    return StoreTask(sendToRoot(action, caller, details))
  }

  /// Whether effects of the root are running, or actions that they have sent are waiting for their turns.
  package var hasRunningEffects: Bool { root.hasRunningEffects }

  /// The number of the last turn, or of the one in progress.
  package var turnCount: Int { root.turnCount }

  /// Tells a watcher about the effects from now on, and about those that are running.
  ///
  /// - Returns: A function that ends this.
  package func watchEffects(_ watcher: any EffectWatcher) -> @Sendable () -> Void {
    root.watchEffects(watcher)
  }

  /// The number of properties that the store keeps something for, for observations that track them.
  package var trackedFieldCount: Int { observed?.count ?? 0 }

  /// The number of parts whose values the root remembers.
  package var rememberedPartCount: Int { observers.parts.count }

  /// A function that sends to the root; it keeps nothing alive.
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

  /// Returns a function that makes stores like this one while the root exists; it keeps nothing alive.
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
