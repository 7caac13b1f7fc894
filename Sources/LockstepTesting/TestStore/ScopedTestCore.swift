// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepJournal

final class ScopedTestCore<
  ParentState: Equatable,
  ParentAction: Sendable,
  State,
  Action,
  Environment
>:
  TestCore<State, Action, Environment>
where State: Equatable, Action: Sendable, Environment: Sendable {
  private let parent: TestCore<ParentState, ParentAction, Environment>
  private let toState: (ParentState) -> State
  private let embed: (Action) -> ParentAction
  private let extract: (ParentAction) -> Action?
  private let isEqual: ((ParentAction, ParentAction) -> Bool)?

  init(
    _ parent: TestCore<ParentState, ParentAction, Environment>,
    state: @escaping (ParentState) -> State,
    embed: @escaping (Action) -> ParentAction,
    extract: @escaping (ParentAction) -> Action?,
    isEqual: ((ParentAction, ParentAction) -> Bool)?,
    ignoring parts: IgnoredParts<State>
  ) {
    self.parent = parent
    toState = state
    self.embed = embed
    self.extract = extract
    self.isEqual = isEqual
    super.init(ignoring: parts)
  }

  override var state: State { toState(parent.state) }

  override var environment: Environment {
    get { parent.environment }
    set { parent.environment = newValue }
  }

  override var journal: StoreJournal<State> { parent.journal.map(toState) }

  override var ledger: any TestLedger { parent.ledger }

  override func send(
    _ action: Action,
    at location: CodeLocation,
    _ changes: @escaping (State, State) -> [StateChange]
  ) -> Transition<State> {
    project(parent.send(embed(action), at: location, projecting(changes)))
  }

  override func receive(
    _ expectation: ActionExpectation<Action>,
    after wait: TestWait?,
    at location: CodeLocation,
    _ changes: @escaping (State, State) -> [StateChange]
  ) -> Transition<State>? {
    parent.receive(wrap(expectation), after: wait, at: location, projecting(changes)).map(project)
  }

  override func hasReceived(_ expectation: ActionExpectation<Action>) -> Bool {
    parent.hasReceived(wrap(expectation))
  }

  private func wrap(_ expectation: ActionExpectation<Action>) -> ActionExpectation<ParentAction> {
    expectation.wrapped(embed: embed, extract: extract, isEqual: isEqual)
  }

  override func watch(_ part: UnchangedPart<State>) {
    parent.watch(
      UnchangedPart(name: part.name, location: part.location) { [toState] state in
        part.hasChanged(toState(state))
      }
    )
  }

  /// Returns the child's part of a transition, without changes that the parent store ignores.
  private func project(_ transition: Transition<ParentState>) -> Transition<State> {
    let part = transition.map(toState)
    guard parent.ignored.isEmpty == false else { return part }
    part.misplaced = transition.misplaced.map(project)
    let compared = toState(comparable(transition.before, to: transition.after))
    part.hidesChange = part.hidesChange || compared != part.before
    part.before = compared
    return part
  }

  /// Returns the state before a step, with the parts that the parent store ignores copied from the state after it.
  private func comparable(_ before: ParentState, to after: ParentState) -> ParentState {
    var compared = before
    parent.ignored.copy(from: after, to: &compared)
    return compared
  }

  private func projecting(
    _ changes: @escaping (State, State) -> [StateChange]
  ) -> (ParentState, ParentState) -> [StateChange] {
    { [self] before, after in
      changes(toState(comparable(before, to: after)), toState(after))
    }
  }
}

extension TestCore {
  func scoped<Child: Equatable>(
    state toChild: @escaping (State) -> Child,
    ignoring parts: IgnoredParts<Child> = IgnoredParts()
  ) -> TestCore<Child, Action, Environment> {
    ScopedTestCore(
      self,
      state: toChild,
      embed: { $0 },
      extract: { $0 },
      isEqual: nil,
      ignoring: parts
    )
  }

  func scoped<Child: Equatable, ChildAction: Sendable>(
    state toChild: @escaping (State) -> Child,
    action embed: @escaping @Sendable (ChildAction) -> Action,
    ignoring parts: IgnoredParts<Child>
  ) -> TestCore<Child, ChildAction, Environment> {
    // Created lazily, because not every function is a case constructor.
    lazy var path = /embed
    return ScopedTestCore(
      self,
      state: toChild,
      embed: embed,
      extract: { path.extract(from: $0) },
      isEqual: (Action.self as? any Equatable.Type)?.comparison(of: Action.self),
      ignoring: parts
    )
  }
}

extension Equatable {
  /// Returns an equality function for callers that do not know that their type is `Equatable`.
  fileprivate static func comparison<Value>(of type: Value.Type) -> (Value, Value) -> Bool {
    { lhs, rhs in lhs as? Self == rhs as? Self }
  }
}
