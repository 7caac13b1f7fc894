// SPDX-License-Identifier: MIT

public import Lockstep
public import Testing

/// A part of a feature in a test, such as a screen of a stack or something that is presented: its steps are written in
/// terms of its own state and actions, and assert the whole state.
///
/// ```swift
/// let detail = store.screen(0, of: \.path, /AppAction.path)
///   .part(/ScreenState.detail, /ScreenAction.detail)
/// let form = detail.presented(\.form, /DetailAction.form)
/// detail.send(.editButtonTapped) { $0.form = FormState(title: "Standup") }
/// form.send(.titleChanged("Retro")) { $0.title = "Retro" }
/// form.send(.doneButtonTapped)
/// detail.receive(/DetailAction.form) { $0.form = nil }
/// ```
///
/// What else a step changes is asserted in `whole`:
///
/// ```swift
/// detail.send(.deleteButtonTapped, whole: { $0.titles[id: 1] = nil })
/// ```
///
/// A step for a state that is not there fails at its line and does nothing else. A focus holds no state: it may be made
/// before the screen is there, and used again for another screen with the same id.
///
/// Isolation: that of the test.
///
/// Complexity: that of the steps of a ``TestStore``.
public struct Focus<
  WholeState: Equatable,
  WholeAction: Sendable,
  Environment: Sendable,
  State,
  Action: Sendable
> {
  /// The test store that the focus is a part of.
  public let store: TestStore<WholeState, WholeAction, Environment>
  private let toState: OptionalPath<WholeState, State>
  private let toAction: CasePath<WholeAction, Action>

  init(
    _ store: TestStore<WholeState, WholeAction, Environment>,
    _ toState: OptionalPath<WholeState, State>,
    _ toAction: CasePath<WholeAction, Action>
  ) {
    self.store = store
    self.toState = toState
    self.toAction = toAction
  }

  /// The state after the last asserted step; `nil` if it is not there.
  public var state: State? { toState.extract(from: store.state) }

  func appending<Part, PartAction>(
    _ toPart: OptionalPath<State, Part>,
    _ toPartAction: CasePath<Action, PartAction>
  ) -> Focus<WholeState, WholeAction, Environment, Part, PartAction> {
    Focus<WholeState, WholeAction, Environment, Part, PartAction>(
      store,
      toState.appending(path: toPart),
      toAction.appending(path: toPartAction)
    )
  }

  // MARK: Steps

  /// Sends an action of the screen, and asserts how it changes the whole state.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - location: The place named in failures.
  ///   - update: Changes the state of the screen before the step to the state expected after it. Omit it if nothing
  ///     changes there.
  ///   - whole: Changes the rest of the whole state likewise, after `update`.
  public func send(
    _ action: Action,
    at location: SourceLocation = #_sourceLocation,
    _ update: (inout State) throws -> Void = expectNoChange,
    whole: (inout WholeState) throws -> Void = expectNoChange
  ) {
    let (core, location) = (store.core, CodeLocation(location))
    guard let before = find(at: location, "sends an action to") else { return }
    let transition = core.send(toAction.embed(action), at: location, core.changes)
    core.assert(consume transition, at: location) { try change(&$0, update, whole, before) }
  }

  /// Asserts that an effect has sent an action of a case of the screen, and how the action has changed the whole state.
  ///
  /// ```swift
  /// detail.receive(/DetailAction.loaded) { $0.text = "Book 1" }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - location: The place named in failures.
  ///   - update: Changes the state of the screen before the step to the state expected after it. Omit it if nothing
  ///     changes there.
  ///   - whole: Changes the rest of the whole state likewise, after `update`.
  public func receive<Value>(
    _ path: CasePath<Action, Value>,
    at location: SourceLocation = #_sourceLocation,
    _ update: (inout State) throws -> Void = expectNoChange,
    whole: (inout WholeState) throws -> Void = expectNoChange
  ) {
    receive(.matching(path), at: CodeLocation(location), update, whole)
  }

  /// Asserts that an effect has sent an action of a case whose payload meets a condition, and how the action has changed
  /// the whole state.
  ///
  /// `path` is the expected case, and `isExpected` returns whether its payload is expected. Everything else is as in the
  /// overload that takes only a case.
  public func receive<Value>(
    _ path: CasePath<Action, Value>,
    where isExpected: @escaping (Value) -> Bool,
    at location: SourceLocation = #_sourceLocation,
    _ update: (inout State) throws -> Void = expectNoChange,
    whole: (inout WholeState) throws -> Void = expectNoChange
  ) {
    receive(.matching(path, where: isExpected), at: CodeLocation(location), update, whole)
  }

  /// Waits until an effect has sent an action of a case of the screen, then asserts how the action has changed the whole
  /// state.
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - timeout: The maximum time to wait.
  ///   - location: The place named in failures.
  ///   - isolation: The isolation of the caller, which this method keeps.
  ///   - update: Changes the state of the screen before the step to the state expected after it. Omit it if nothing
  ///     changes there.
  ///   - whole: Changes the rest of the whole state likewise, after `update`.
  public func receive<Value>(
    _ path: CasePath<Action, Value>,
    timeout: Duration,
    at location: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout State) throws -> Void = expectNoChange,
    whole: (inout WholeState) throws -> Void = expectNoChange
  ) async {
    let location = CodeLocation(location)
    guard let before = find(at: location, "receives an action of") else { return }
    await store.receive(
      wrap(.matching(path)),
      timeout: timeout,
      at: location,
      isolation: isolation
    ) {
      try change(&$0, update, whole, before)
    }
  }

  fileprivate func receive(
    _ expectation: ActionExpectation<Action>,
    at location: CodeLocation,
    _ update: (inout State) throws -> Void,
    _ whole: (inout WholeState) throws -> Void
  ) {
    guard let before = find(at: location, "receives an action of") else { return }
    store.receive(wrap(expectation), at: location) { try change(&$0, update, whole, before) }
  }

  private func wrap(_ expectation: ActionExpectation<Action>) -> ActionExpectation<WholeAction> {
    // A failed expectation is kept by the store, and must not keep the store.
    let toAction = toAction
    return expectation.wrapped(
      embed: { toAction.embed($0) },
      extract: { toAction.extract(from: $0) },
      isEqual: nil
    )
  }

  /// Returns the state before a step; fails if it is not there.
  private func find(at location: CodeLocation, _ step: String) -> State? {
    let state = state
    if state == nil { store.core.ledger.fail(.lostFocus(toState.description, step), at: location) }
    return state
  }

  /// Changes the whole state to the expected one, like a closure of a step of the whole store.
  private func change(
    _ state: inout WholeState,
    _ update: (inout State) throws -> Void,
    _ whole: (inout WholeState) throws -> Void,
    _ before: State
  ) throws {
    var expectsChange = false
    do {
      let result = toState.modify(&state) { part in Result { try update(&part) } }
      if let result {
        try result.get()
      } else {
        // The state after the step is compared, and the screen has gone in it.
        var before = before
        try update(&before)
        throw LostState()
      }
      expectsChange = true
    } catch is NoChange {}
    do {
      try whole(&state)
      expectsChange = true
    } catch is NoChange {}
    if expectsChange == false { throw NoChange() }
  }
}

