// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepJournal

/// The implementation of a test store: a run or a part of one.
///
/// It is a class instead of a protocol, because unspecialized code would look up the conformance to a generic protocol.
@usableFromInline
class TestCore<State: Equatable, Action: Sendable, Environment: Sendable> {
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

  func watch(_ part: UnchangedPart<State>) { notOverridden() }

  var journal: StoreJournal<State> { notOverridden() }

  /// The operations that do not depend on the state and action types.
  var ledger: any TestLedger { notOverridden() }

  /// Sends an action, and runs the resulting work.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - location: The location of failures.
  ///   - changes: Returns the changes between two states, for messages.
  /// - Returns: The state before and after the action.
  func send(
    _ action: Action,
    at location: CodeLocation,
    _ changes: @escaping (State, State) -> [StateChange]
  ) -> Transition<State> { notOverridden() }

  /// Takes the next received action.
  ///
  /// - Parameters:
  ///   - expectation: The expected action.
  ///   - wait: The wait that preceded the call, if it was unsuccessful.
  ///   - location: The location of failures.
  ///   - changes: Returns the changes between two states, for messages.
  /// - Returns: The state before and after the action; `nil` if no action is available.
  func receive(
    _ expectation: ActionExpectation<Action>,
    after wait: TestWait?,
    at location: CodeLocation,
    _ changes: @escaping (State, State) -> [StateChange]
  ) -> Transition<State>? { notOverridden() }

  func hasReceived(_ expectation: ActionExpectation<Action>) -> Bool { notOverridden() }
}

private func notOverridden(_ member: String = #function) -> Never {
  preconditionFailure("A subclass of TestCore does not override \(member).")
}

/// The state before and after a step.
///
/// It is a class, because unspecialized code looks up a structure's type whenever it copies one.
@usableFromInline
class Transition<State: Equatable> {
  final var before: State
  final var after: State
  /// The turn number of the step, if an effect sent its action.
  final var turn: Int?
  /// Whether the step changed a part that a parent store ignores.
  final var hidesChange = false
  /// Changes made by actions that a reported failure moved across this step.
  final var misplaced: [Transition<State>] {
    get { misplacedChanges ?? [] }
    set { misplacedChanges = newValue.isEmpty ? nil : newValue }
  }
  // Optional, because unspecialized code would look up the metadata of an empty array's type in every step.
  private final var misplacedChanges: [Transition<State>]?
  /// Whether the closure of the step may belong to a misplaced action.
  final var isMisplaced: Bool { misplacedChanges != nil }
  /// Changes that steps assert for actions that a reported failure did not find.
  final var missing: [StatedChange] = []
  /// Whether the step's own action is missing, so that its closure only declares a change.
  final var isOfMissing = false

  required init(before: State, after: State) {
    self.before = before
    self.after = after
  }

  final private var comparison: Bool?

  /// - Complexity: On first use, the complexity of comparing the states. O(1) afterward.
  final var hasChanged: Bool {
    if let comparison { return comparison }
    let hasChanged = before != after
    comparison = hasChanged
    return hasChanged
  }

  final func copy() -> Transition { map { $0 } }

  final func map<Part: Equatable>(_ toPart: (State) -> Part) -> Transition<Part> {
    let part = Transition<Part>(before: toPart(before), after: toPart(after))
    part.misplaced = misplaced.map { $0.map(toPart) }
    part.missing = missing
    part.turn = turn
    part.hidesChange = hidesChange
    part.isOfMissing = isOfMissing
    return part
  }

  /// Returns whether misplaced and missing actions also change every part in which the expected state differs.
  ///
  /// If so, the difference may disappear once the test asserts those actions in the correct order.
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

/// A change that the closure of a step declares although the step's action is missing.
struct StatedChange {
  var core: ObjectIdentifier
  var changes: [StateChange]
  var isOfEarlierSend = false
}

enum TestWait {
  case timedOut(Duration)
  case cancelled
}

/// The operations of a test store that do not depend on its state and action types.
protocol TestLedger: CheckedAtEnd {
  var exhaustivity: Exhaustivity { get set }
  var showsSkipped: Bool { get set }
  var allowsNoChange: Bool { get }
  /// The maximum number of work items that may run in one step. If more are waiting, the step fails.
  var workLimit: Int { get set }

  func withActivity<Result>(
    at location: CodeLocation,
    _ body: () throws -> Result
  ) rethrows -> Result

  func fail(_ failure: TestFailure, at location: CodeLocation, _ context: FailureContext)
  func noteMissing(_ change: StatedChange)
  func note(_ note: TestNote, at location: CodeLocation)

  func fireAndForget(_ name: String?, after wait: TestWait?, at location: CodeLocation)
  func output(_ expectation: OutputExpectation, at location: CodeLocation)
  func hasFireAndForget(_ name: String?) -> Bool
  func skipReceived(at location: CodeLocation)
  func skipRunning(at location: CodeLocation)
  func finish(after wait: TestWait?, at location: CodeLocation)

  var hasRunningEffects: Bool { get }
  var hasEscapedTasks: Bool { get }

  /// Runs effects and waits for work outside the store until a condition is met.
  ///
  /// - Returns: `nil` if the condition is met.
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
  /// Asserts how a step changed the state.
  ///
  /// Without exhaustive state changes, the closure receives the state after the step, and may set only values that are
  /// already set. With exhaustive state changes, the closure must change the state, unless its result matches the state
  /// after a step that changed something. The comparison excludes ignored parts.
  ///
  /// - Parameters:
  ///   - transition: The state before and after the step.
  ///   - location: The location of failures.
  ///   - update: The closure of the step, or ``expectNoChange(_:)``.
  func assert(
    _ transition: Transition<State>,
    at location: CodeLocation,
    _ update: (inout State) throws -> Void
  ) {
    if transition.isOfMissing {
      var expected = transition.before
      // The missing action has already been reported.
      try? update(&expected)
      // A change of the whole state would explain any difference.
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
    // The closure may belong to another action than the one received.
    let isMisplaced = transition.isMisplaced
    if isExhaustive { expected = transition.before }
    if isExhaustive, isMisplaced == false {
      // Releases the previous state, so that the closure can mutate its storage in place.
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

/// The default closure of a step, which expects no change.
///
/// The error that it throws distinguishes it from a closure that changes nothing. An optional closure would be
/// escaping, and could not use the members of a test without `self`.
@usableFromInline
func expectNoChange<State>(_ state: inout State) throws {
  throw NoChange()
}

struct NoChange: Error {}

/// Compares types, because a cast would need a metadata lookup.
private func isNoChange<Thrown: Error>(_ error: Thrown) -> Bool { Thrown.self == NoChange.self }
