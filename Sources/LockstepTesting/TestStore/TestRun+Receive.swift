// SPDX-License-Identifier: MIT

internal import Lockstep

// The actions that a run has received, and those that failures have named.
extension TestRun {
  /// An action that no step has asserted when it was its turn, and the state before it.
  struct Unasserted {
    var received: Received
    var before: State
    /// The changes of the later actions that were asserted before this one.
    var overtakers: [Transition<State>] = []
    /// Whether the test may expect it later: it was passed over for another, instead of being found in the
    /// place of one that is missing.
    var isOvertaken = true
    var isOfEarlierSend = false

    var change: Transition<State> {
      let change = Transition(before: before, after: received.state)
      change.turn = received.turn
      return change
    }
  }

  /// The actions that failures have named, whose consequences are not reported again.
  ///
  /// An action that was named may still be asserted, and need not be.
  ///
  /// It is kept until the second action is sent after it.
  final class NamedActions {
    /// The actions that were named, in the order in which they arrived.
    var actions: [Unasserted] = []
    /// The actions that were asserted before it was their turn.
    ///
    /// A test that expects one of them again has named a wrong action before, which is the same failure.
    var early: [Unasserted] = []
    /// The expectations that no action has met.
    var missed: [(expectation: ActionExpectation<Action>, isOfEarlierSend: Bool)] = []
    /// The actions that steps have skipped for a later one since the last action was sent.
    var skipped: [Action] = []
    /// The changes that the steps of missing actions state.
    var stated: [StatedChange] = []

    var isEmpty: Bool {
      actions.isEmpty && early.isEmpty && missed.isEmpty && skipped.isEmpty && stated.isEmpty
    }

    /// Begins a step that sends an action.
    func beginSend() {
      skipped = []
      early = []
      actions.removeAll { $0.isOfEarlierSend }
      missed.removeAll { $0.isOfEarlierSend }
      stated.removeAll { $0.isOfEarlierSend }
      for index in actions.indices { actions[index].isOfEarlierSend = true }
      for index in missed.indices { missed[index].isOfEarlierSend = true }
      for index in stated.indices { stated[index].isOfEarlierSend = true }
    }

    /// Notes that an action was asserted, which may be one that a step has expected in vain before.
    func found(_ action: Action) {
      guard missed.isEmpty == false else { return }
      let index = missed.firstIndex { $0.expectation.isMet(action) }
      if let index { missed.remove(at: index) }
    }

    /// Takes the oldest action for which a condition holds.
    func take(where isTaken: (Unasserted) -> Bool) -> Unasserted? {
      guard let index = actions.firstIndex(where: isTaken) else { return nil }
      // The test names both actions, and so has named the right one before.
      if actions[index].isOvertaken { early = [] }
      var action = actions.remove(at: index)
      action.overtakers += entangled(action.change, olderThan: index).misplaced
      return action
    }

    /// Returns the change of an action that is asserted although older ones have been passed over, and notes it
    /// with them.
    func entangled(
      _ change: Transition<State>,
      olderThan end: Int? = nil
    ) -> Transition<State> {
      guard actions.isEmpty == false || stated.isEmpty == false else { return change }
      let result = change.copy()
      result.missing = stated
      // As many as messages show.
      for index in actions.indices.prefix(min(end ?? .max, 20)) where actions[index].isOvertaken {
        result.misplaced.append(actions[index].change)
        actions[index].overtakers.append(change)
      }
      return result
    }
  }

  /// The actions that failures have named.
  var reported: NamedActions {
    if let named { return named }
    let new = NamedActions()
    named = new
    return new
  }

  /// Begins a step that sends an action.
  func beginSend() {
    guard let named else { return }
    named.beginSend()
    if named.isEmpty { self.named = nil }
  }

  /// Returns the change of a step, with what failures have named before.
  func entangled(_ change: Transition<State>) -> Transition<State> {
    guard let named else { return change }
    return named.entangled(change)
  }

  // MARK: Taking actions

