// SPDX-License-Identifier: MIT

public import Lockstep
public import LockstepJournal

/// Runs a feature for a test store, and tracks which behavior the test has asserted.
///
/// Isolation: the test's isolation. Every request has exclusive access to the driver, because a test scheduler may
/// advance on another thread, and a leftover task may use the store during the check at the end of a test.
@usableFromInline
class TestRun<State: Equatable, Action: Sendable, Environment: Sendable>:
  TestCore<State, Action, Environment>
{
  /// The environment for the reducer, and the outcome of the last turn.
  @usableFromInline
  final class EnvironmentBox {
    // NB: Unchecked exclusivity is safe here: no field is passed as `inout` to code that could access the box again.
    @exclusivity(unchecked) @usableFromInline var value: Environment
    @exclusivity(unchecked) @usableFromInline var hasEffect = false
    @exclusivity(unchecked) @usableFromInline var onMount: ((State) -> Void)?

    @usableFromInline
    init(_ value: Environment) {
      self.value = value
    }
  }

  @usableFromInline
  class Received: ReceivedAction {
    final let action: Action
    final let state: State

    required init(
      _ action: Action,
      _ state: State,
      from source: EffectScope?,
      isRequired: Bool,
      hasEffect: Bool,
      turn: Int
    ) {
      self.action = action
      self.state = state
      super.init(from: source, isRequired: isRequired, hasEffect: hasEffect, turn: turn)
    }
  }

  // Stored, because unspecialized code looks up the types that it names, but not the types that it receives.
  private let receivedType: Received.Type
  private let transitionType: Transition<State>.Type

  private let environmentBox: EnvironmentBox
  /// The state after the last asserted step.
  @exclusivity(unchecked) final var asserted: State

  let sites: SiteSet?
  /// The action of the last asserted step; `nil` if it was dropped or a failure has explained it.
  @exclusivity(unchecked) final var lastAsserted: Received?
  /// Whether the last asserted action changed nothing and started no effect.
  @exclusivity(unchecked) final var isIdle = false
  let runtime: StoreRuntime<State, Action>
  let driver: ManualDriver
  let account: FireAndForgetAccount
  private let ownJournal: StoreJournal<State>
  let reporter: any IssueReporter
  let place: CodeLocation
  /// The current exploration's run, and the trace that records actions.
  let exploration: (run: ScheduledRun, trace: ActionTrace.Store)?
  /// The number of running effects after the last turn, and the total number of effects started until then.
  var effectsBefore = (running: 0, started: 0)
  private(set) var location: CodeLocation
  var received: ArraySlice<ReceivedAction> = []
  /// The actions that failures reported; `nil` in a passing test, whose steps then skip the lookup.
  var named: NamedActions?
  /// The running effects that a failure listed, which the end of the test does not report again.
  @exclusivity(unchecked) private(set) final var shownEffects: [UInt64] = []
  /// The action that the current step sent, after its turn.
  private var sent: Received?
  /// The actions that arrived after the step began but before the action that it sends.
  private var interposed: ArraySlice<ReceivedAction> = []
  private var listing: LiveTestStores.Listing?
  var isFinished = false {
    didSet { listing?.noteCheck(isFinished) }
  }
  private var hasReportedUnrest = false
  /// Whether the last drain ran all available work.
  private(set) var isAtRest = true

  private(set) var isShowingSkipped = false
  private(set) var dimensions = Exhaustivity.all

  private var excused = ExcusedEffects()
  var hasFailed = false
  var unchanged: [UnchangedPart<State>]?

  /// Creates a run.
  ///
  /// This initializer is inlinable, so that the compiler can specialize the objects that it creates.
  @inlinable
  convenience init(
    initialState: State,
    reducer: Reducer<State, Action, Environment>,
    environment: Environment,
    actionLimit: Int,
    _ parts: RunParts
  ) {
    let environment = EnvironmentBox(environment)
    let life = StoreLife.of(reducer)
    let runtime = StoreRuntime<State, Action>(
      initialState: initialState,
      context: parts.context,
      actionLimit: actionLimit,
      sites: reducer.sites,
      lives: life?.lives,
      mount: life.map { life in
        { state in
          let effect = life.mount(&state, environment.value)
          environment.onMount?(state)
          return effect
        }
      }
    ) { [turnBegan = parts.turnBegan] state, action in
      turnBegan(action)
      let effect =
        life?.reduce(&state, environment.value) { state in
          reducer.reduce(&state, action, environment.value)
        } ?? reducer.reduce(&state, action, environment.value)
      environment.hasEffect = effect.node != nil
      return effect
    }
    self.init(
      parts,
      runtime,
      environment,
      .of(runtime, time: parts.time, exclusively: parts.exclusively),
      sites: reducer.sites,
      ignoring: IgnoredParts(),
      Received.self,
      Transition<State>.self
    )
    if life != nil { begin() }
  }

  @usableFromInline
  init(
    _ base: RunParts,
    _ runtime: StoreRuntime<State, Action>,
    _ environment: EnvironmentBox,
    _ journal: StoreJournal<State>,
    sites: SiteSet?,
    ignoring parts: IgnoredParts<State>,
    _ receivedType: Received.Type,
    _ transitionType: Transition<State>.Type
  ) {
    self.receivedType = receivedType
    self.transitionType = transitionType
    self.sites = sites
    self.runtime = runtime
    ownJournal = journal
    environmentBox = environment
    asserted = runtime.state
    place = base.location
    location = base.location
    reporter = base.reporter
    driver = base.driver
    account = base.account
    exploration = ScheduledRun.current.map { [log = journal.effectLog] run in
      (run, run.trace.addStore(log))
    }
    super.init(ignoring: parts)
    listing = LiveTestStores.Listing(self, at: place)
    driver.attach(runtime)
    driver.aroundSettling = { [weak self] drain in
      // A deallocating run closes the driver.
      guard let self else { return true }
      let location = IssueReporting.activity?.location ?? self.location
      return account.withActivity(at: location, drain)
    }
    journal.setAfterTurn { [unowned self] turn, source in
      record(turn, source)
      account.turnEnded()
      endDismissed()
    }
  }

  deinit { driver.close() }

  @usableFromInline
  func begin() {
    environmentBox.onMount = { [unowned self] in asserted = $0 }
    driver.enter { account.withActivity(at: location) { runtime.begin() } }
  }

  private func record(_ turn: StoreTurn, _ source: EffectScope?) {
    noteInExploration(turn)
    if unchanged != nil { noteChangedParts() }
    let isSent = turn.sender.isEffect == false
    let taken = receivedType.init(
      action(turn.action),
      runtime.state,
      from: source,
      isRequired: isSent == false && dimensions.contains(.receivedActions),
      hasEffect: environmentBox.hasEffect,
      turn: turn.number
    )
    if isSent {
      sent = taken
      interposed = received
      received = []
    } else {
      account.actionArrived(from: source)
      received.append(taken)
    }
  }

  private func action<Taken: Sendable>(_ action: Taken) -> Action {
    if Taken.self == Action.self { return unsafeBitCast(action, to: Action.self) }
    return cast(action)
  }

  private func cast(_ action: some Sendable) -> Action {
    guard let action = action as? Action else {
      preconditionFailure("A turn takes an action of its store.")
    }
    return action
  }

  func typed(_ action: ReceivedAction) -> Received { unsafeDowncast(action, to: Received.self) }

  func values(of actions: some Sequence<ReceivedAction>) -> [Action] {
    actions.map { typed($0).action }
  }

  func transition(from before: State, to after: State) -> Transition<State> {
    transitionType.init(before: before, after: after)
  }

  /// Performs a step with exclusive access to the driver.
  ///
  /// The driver's generic method would look up its result type in each step.
  func exclusively(_ step: () -> Transition<State>?) -> Transition<State>? {
    var transition: Transition<State>?
    driver.enter { transition = step() }
    return transition
  }

  override var state: State { driver.exclusively { asserted } }

  override var environment: Environment {
    get { driver.exclusively { environmentBox.value } }
    set {
      driver.exclusively {
        if driver.isRandom { drain(.some, at: location) }
        environmentBox.value = newValue
        endStep(at: location)
      }
    }
  }

  override var journal: StoreJournal<State> { ownJournal }

  override var ledger: any TestLedger { self }

  var allowsNoChange: Bool { false }

  var stepCode: StepCode { .store }

  // MARK: Steps

  func withActivity<Result>(
    at location: CodeLocation,
    _ body: () throws -> Result
  ) rethrows -> Result {
    try account.withActivity(at: location, body)
  }

  /// Begins a step, and runs the available work, or only the work that the step needs if the schedule is random.
  func begin(_ extent: ManualDriver.Extent, at location: CodeLocation) {
    self.location = location
    isFinished = false
    drain(extent, at: location)
  }

  override func send(
    _ action: Action,
    at location: CodeLocation,
    _ changes: @escaping (State, State) -> [StateChange]
  ) -> Transition<State> {
    let transition = exclusively {
      begin(.some, at: location)
      // Effects sent these values before the step's action, so the store reduces them first.
      if driver.isRandom { account.withActivity(at: location) { driver.takeMail() } }
      beginSend()
      if received.isEmpty == false {
        failIfRequired(received, at: location) { [self] unasserted in
          .unassertedBeforeSend(shown(unasserted, changes))
        }
        noteSkipped(received, at: location)
        setAsideReceived()
      }
      return perform(action, at: location) { [self] in
        .unassertedBeforeSend(shown($0, changes))
      }
    }
    guard let transition else { preconditionFailure("Each step returns a transition.") }
    return transition
  }

  /// Sends an action, and runs the resulting work.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - location: The location of failures.
  ///   - failure: Creates the failure for actions that another thread sent just before.
  /// - Returns: The state before and after the action.
  func perform(
    _ action: Action,
    at location: CodeLocation,
    unasserted failure: ([Unasserted]) -> TestFailure
  ) -> Transition<State> {
    account.withActivity(at: location) {
      _ = runtime.send(action, from: location)
    }
    let before = takeInterposed(at: location, failure)
    drain(.allOrNothing, at: location, isNewRun: false)
    // An action without a turn was dropped, which has already been reported.
    if let sent { asserted = sent.state }
    let transition = transition(from: before, to: asserted)
    noteAsserted(sent, transition)
    sent = nil
    return entangled(transition)
  }

  override func receive(
    _ expectation: ActionExpectation<Action>,
    after wait: TestWait?,
    at location: CodeLocation,
    _ changes: @escaping (State, State) -> [StateChange]
  ) -> Transition<State>? {
    exclusively {
      begin(.until(newReceived(contains: expectation)), at: location)
      defer { endStep(at: location) }
      return take(expectation, after: wait, at: location, changes)
    }
  }

  override func hasReceived(_ expectation: ActionExpectation<Action>) -> Bool {
    driver.exclusively { canTake(expectation) }
  }

  func nothingReceived(_ expected: ExpectedAction, after wait: TestWait?) -> TestFailure {
    shownEffects += runningLeaves.map(\.number)
    return .nothingReceived(
      expected,
      others: values(of: received),
      running: runningEffects,
      cancelled: account.cancelled,
      after: wait
    )
  }

  func fireAndForget(_ name: String?, after wait: TestWait?, at location: CodeLocation) {
    driver.exclusively {
      begin(.until { [self] in hasFireAndForget(name) }, at: location)
      defer { endStep(at: location) }
      guard takeFireAndForget(name) == false else { return }
      fail(nothingToRun(name, after: wait), at: location, .course())
    }
  }

  func hasFireAndForget(_ name: String?) -> Bool {
    account.hasFinished(named: name)
  }

  func takeFireAndForget(_ name: String?) -> Bool {
    account.takeFinished(named: name)
  }

  func skipReceived(at location: CodeLocation) {
    driver.enter {
      begin(.everything, at: location)
      dropReceived(at: location)
    }
  }

  func skipRunning(at location: CodeLocation) {
    driver.exclusively {
      begin(.everything, at: location)
      skipEscaped(at: location)
      let running = runningEffects
      guard running.isEmpty == false else { return }
      note(.running(running), at: location)
      cancelRunning()
      drain(.everything, at: location)
    }
  }

  private func takeInterposed(
    at location: CodeLocation,
    _ failure: ([Unasserted]) -> TestFailure
  ) -> State {
    guard interposed.isEmpty == false else { return asserted }
    defer { interposed = [] }
    failIfRequired(interposed, at: location, failure)
    noteSkipped(interposed, at: location)
    setAside(interposed)
    return asserted
  }

  override func watch(_ part: UnchangedPart<State>) {
    driver.exclusively {
      unchanged = (unchanged ?? []) + [part]
      noteChangedParts()
    }
  }

  // MARK: Exhaustivity

  var exhaustivity: Exhaustivity {
    get {
      var result = Exhaustivity.all
      driver.enter { result = dimensions }
      return result
    }
    set { driver.enter { changeDimensions(to: newValue) } }
  }

  private func changeDimensions(to new: Exhaustivity) {
    let old = dimensions
    dimensions = new
    account.isRequiring = new.contains(.fireAndForgetEffects)
    account.outputs.isRequiring = new.contains(.outputs)
    switch (old.contains(.runningEffects), new.contains(.runningEffects)) {
    case (true, false): excused.begin(presentEffects)
    case (false, true): excused.end(presentEffects)
    default: break
    }
  }

  var showsSkipped: Bool {
    get { driver.exclusively { isShowingSkipped } }
    set { driver.exclusively { isShowingSkipped = newValue } }
  }

  private var presentEffects: [EffectScope] {
    runtime.top.runningChildren + account.tasks.escaped
  }

  func isCounted(_ leaf: EffectScope) -> Bool {
    dimensions.contains(.runningEffects) && excused.contains(leaf) == false
  }

  // MARK: Running and reporting

  var workLimit: Int {
    get { driver.exclusively { driver.workLimit } }
    set { driver.exclusively { driver.workLimit = newValue } }
  }

  func drain(_ extent: ManualDriver.Extent, at location: CodeLocation, isNewRun: Bool = true) {
    let limit = driver.workLimit
    let isQuiescent = account.withActivity(at: location) {
      let isQuiescent = driver.drain(isNewRun: isNewRun, extent)
      endDismissed()
      return isQuiescent
    }
    isAtRest = isQuiescent && (driver.isRandom == false || driver.hasWork == false)
    if isQuiescent == false, hasReportedUnrest == false {
      hasReportedUnrest = true
      fail(.neverQuiescent(after: limit, running: restlessEffects), at: location, .course())
    }
  }

  func fail(_ failure: TestFailure, at location: CodeLocation, _ context: FailureContext = .none) {
    let remark = remark(for: failure).map { "\n\n\($0)" } ?? ""
    let note = failure.note
    let message = failure.message + (note == nil ? remark : "")
    hasFailed = true
    let text = context.text(in: journal, below: note ?? message)
    guard let note else {
      return reporter.report(ReportedIssue(message, at: location, context: text))
    }
    reporter.report(ReportedIssue(message, at: location))
    reporter.note(ReportedIssue(note + remark, at: location, context: text))
  }

  func note(_ note: TestNote, at location: CodeLocation) {
    guard showsSkipped || note.isAlwaysShown else { return }
    let issue = ReportedIssue(note.message, at: location)
    // Unless the test shows skipped parts, an exploration emits each note only once.
    if showsSkipped == false, ScheduledRun.current?.isNew(issue) == false { return }
    reporter.note(issue)
  }
}
