// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepJournal

/// The object with which a test store performs its steps: a run, or a part of one.
///
/// A class and not a protocol, because unspecialized code looks up how a generic type conforms to a generic protocol.
@usableFromInline
class TestCore<State: Equatable, Action: Sendable, Environment: Sendable> {
  /// The parts of the state that are not compared.
  final let ignored: IgnoredParts<State>

  init(ignoring parts: IgnoredParts<State>) {
    ignored = parts
  }

  /// The state after the last asserted step.
  var state: State { notOverridden() }

  var environment: Environment {
    get { notOverridden() }
    set { notOverridden() }
  }

  /// Notes that a part of the state has to change before the end.
  func watch(_ part: UnchangedPart<State>) { notOverridden() }

  /// The journal of the run.
  var journal: StoreJournal<State> { notOverridden() }

  /// Everything that does not depend on which part of the state and the actions is in view.
  var ledger: any TestLedger { notOverridden() }

  /// Sends an action, and runs what follows from it.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - location: The place named in failures.
  ///   - changes: The changes that messages show of two states.
  /// - Returns: How it changed the state.
  func send(
    _ action: Action,
    at location: CodeLocation,
    _ changes: @escaping (State, State) -> [StateChange]
  ) -> Transition<State> { notOverridden() }

  /// Takes the next received action; returns how it changed the state.
  ///
  /// - Parameters:
  ///   - expectation: The expected action.
  ///   - wait: How long the caller has waited for it.
  ///   - location: The place named in failures.
  ///   - changes: The changes that messages show of two states.
  /// - Returns: The change, or `nil` if there is no action.
  func receive(
    _ expectation: ActionExpectation<Action>,
    after wait: TestWait?,
    at location: CodeLocation,
    _ changes: @escaping (State, State) -> [StateChange]
  ) -> Transition<State>? { notOverridden() }

  /// Returns whether there is something for ``receive(_:after:at:_:)`` to take.
  func hasReceived(_ expectation: ActionExpectation<Action>) -> Bool { notOverridden() }
}

private func notOverridden(_ member: String = #function) -> Never {
  preconditionFailure("A subclass of TestCore does not override \(member).")
}

/// The state before and after a step.
///
/// A class, because unspecialized code looks up the type of a structure wherever it copies one.
@usableFromInline
class Transition<State: Equatable> {
  final var before: State
  final var after: State
  /// The number of the turn of the step, if an effect sent its action.
  final var turn: Int?
  /// Whether the step has changed something that a store around this one ignores.
  final var hidesChange = false
  /// Changes made by actions that a reported failure moved across this step.
  final var misplaced: [Transition<State>] {
    get { misplacedChanges ?? [] }
    set { misplacedChanges = newValue.isEmpty ? nil : newValue }
  }
  // Optional, because each step would look up the type of an empty list.
  private final var misplacedChanges: [Transition<State>]?
  /// Whether the closure of the step may be for one of these actions.
  final var isMisplaced: Bool { misplacedChanges != nil }
  /// Changes that steps assert for actions that a reported failure found missing.
  final var missing: [StatedChange] = []
  /// Whether the action of the step is missing itself, so that its closure only states a change.
  final var isOfMissing = false

  required init(before: State, after: State) {
    self.before = before
    self.after = after
  }

  /// Whether the states differ, if they have been compared.
  final private var comparison: Bool?

  /// - Complexity: That of comparing the states, the first time.
  final var hasChanged: Bool {
    if let comparison { return comparison }
    let hasChanged = before != after
    comparison = hasChanged
    return hasChanged
  }

  /// Returns a copy, which may be changed.
  final func copy() -> Transition { map { $0 } }

  /// Returns the same change of a part of the state.
  final func map<Part: Equatable>(_ toPart: (State) -> Part) -> Transition<Part> {
    let part = Transition<Part>(before: toPart(before), after: toPart(after))
    part.misplaced = misplaced.map { $0.map(toPart) }
    part.missing = missing
    part.turn = turn
    part.hidesChange = hidesChange
    part.isOfMissing = isOfMissing
    return part
  }

  /// Returns whether an expected state differs only in what misplaced and missing actions change, too: once they
  /// are in their places, so may this be.
  final func isExplained(_ expected: State, in core: AnyObject) -> Bool {
    let missing = missing.filter { $0.core == ObjectIdentifier(core) }
    guard misplaced.isEmpty == false || missing.isEmpty == false else { return false }
    let differences = StateChange.all(from: expected, to: after)
    let stated = missing.flatMap(\.changes)
    let others = stated + misplaced.flatMap { StateChange.all(from: $0.before, to: $0.after) }
    return differences.isEmpty == false
      && differences.allSatisfy { difference in others.contains { $0.overlaps(difference) } }
  }
}

/// The change that the closure of a step makes, although its action is missing.
struct StatedChange {
  /// The part of the run whose step it is.
  var core: ObjectIdentifier
  var changes: [StateChange]
  var isOfEarlierSend = false
}

/// How an unsuccessful wait has ended.
enum TestWait {
  case timedOut(Duration)
  case cancelled
}