/// The state of a focus has gone by the time at which a closure is to change it.
private struct LostState: Error, CustomStringConvertible {
  var description: String {
    "the state of the focus is gone; assert the change in 'whole'"
  }
}

extension Focus where Action: Equatable {
  /// Asserts that an effect has sent an action of the screen, and how the action has changed the whole state.
  ///
  /// - Parameters:
  ///   - expectedAction: The oldest received action that has not been asserted yet.
  ///   - location: The place named in failures.
  ///   - update: Changes the state of the screen before the step to the state expected after it. Omit it if nothing
  ///     changes there.
  ///   - whole: Changes the rest of the whole state likewise, after `update`.
  public func receive(
    _ expectedAction: Action,
    at location: SourceLocation = #_sourceLocation,
    _ update: (inout State) throws -> Void = expectNoChange,
    whole: (inout WholeState) throws -> Void = expectNoChange
  ) {
    receive(.value(expectedAction, isEqual: ==), at: CodeLocation(location), update, whole)
  }
}

// MARK: Finding the state

extension Focus {
  /// Returns the focus on a part of this one that is always there.
  ///
  /// - Parameters:
  ///   - toPart: The key path to the part.
  ///   - toAction: The case of the actions of the part.
  /// - Returns: The focus on the part.
  public func part<Part, PartAction: Sendable>(
    _ toPart: any WritableKeyPath<State, Part> & Sendable,
    _ toAction: CasePath<Action, PartAction>
  ) -> Focus<WholeState, WholeAction, Environment, Part, PartAction> {
    appending(OptionalPath(property: toPart), toAction)
  }

