// SPDX-License-Identifier: MIT

public import Lockstep
public import Testing

/// A child feature of a test store, such as a screen of a stack or a presented feature.
///
/// A scope's steps use the child's state and actions, and assert the whole state of the store:
///
/// ```swift
/// let detail = store.screen(0, of: \.path, /AppFeature.Action.path)
///   .part(/BookScreen.State.detail, /BookScreen.Action.detail)
/// let form = detail.presented(\.form, /Detail.Action.form)
/// detail.send(.editButtonTapped) { $0.form = StandupForm.State(title: "Standup") }
/// form.send(.titleChanged("Retro")) { $0.title = "Retro" }
/// form.send(.doneButtonTapped)
/// detail.receive(/Detail.Action.form) { $0.form = nil }
/// ```
///
/// Assert changes to the rest of the state in `parent`:
///
/// ```swift
/// detail.send(.deleteButtonTapped, parent: { $0.titles[id: 1] = nil })
/// ```
///
/// If the child's state is missing, a step fails at its line and does nothing else. A scope holds no state, so a test
/// may create it before the screen is pushed, and reuse it for another screen with the same id.
///
/// Isolation: the test's isolation.
///
/// Complexity: the same as the steps of a ``TestStore``.
public struct TestScope<
  ParentState: Equatable,
  ParentAction: Sendable,
  Environment: Sendable,
  State,
  Action: Sendable
> {
  /// The test store of the scope.
  public let store: TestStore<ParentState, ParentAction, Environment>
  private let toState: OptionalPath<ParentState, State>
  private let toAction: CasePath<ParentAction, Action>

  init(
    _ store: TestStore<ParentState, ParentAction, Environment>,
    _ toState: OptionalPath<ParentState, State>,
    _ toAction: CasePath<ParentAction, Action>
  ) {
    self.store = store
    self.toState = toState
    self.toAction = toAction
  }

  /// The child's state after the last asserted step; `nil` if the state is missing.
  public var state: State? { toState.extract(from: store.state) }

  func appending<Part, PartAction>(
    _ toPart: OptionalPath<State, Part>,
    _ toPartAction: CasePath<Action, PartAction>
  ) -> TestScope<ParentState, ParentAction, Environment, Part, PartAction> {
    TestScope<ParentState, ParentAction, Environment, Part, PartAction>(
      store,
      toState.appending(path: toPart),
      toAction.appending(path: toPartAction)
    )
  }

  // MARK: Steps

  /// Sends a child action, and asserts how it changes the whole state.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - location: The place named in failures.
  ///   - update: Changes the child's state before the step to the state expected after it. Omit it if the step does not
  ///     change that state.
  ///   - parent: Changes the rest of the store's state in the same way, after `update`.
  public func send(
    _ action: Action,
    at location: SourceLocation = #_sourceLocation,
    _ update: (inout State) throws -> Void = expectNoChange,
    parent: (inout ParentState) throws -> Void = expectNoChange
  ) {
    let (core, location) = (store.core, CodeLocation(location))
    guard let before = find(at: location, "sends an action to") else { return }
    let transition = core.send(toAction.embed(action), at: location, core.changes)
    core.assert(consume transition, at: location) { try change(&$0, update, parent, before) }
  }

  /// Asserts that an effect sent a child action of a case, and how the action changed the whole state.
  ///
  /// ```swift
  /// detail.receive(/Detail.Action.loaded) { $0.text = "Book 1" }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - location: The place named in failures.
  ///   - update: Changes the child's state before the step to the state expected after it. Omit it if the step does not
  ///     change that state.
  ///   - parent: Changes the rest of the store's state in the same way, after `update`.
  public func receive<Value>(
    _ path: CasePath<Action, Value>,
    at location: SourceLocation = #_sourceLocation,
    _ update: (inout State) throws -> Void = expectNoChange,
    parent: (inout ParentState) throws -> Void = expectNoChange
  ) {
    receive(.matching(path), at: CodeLocation(location), update, parent)
  }

  /// Asserts that an effect sent a child action whose payload meets a condition, and how the action changed the whole
  /// state.
  ///
  /// `path` is the expected case, and `isExpected` returns whether the payload is expected. Otherwise, this method is
  /// the same as the overload with only a case.
  public func receive<Value>(
    _ path: CasePath<Action, Value>,
    where isExpected: @escaping (Value) -> Bool,
    at location: SourceLocation = #_sourceLocation,
    _ update: (inout State) throws -> Void = expectNoChange,
    parent: (inout ParentState) throws -> Void = expectNoChange
  ) {
    receive(.matching(path, where: isExpected), at: CodeLocation(location), update, parent)
  }

  /// Waits until an effect sends a child action of a case, and then asserts how the action changed the whole state.
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - timeout: The maximum time to wait.
  ///   - location: The place named in failures.
  ///   - isolation: The isolation of the caller, which this method keeps.
  ///   - update: Changes the child's state before the step to the state expected after it. Omit it if the step does not
  ///     change that state.
  ///   - parent: Changes the rest of the store's state in the same way, after `update`.
  public func receive<Value>(
    _ path: CasePath<Action, Value>,
    timeout: Duration,
    at location: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout State) throws -> Void = expectNoChange,
    parent: (inout ParentState) throws -> Void = expectNoChange
  ) async {
    let location = CodeLocation(location)
    guard let before = find(at: location, "receives an action of") else { return }
    await store.receive(
      wrap(.matching(path)),
      timeout: timeout,
      at: location,
      isolation: isolation
    ) {
      try change(&$0, update, parent, before)
    }
  }

  fileprivate func receive(
    _ expectation: ActionExpectation<Action>,
    at location: CodeLocation,
    _ update: (inout State) throws -> Void,
    _ parent: (inout ParentState) throws -> Void
  ) {
    guard let before = find(at: location, "receives an action of") else { return }
    store.receive(wrap(expectation), at: location) { try change(&$0, update, parent, before) }
  }

  private func wrap(_ expectation: ActionExpectation<Action>) -> ActionExpectation<ParentAction> {
    // The store retains failed expectations, which must not retain the store.
    let toAction = toAction
    return expectation.wrapped(
      embed: { toAction.embed($0) },
      extract: { toAction.extract(from: $0) },
      isEqual: nil
    )
  }

  private func find(at location: CodeLocation, _ step: String) -> State? {
    let state = state
    if state == nil {
      store.core.ledger.fail(.missingScope(toState.description, step), at: location)
    }
    return state
  }

  private func change(
    _ state: inout ParentState,
    _ update: (inout State) throws -> Void,
    _ parent: (inout ParentState) throws -> Void,
    _ before: State
  ) throws {
    var expectsChange = false
    do {
      let result = toState.modify(&state) { part in Result { try update(&part) } }
      if let result {
        try result.get()
      } else {
        // The step removed the child from the state.
        var before = before
        try update(&before)
        throw MissingState()
      }
      expectsChange = true
    } catch is NoChange {}
    do {
      try parent(&state)
      expectsChange = true
    } catch is NoChange {}
    if expectsChange == false { throw NoChange() }
  }
}