/// The account of a test store, regardless of its state and actions.
protocol TestLedger: CheckedAtEnd {
  var exhaustivity: Exhaustivity { get set }
  var showsSkipped: Bool { get set }
  /// Whether the closure of a step may change nothing.
  var allowsNoChange: Bool { get }
  /// The maximum number of pieces of asynchronous work that may run in one step; with more, the effects
  /// do not come to rest.
  var workLimit: Int { get set }

  /// Performs a part of a step; issues that dependencies report meanwhile belong to that step.
  func withActivity<Result>(
    at location: CodeLocation,
    _ body: () throws -> Result
  ) rethrows -> Result

  /// Reports a failure, with the context for it.
  func fail(_ failure: TestFailure, at location: CodeLocation, _ context: FailureContext)
  /// Notes a change that the test expects of an action that is missing.
  func noteMissing(_ change: StatedChange)
  func note(_ note: TestNote, at location: CodeLocation)

  func fireAndForget(_ name: String?, after wait: TestWait?, at location: CodeLocation)
  /// Takes an output that the feature has sent.
  func output(_ expectation: OutputExpectation, at location: CodeLocation)
  func hasFireAndForget(_ name: String?) -> Bool
  func skipReceived(at location: CodeLocation)
  func skipRunning(at location: CodeLocation)
  func finish(after wait: TestWait?, at location: CodeLocation)

  var hasRunningEffects: Bool { get }
  var hasEscapedTasks: Bool { get }

  /// Runs effects and waits for their work outside of the store until a condition holds.
  ///
  /// - Returns: `nil` if the condition holds.
  func wait(
    atMost timeout: Duration,
    at location: CodeLocation,
    isolation: isolated (any Actor)?,
    until condition: @escaping () -> Bool
  ) async -> TestWait?
}

extension TestLedger {
  func fail(_ failure: TestFailure, at location: CodeLocation) {
    fail(failure, at: location, .none)
  }
}

extension TestCore {
  /// Asserts how a step has changed the state.
  ///
  /// If state changes need not all be asserted, the closure receives the state after the step, and the
  /// values it sets must already be set. If they must all be asserted, the closure has to change
  /// something, which is the case if its result matches the state after a step that changed something. Parts that
  /// are ignored count as unchanged, and whatever the closure sets there counts as right.
  ///
  /// - Parameters:
  ///   - transition: How the step has changed the state.
  ///   - location: The place named in failures.
  ///   - update: The closure of the step, or ``expectNoChange(_:)``.
  func assert(
    _ transition: Transition<State>,
    at location: CodeLocation,
    _ update: (inout State) throws -> Void
  ) {
    if transition.isOfMissing {
      var expected = transition.before
      // The failure of the action is enough.
      try? update(&expected)
      // A change of the whole state would explain any other.
      let changes = StateChange.all(from: transition.before, to: expected)
        .filter { $0.isOfWhole == false }
      ledger.noteMissing(StatedChange(core: ObjectIdentifier(self), changes: changes))
      return
    }
    let isExhaustive = ledger.exhaustivity.contains(.stateChanges)
    var compared = transition.before
    ignored.copy(from: transition.after, to: &compared)
    let hasChanged = ignored.isEmpty ? transition.hasChanged : compared != transition.after
    var mustChange = isExhaustive && ledger.allowsNoChange == false
    var hasClosure = true
    var expected = transition.after
    // The closure may be for an action that the test expects in the place of another.
    let isMisplaced = transition.isMisplaced
    if isExhaustive { expected = transition.before }
    if isExhaustive, isMisplaced == false {
      // Released, so that the closure changes what the state holds without a copy.
      compared = transition.after
      if hasChanged || ignored.isEmpty { transition.before = transition.after }
    }
    do {
      try update(&expected)
    } catch  where isNoChange(error) {
      mustChange = false
      hasClosure = false
    } catch {
      ledger.fail(.updateThrew(error), at: location)
      return
    }
    let setsNothing = hasChanged == false && expected == transition.before
    ignored.copy(from: transition.after, to: &expected)
    if hasClosure, isMisplaced, expected == compared { return }
    if expected != transition.after {
      guard transition.isExplained(expected, in: self) == false else { return }
      let failure = TestFailure.wrongState(expected: expected, actual: transition.after)
      ledger.fail(failure, at: location, .causes(of: transition.turn))
    } else if mustChange, setsNothing, transition.hidesChange == false {
      ledger.fail(.emptyUpdate(expected), at: location, .causes(of: transition.turn))
    } else if isExhaustive == false, hasChanged {
      ledger.note(.changes(before: compared, after: transition.after), at: location)
    }
  }
}

/// Stands in for the closure of a step that has none: the step changes nothing.
///
/// It is distinguished from a closure that changes nothing by the error that it throws. The closure
/// cannot be optional instead: it would then escape, and could not use the members of a test without
/// `self`.
@usableFromInline
func expectNoChange<State>(_ state: inout State) throws {
  throw NoChange()
}

/// The error with which ``expectNoChange(_:)`` says that there is no closure.
struct NoChange: Error {}

/// Unlike a cast, the comparison of types needs no look-up.
private func isNoChange<Thrown: Error>(_ error: Thrown) -> Bool { Thrown.self == NoChange.self }
