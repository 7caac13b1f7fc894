// SPDX-License-Identifier: MIT

public import Lockstep
public import LockstepJournal

/// The run of a test store, and the part of it that has been asserted.
///
/// Isolation: that of the test. Every request is handled with exclusive access to its driver, because a
/// test scheduler may move its time on another thread, and a task may still be using the store when what
/// is left is checked at the end of a test.
@usableFromInline
class TestRun<State: Equatable, Action: Sendable, Environment: Sendable>:
  TestCore<State, Action, Environment>
{
  /// The environment, where the reducer finds it in each turn, and whether the last turn has started an effect.
  @usableFromInline
  final class EnvironmentBox {
    // NB: Exclusive access is not checked at run time: no field is passed inout to code that could come back here.
    @exclusivity(unchecked) @usableFromInline var value: Environment
    @exclusivity(unchecked) @usableFromInline var hasEffect = false
    /// Called with the first state, when its effects are about to begin.
    @exclusivity(unchecked) @usableFromInline var onMount: ((State) -> Void)?

    @usableFromInline
    init(_ value: Environment) {
      self.value = value
    }
  }

  /// An action that the run has taken, and the state that the action has led to.
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

  // Unspecialized code looks up a type that it names, but not one that it was given.
  private let receivedType: Received.Type
  private let transitionType: Transition<State>.Type

  private let environmentBox: EnvironmentBox
  /// The state after the last asserted step.
  @exclusivity(unchecked) final var asserted: State

  /// The compositions of the reducer.
  let sites: SiteSet?
  /// The action of the last asserted step; `nil` if it was dropped, or if a failure has already explained it.
  @exclusivity(unchecked) final var lastAsserted: Received?
  /// Whether that action has changed nothing and started no effect.
  @exclusivity(unchecked) final var isIdle = false
  let runtime: StoreRuntime<State, Action>
  let driver: ManualDriver
  let account: FireAndForgetAccount
  private let ownJournal: StoreJournal<State>
  let reporter: any IssueReporter
  /// The place where the store was made.
  let place: CodeLocation
  /// The run of the exploration in progress, and the trace that notes the actions.
  let exploration: (run: ScheduledRun, trace: ActionTrace.Store)?
  /// The number of effects that were running when the last turn ended, and how often effects had been started.
  var effectsBefore = (running: 0, started: 0)
  private(set) var location: CodeLocation
  /// The actions that effects have sent, as far as they have not been asserted.
  var received: ArraySlice<ReceivedAction> = []
  /// The actions that failures have named, which are not reported again; `nil` in a test that passes, whose steps then
  /// need not look at them.
  var named: NamedActions?
  /// The numbers of the running effects that a failure has shown, which are not reported again at the end.
  @exclusivity(unchecked) private(set) final var shownEffects: [UInt64] = []
  /// The action that a step has sent, after its turn.
  private var sent: Received?
  /// The actions that arrived before the action that a step sends, although there were none when the
  /// step began.
  private var interposed: ArraySlice<ReceivedAction> = []
  private var listing: LiveTestStores.Listing?
  /// Whether what is left has been reported since the last step.
  var isFinished = false {
    didSet { listing?.noteCheck(isFinished) }
  }
  private var hasReportedUnrest = false
  /// Whether nothing was left to run after the last drain.
  private(set) var isAtRest = true

  private(set) var isShowingSkipped = false
  private(set) var dimensions = Exhaustivity.all

  private var excused = ExcusedEffects()
  /// Whether a failure was reported.
  var hasFailed = false
  /// The ignored parts that have not changed yet; `nil` if there are none.
  var unchanged: [UnchangedPart<State>]?

  /// Creates a run.
  ///
  /// Inlinable, so that the compiler knows the types of the objects that it makes.
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
      // A run that is about to be released closes the driver.
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

  /// Starts the `onMount` effects of the first state.
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

  /// Returns the action of a turn, which has the type of the run's actions.
  private func action<Taken: Sendable>(_ action: Taken) -> Action {
    if Taken.self == Action.self { return unsafeBitCast(action, to: Action.self) }
    return cast(action)
  }

  /// Returns an action whose type is a protocol.
  private func cast(_ action: some Sendable) -> Action {
    guard let action = action as? Action else {
      preconditionFailure("A turn takes an action of its store.")
    }
    return action
  }

  /// Returns an element of the lists of received actions with its value.
  func typed(_ action: ReceivedAction) -> Received { unsafeDowncast(action, to: Received.self) }

  func values(of actions: some Sequence<ReceivedAction>) -> [Action] {
    actions.map { typed($0).action }
  }

  func transition(from before: State, to after: State) -> Transition<State> {
    transitionType.init(before: before, after: after)
  }

  /// Performs a step with exclusive access to the driver.
  ///
  /// The driver's own method would look up the type of its result in each step.
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

  /// The form in which messages write a step.
  var stepCode: StepCode { .store }

  // MARK: Steps

  func withActivity<Result>(
    at location: CodeLocation,
    _ body: () throws -> Result
  ) rethrows -> Result {
    try account.withActivity(at: location, body)
  }

  /// Begins a step: runs the work that has become ready since the last one, or as much of it as the step needs if a
  /// random schedule lets the rest come later.
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
      // The values that effects have sent come before the action, which is sent after them.
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

  /// Sends an action, and runs what follows from it.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - location: The place named in failures.
  ///   - failure: The failure for actions that another thread has sent just before.
  /// - Returns: How the action changed the state.
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
    // Without a turn, the action was dropped, which has already been reported.
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

  /// Returns the failure of a step that finds no action.
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

  /// Reports the actions that arrived before the action of a step; returns the state after them.
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

  /// The effects that are running or have left a task behind.
  private var presentEffects: [EffectScope] {
    runtime.top.runningChildren + account.tasks.escaped
  }

  /// Returns whether no part of an effect may be running at the end.
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
    // A test that has not asked for notes gets each of them only once from an exploration.
    if showsSkipped == false, ScheduledRun.current?.isNew(issue) == false { return }
    reporter.note(issue)
  }
}