/// An error that indicates that the step removed the state that its closure changes.
private struct MissingState: Error, CustomStringConvertible {
  var description: String {
    "the step has removed the state of the scope; assert the change in 'parent'"
  }
}

extension TestScope where Action: Equatable {
  /// Asserts that an effect sent a child action, and how the action changed the whole state.
  ///
  /// - Parameters:
  ///   - expectedAction: The oldest received action that has not been asserted yet.
  ///   - location: The place named in failures.
  ///   - update: Changes the child's state before the step to the state expected after it. Omit it if the step does not
  ///     change that state.
  ///   - parent: Changes the rest of the store's state in the same way, after `update`.
  public func receive(
    _ expectedAction: Action,
    at location: SourceLocation = #_sourceLocation,
    _ update: (inout State) throws -> Void = expectNoChange,
    parent: (inout ParentState) throws -> Void = expectNoChange
  ) {
    receive(.value(expectedAction, isEqual: ==), at: CodeLocation(location), update, parent)
  }
}

// MARK: Children

extension TestScope {
  /// Returns the scope of a child whose state is a property.
  ///
  /// - Parameters:
  ///   - toPart: The key path to the child's state.
  ///   - toAction: The case of the child's actions.
  /// - Returns: The scope of the child.
  public func part<Part, PartAction: Sendable>(
    _ toPart: any WritableKeyPath<State, Part> & Sendable,
    _ toAction: CasePath<Action, PartAction>
  ) -> TestScope<ParentState, ParentAction, Environment, Part, PartAction> {
    appending(OptionalPath(property: toPart), toAction)
  }