  /// Takes the action that a step expects, or that is there in its place.
  ///
  /// An action that a failure has named comes first if it was passed over, because the test owes it; one that
  /// was found in the place of another comes after the queue.
  func take(
    _ expectation: ActionExpectation<Action>,
    after wait: TestWait?,
    at location: CodeLocation,
    _ changes: @escaping (State, State) -> [StateChange]
  ) -> Transition<State>? {
    // An issue reported by a path that finds no case belongs to the step.
    let isMet = { [self, isMet = expectation.isMet] (action: Action) in
      withActivity(at: location) { isMet(action) }
    }
    if named != nil, let transition = takeOvertaken(where: isMet) { return transition }
    let next = index(of: expectation)
    if let next, isMet(typed(received[next]).action) {
      if next > received.startIndex { skip(upTo: next, at: location) }
      return takeFirst()
    }
    return takeAnother(than: next, expectation, after: wait, at: location, changes, isMet)
  }

  private func takeOvertaken(where isMet: (Action) -> Bool) -> Transition<State>? {
    named?.take { $0.isOvertaken && isMet($0.received.action) }.map(transition)
  }

  /// Takes what there is where the first action that has to be asserted is not the expected one.
  private func takeAnother(
    than next: Int?,
    _ expectation: ActionExpectation<Action>,
    after wait: TestWait?,
    at location: CodeLocation,
    _ changes: @escaping (State, State) -> [StateChange],
    _ isMet: (Action) -> Bool
  ) -> Transition<State>? {
    if let late = named?.take(where: { isMet($0.received.action) }) {
      return transition(of: late)
    }
    let place = next.flatMap { next in
      received[next...].indices.dropFirst().first { isMet(typed(received[$0]).action) }
    }
    if place == nil, let named,
      let index = named.early.firstIndex(where: { isMet($0.received.action) })
    {
      return transition(of: named.early.remove(at: index))
    }
    guard let next else {
      if let named, let index = named.skipped.firstIndex(where: isMet) {
        fail(.skippedBefore(expectation.expected, named.skipped.remove(at: index)), at: location)
        return nil
      }
      let failure = nothingReceived(expectation.expected, after: wait)
      fail(failure, at: location, .course(of: received.map(\.turn)))
      reported.missed.append((expectation, false))
      return nil
    }
    skip(upTo: next, at: location)
    if let place { return overtake(upTo: place, expectation, at: location, changes) }
    var actual = Unasserted(received: typed(received[next]), before: asserted)
    actual.isOvertaken = false
    let failure = TestFailure.wrongAction(
      expected: expectation.expected,
      actual: shown([actual], changes),
      cancelled: account.cancelled
    )
    fail(failure, at: location, .course(of: [received[next].turn]))
    reported.actions.append(actual)
    reported.missed.append((expectation, false))
    let transition = transition(from: asserted, to: asserted)
    transition.isOfMissing = true
    asserted = actual.received.state
    received.removeFirst()
    return transition
  }

  /// Takes an expected action that is not the first, and reports those before it.
  private func overtake(
    upTo place: Int,
    _ expectation: ActionExpectation<Action>,
    at location: CodeLocation,
    _ changes: @escaping (State, State) -> [StateChange]
  ) -> Transition<State>? {
    let passed = received[..<place]
    let failure = TestFailure.receivedLater(
      expectation.expected,
      actions: values(of: received[...place]),
      before: shown(unasserted(passed), changes)
    )
    fail(failure, at: location, .course(of: received[...place].map(\.turn)))
    setAside(passed, isOvertaken: true)
    received = received[place...]
    reported.early.append(Unasserted(received: typed(received[place]), before: asserted))
    return takeFirst()
  }

  private func takeFirst() -> Transition<State>? {
    guard let first = received.popFirst() else { return nil }
    // A slice keeps removed elements until its buffer is replaced. This one would keep its state alive, and the next
    // change would have to copy it.
    if received.isEmpty { received = [] }
    let next = typed(first)
    let transition = transition(from: asserted, to: next.state)
    transition.turn = next.turn
    asserted = next.state
    named?.found(next.action)
    noteAsserted(next, transition)
    return entangled(transition)
  }

  private func transition(of late: Unasserted) -> Transition<State> {
    let transition = late.change
    transition.misplaced = late.overtakers
    transition.missing = named?.stated ?? []
    noteAsserted(late.received, transition)
    return transition
  }

  private func skip(upTo index: Int, at location: CodeLocation) {
    let skipped = received[..<index]
    guard let last = skipped.last else { return }
    let actions = values(of: skipped)
    note(.actions(actions), at: location)
    reported.skipped += actions
    asserted = typed(last).state
    received = received[index...]
  }

