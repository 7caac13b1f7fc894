// SPDX-License-Identifier: MIT

internal import Lockstep

extension TestRun {
  /// An action that no step asserted in order, and the state before it.
  struct Unasserted {
    var received: Received
    var before: State
    /// The changes of later actions that the test asserted before this one.
    var overtakers: [Transition<State>] = []
    /// Whether the test asserted a later action first, as opposed to expecting a missing action in this place.
    var isOvertaken = true
    var isOfEarlierSend = false

    var change: Transition<State> {
      let change = Transition(before: before, after: received.state)
      change.turn = received.turn
      return change
    }
  }

  /// The actions that failures reported, so that the run does not report their consequences.
  ///
  /// The test may still assert a reported action, but does not have to. The list keeps each action until the test sends
  /// a second action after it.
  final class NamedActions {
    var actions: [Unasserted] = []
    /// The actions that the test asserted too early.
    ///
    /// If the test expects one of them again, its earlier step expected a wrong action, which is the same failure.
    var early: [Unasserted] = []
    var missed: [(expectation: ActionExpectation<Action>, isOfEarlierSend: Bool)] = []
    var skipped: [Action] = []
    var stated: [StatedChange] = []

    var isEmpty: Bool {
      actions.isEmpty && early.isEmpty && missed.isEmpty && skipped.isEmpty && stated.isEmpty
    }

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

    /// Removes the expectation that an asserted action meets belatedly.
    func found(_ action: Action) {
      guard missed.isEmpty == false else { return }
      let index = missed.firstIndex { $0.expectation.isMet(action) }
      if let index { missed.remove(at: index) }
    }

    func take(where isTaken: (Unasserted) -> Bool) -> Unasserted? {
      guard let index = actions.firstIndex(where: isTaken) else { return nil }
      // The test asserts both actions, so its earlier expectation was correct.
      if actions[index].isOvertaken { early = [] }
      var action = actions.remove(at: index)
      action.overtakers += entangled(action.change, olderThan: index).misplaced
      return action
    }

    /// Returns the transition of an asserted action with the changes of overtaken older actions, and records it with
    /// them.
    func entangled(
      _ change: Transition<State>,
      olderThan end: Int? = nil
    ) -> Transition<State> {
      guard actions.isEmpty == false || stated.isEmpty == false else { return change }
      let result = change.copy()
      result.missing = stated
      // Messages show at most 20.
      for index in actions.indices.prefix(min(end ?? .max, 20)) where actions[index].isOvertaken {
        result.misplaced.append(actions[index].change)
        actions[index].overtakers.append(change)
      }
      return result
    }
  }

  var reported: NamedActions {
    if let named { return named }
    let new = NamedActions()
    named = new
    return new
  }

  func beginSend() {
    guard let named else { return }
    named.beginSend()
    if named.isEmpty { self.named = nil }
  }

  func entangled(_ change: Transition<State>) -> Transition<State> {
    guard let named else { return change }
    return named.entangled(change)
  }

  // MARK: Taking actions

  /// Takes the action that a step expects, or the action received in its place.
  ///
  /// A reported action that the test overtook precedes the queue, because the test must still assert it. Other reported
  /// actions follow the queue.
  func take(
    _ expectation: ActionExpectation<Action>,
    after wait: TestWait?,
    at location: CodeLocation,
    _ changes: @escaping (State, State) -> [StateChange]
  ) -> Transition<State>? {
    // Attributes issues reported by a path without a case to the step.
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
    // A slice retains removed elements until its buffer is replaced. The retained state would force a copy on the next
    // change.
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

  func canTake(_ expectation: ActionExpectation<Action>) -> Bool {
    if index(of: expectation) != nil { return true }
    guard let named else { return false }
    return (named.actions + named.early).contains { expectation.isMet($0.received.action) }
      || named.skipped.contains { expectation.isMet($0) }
  }

  private func index(of expectation: ActionExpectation<Action>) -> Int? {
    received.firstIndex { isRequired($0) || expectation.isMet(typed($0).action) }
  }

  func turns(_ unasserted: [Unasserted]) -> [Int] { unasserted.map(\.received.turn) }

  // MARK: What is left

  func isRequired(_ received: ReceivedAction) -> Bool {
    received.isRequired && dimensions.contains(.receivedActions)
  }

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

  /// Fails if any required action remains, except those that meet an earlier unmet expectation.
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

  /// Returns the required actions, except those that meet an earlier unmet expectation.
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

  func shown(_ unasserted: [Unasserted]) -> UnassertedActions {
    shown(unasserted, changes)
  }

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

  /// Continues with the state after reported actions, which later steps may still assert.
  ///
  /// - Parameters:
  ///   - received: The actions.
  ///   - isOvertaken: Whether the test asserted a later action first, and may expect these next.
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

  /// Discards all received actions, and emits a note about those that no failure reported.
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