  /// Returns the scope of a child whose state is an enum case, such as a kind of screen or destination.
  ///
  /// ```swift
  /// let form = store.presented(\.destination, /AppFeature.Action.destination)
  ///   .part(/Destination.State.edit, /Destination.Action.edit)
  /// form.send(.titleChanged("Retro")) { $0.title = "Retro" }
  /// ```
  ///
  /// While the state is another case, the ``state`` of the scope is `nil` and its steps fail.
  ///
  /// - Parameters:
  ///   - toPart: The case of the child's state.
  ///   - toAction: The case of the child's actions.
  /// - Returns: The scope of the child.
  public func part<Part, PartAction: Sendable>(
    _ toPart: CasePath<State, Part>,
    _ toAction: CasePath<Action, PartAction>
  ) -> TestScope<ParentState, ParentAction, Environment, Part, PartAction> {
    appending(OptionalPath(toPart), toAction)
  }

  /// Returns the scope of a child that a `ChildCase` declares.
  ///
  /// ```swift
  /// let book = store.screen(0, of: \.path, /Library.Action.path).part(LibraryScreen.book)
  /// book.send(.noteButtonTapped) { $0.isEditing = true }
  /// ```
  public func part<Part, PartAction: Sendable>(
    _ child: ChildCase<State, Action, Part, PartAction>
  ) -> TestScope<ParentState, ParentAction, Environment, Part, PartAction> {
    part(child.state, child.action)
  }

  /// Returns the scope of a screen of a stack.
  ///
  /// - Parameters:
  ///   - id: The id of the screen.
  ///   - toStack: The key path to the stack.
  ///   - toAction: The case of the actions of the stack.
  /// - Returns: The scope of the screen.
  public func screen<Screen, ScreenAction: Sendable>(
    _ id: Int,
    of toStack: any WritableKeyPath<State, StackState<Screen>> & Sendable,
    _ toAction: CasePath<Action, StackAction<Screen, ScreenAction>>
  ) -> TestScope<ParentState, ParentAction, Environment, Screen, ScreenAction> {
    appending(.screen(id, of: toStack), toAction.appending(path: .screen(id)))
  }

  /// Returns the scope of a presented feature.
  ///
  /// - Parameters:
  ///   - toChild: The key path to the optional state.
  ///   - toAction: The case of the presented feature's actions.
  /// - Returns: The scope of the presented feature.
  public func presented<Child, ChildAction: Sendable>(
    _ toChild: any WritableKeyPath<State, Child?> & Sendable,
    _ toAction: CasePath<Action, PresentationAction<ChildAction>>
  ) -> TestScope<ParentState, ParentAction, Environment, Child, ChildAction> {
    appending(OptionalPath(toChild), toAction.appending(path: .presented))
  }
}

extension TestStore {
  /// Returns the scope of a child whose state is a property.
  ///
  /// ```swift
  /// let counter = store.part(\.counter, /AppFeature.Action.counter)
  /// counter.send(.incrementButtonTapped) { $0.count = 1 }
  /// ```
  ///
  /// The steps of the scope assert the whole state, unlike the steps of a store returned by ``scope(state:action:)``.
  ///
  /// - Parameters:
  ///   - toPart: The key path to the child's state.
  ///   - toAction: The case of the child's actions.
  /// - Returns: The scope of the child.
  public func part<Part, PartAction: Sendable>(
    _ toPart: any WritableKeyPath<State, Part> & Sendable,
    _ toAction: CasePath<Action, PartAction>
  ) -> TestScope<State, Action, Environment, Part, PartAction> {
    TestScope(self, OptionalPath(property: toPart), toAction)
  }

  /// Returns the scope of a screen of a stack.
  ///
  /// - Parameters:
  ///   - id: The id of the screen.
  ///   - toStack: The key path to the stack.
  ///   - toAction: The case of the actions of the stack.
  /// - Returns: The scope of the screen.
  public func screen<Screen, ScreenAction: Sendable>(
    _ id: Int,
    of toStack: any WritableKeyPath<State, StackState<Screen>> & Sendable,
    _ toAction: CasePath<Action, StackAction<Screen, ScreenAction>>
  ) -> TestScope<State, Action, Environment, Screen, ScreenAction> {
    TestScope(self, .screen(id, of: toStack), toAction.appending(path: .screen(id)))
  }

  /// Returns the scope of a presented feature.
  ///
  /// - Parameters:
  ///   - toChild: The key path to the optional state.
  ///   - toAction: The case of the presented feature's actions.
  /// - Returns: The scope of the presented feature.
  public func presented<Child, ChildAction: Sendable>(
    _ toChild: any WritableKeyPath<State, Child?> & Sendable,
    _ toAction: CasePath<Action, PresentationAction<ChildAction>>
  ) -> TestScope<State, Action, Environment, Child, ChildAction> {
    TestScope(self, OptionalPath(toChild), toAction.appending(path: .presented))
  }
}