  /// Returns the focus on the value of a case of this one, such as a screen or a destination of a certain kind.
  ///
  /// ```swift
  /// let form = store.presented(\.destination, /AppAction.destination)
  ///   .part(/Destination.edit, /DestinationAction.edit)
  /// form.send(.titleChanged("Retro")) { $0.title = "Retro" }
  /// ```
  ///
  /// While the state is another case, the ``state`` of the focus is `nil`, and its steps fail.
  ///
  /// - Parameters:
  ///   - toPart: The case of the state.
  ///   - toAction: The case of the actions of its value.
  /// - Returns: The focus on the value of the case.
  public func part<Part, PartAction: Sendable>(
    _ toPart: CasePath<State, Part>,
    _ toAction: CasePath<Action, PartAction>
  ) -> Focus<WholeState, WholeAction, Environment, Part, PartAction> {
    appending(OptionalPath(toPart), toAction)
  }

  /// Returns the focus on a screen of a stack of this one.
  ///
  /// - Parameters:
  ///   - id: The id of the screen.
  ///   - toStack: The key path to the stack.
  ///   - toAction: The case of the actions of the stack.
  /// - Returns: The focus on the screen.
  public func screen<Screen, ScreenAction: Sendable>(
    _ id: Int,
    of toStack: any WritableKeyPath<State, StackState<Screen>> & Sendable,
    _ toAction: CasePath<Action, StackAction<Screen, ScreenAction>>
  ) -> Focus<WholeState, WholeAction, Environment, Screen, ScreenAction> {
    appending(.screen(id, of: toStack), toAction.appending(path: .screen(id)))
  }

  /// Returns the focus on what this one presents.
  ///
  /// - Parameters:
  ///   - toChild: The key path to the optional state.
  ///   - toAction: The case of the presented feature's actions.
  /// - Returns: The focus on the presented feature.
  public func presented<Child, ChildAction: Sendable>(
    _ toChild: any WritableKeyPath<State, Child?> & Sendable,
    _ toAction: CasePath<Action, PresentationAction<ChildAction>>
  ) -> Focus<WholeState, WholeAction, Environment, Child, ChildAction> {
    appending(OptionalPath(toChild), toAction.appending(path: .presented))
  }
}

extension TestStore {
  /// Returns the focus on a part of the state that is always there.
  ///
  /// ```swift
  /// let counter = store.part(\.counter, /AppAction.counter)
  /// counter.send(.incrementButtonTapped) { $0.count = 1 }
  /// ```
  ///
  /// Unlike a store of the part, which ``scope(state:action:)`` returns, its steps assert the whole state.
  ///
  /// - Parameters:
  ///   - toPart: The key path to the part.
  ///   - toAction: The case of the actions of the part.
  /// - Returns: The focus on the part.
  public func part<Part, PartAction: Sendable>(
    _ toPart: any WritableKeyPath<State, Part> & Sendable,
    _ toAction: CasePath<Action, PartAction>
  ) -> Focus<State, Action, Environment, Part, PartAction> {
    Focus(self, OptionalPath(property: toPart), toAction)
  }

  /// Returns the focus on a screen of a stack.
  ///
  /// - Parameters:
  ///   - id: The id of the screen.
  ///   - toStack: The key path to the stack.
  ///   - toAction: The case of the actions of the stack.
  /// - Returns: The focus on the screen.
  public func screen<Screen, ScreenAction: Sendable>(
    _ id: Int,
    of toStack: any WritableKeyPath<State, StackState<Screen>> & Sendable,
    _ toAction: CasePath<Action, StackAction<Screen, ScreenAction>>
  ) -> Focus<State, Action, Environment, Screen, ScreenAction> {
    Focus(self, .screen(id, of: toStack), toAction.appending(path: .screen(id)))
  }

  /// Returns the focus on the presented feature.
  ///
  /// - Parameters:
  ///   - toChild: The key path to the optional state.
  ///   - toAction: The case of the presented feature's actions.
  /// - Returns: The focus on the presented feature.
  public func presented<Child, ChildAction: Sendable>(
    _ toChild: any WritableKeyPath<State, Child?> & Sendable,
    _ toAction: CasePath<Action, PresentationAction<ChildAction>>
  ) -> Focus<State, Action, Environment, Child, ChildAction> {
    Focus(self, OptionalPath(toChild), toAction.appending(path: .presented))
  }
}