  /// Returns whether there is an action to take.
  func canTake(_ expectation: ActionExpectation<Action>) -> Bool {
    if index(of: expectation) != nil { return true }
    guard let named else { return false }
    return (named.actions + named.early).contains { expectation.isMet($0.received.action) }
      || named.skipped.contains { expectation.isMet($0) }
  }

  /// Returns the index of the first action that is expected or has to be asserted.
  private func index(of expectation: ActionExpectation<Action>) -> Int? {
    received.firstIndex { isRequired($0) || expectation.isMet(typed($0).action) }
  }

  func turns(_ unasserted: [Unasserted]) -> [Int] { unasserted.map(\.received.turn) }

  // MARK: What is left

  func isRequired(_ received: ReceivedAction) -> Bool {
    received.isRequired && dimensions.contains(.receivedActions)
  }

  /// Returns the actions that have to be asserted, with the states before them.
  private func unasserted(_ received: ArraySlice<ReceivedAction>) -> [Unasserted] {
    var before = asserted
    var unasserted: [Unasserted] = []
    for action in received {
      let action = typed(action)
      if isRequired(action) { unasserted.append(Unasserted(received: action, before: before)) }
      before = action.state
    }
    return unasserted
  }

  /// Fails if any of the actions has to be asserted, except what a step has already expected in vain.
  func failIfRequired(
    _ received: ArraySlice<ReceivedAction>,
    at location: CodeLocation,
    _ failure: ([Unasserted]) -> TestFailure
  ) {
    guard received.contains(where: isRequired) else { return }
    let unasserted = unreported(received)
    guard unasserted.isEmpty == false else { return }
    fail(failure(unasserted), at: location, .course(of: turns(unasserted)))
  }

  /// Returns those of the actions that have to be asserted, except what a step has already expected in vain.
  func unreported(_ received: ArraySlice<ReceivedAction>) -> [Unasserted] {
    guard let named else { return unasserted(received) }
    var missed = named.missed
    return unasserted(received).filter { action in
      let index = missed.firstIndex { $0.expectation.isMet(action.received.action) }
      guard let index else { return true }
      missed.remove(at: index)
      return false
    }
  }

  /// Returns the actions as a message of the whole store shows them.
  func shown(_ unasserted: [Unasserted]) -> UnassertedActions {
    shown(unasserted, changes)
  }

  /// Returns the actions as a message shows them.
  func shown(
    _ unasserted: [Unasserted],
    _ changes: @escaping (State, State) -> [StateChange]
  ) -> UnassertedActions {
    let isExhaustive = dimensions.contains(.stateChanges)
    return UnassertedActions(
      actions: unasserted.map(\.received.action),
      code: stepCode.receiving(
        unasserted.prefix(StepCode.limits.steps).map { action in
          (
            action.received.action,
            isExhaustive ? changes(action.before, action.received.state) : []
          )
        },
        of: unasserted.count
      )
    )
  }

  /// Continues with the state after actions that were reported, and that later steps may still assert.
  ///
  /// - Parameters:
  ///   - received: The actions.
  ///   - isOvertaken: Whether the test has named a later action, and so may expect these next.
  func setAside(_ received: ArraySlice<ReceivedAction>, isOvertaken: Bool = false) {
    guard let last = received.last else { return }
    if received.contains(where: isRequired) {
      reported.actions += unasserted(received).map { action in
        var action = action
        action.isOvertaken = isOvertaken
        return action
      }
    }
    asserted = typed(last).state
  }

  func setAsideReceived() {
    setAside(received)
    received = []
  }

  /// Treats all received actions as asserted, and says so if they were not reported.
  func dropReceived(at location: CodeLocation) {
    noteSkipped(received, at: location)
    takeAllReceived()
  }

  func noteSkipped(_ received: ArraySlice<ReceivedAction>, at location: CodeLocation) {
    guard isShowingSkipped, received.isEmpty == false else { return }
    let skipped = values(of: received.filter { isRequired($0) == false })
    if skipped.isEmpty == false { note(.actions(skipped), at: location) }
  }

  func noteMissing(_ change: StatedChange) {
    driver.exclusively { reported.stated.append(change) }
  }

  func takeAllReceived() {
    if let last = received.last { asserted = typed(last).state }
    received = []
    named = nil
  }
}
