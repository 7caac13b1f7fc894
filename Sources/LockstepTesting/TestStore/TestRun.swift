// SPDX-License-Identifier: MIT

internal import Lockstep

/// What a test store has run, and what of it has been asserted.
final class TestRun<State: Equatable, Action: Sendable, Environment: Sendable>: CheckedAtEnd {
  /// The environment, where the reducer finds it in each turn.
  final class EnvironmentBox {
    var value: Environment

    init(_ value: Environment) {
      self.value = value
    }
  }

  /// An action that an effect has sent, and the state that it has led to.
  struct Received {
    var action: Action
    var state: State
  }

  let environment: EnvironmentBox
  private(set) var state: State

  private let runtime: StoreRuntime<State, Action>
  private let pump: EffectPump
  private let account = FireAndForgetAccount()
  private let reporter: any IssueReporter
  private var location: SourceLocation
  private var received: ArraySlice<Received> = []
  private var sent: State?
  private var listing: LiveTestStores.Listing?
  private var isFinished = false {
    didSet { listing?.noteCheck(isFinished) }
  }
  private var hasReportedUnrest = false

  init(
    initialState: State,
    reducer: Reducer<State, Action, Environment>,
    environment: Environment,
    actionLimit: Int,
    location: SourceLocation
  ) {
    let environment = EnvironmentBox(environment)
    self.environment = environment
    self.location = location
    state = initialState
    reporter = IssueReporting.current.bound()
    let pump = EffectPump()
    self.pump = pump
    runtime = StoreRuntime(
      initialState: initialState,
      host: EffectHost(executor: pump.executor, accountant: account),
      actionLimit: actionLimit,
      sites: reducer.sites
    ) { [account] state, action in
      account.turnBegan(action)
      return reducer.reduce(&state, action, environment.value)
    }
    listing = LiveTestStores.Listing(self, at: location)
    pump.attach(runtime)
    pump.settle = { [weak self, unowned pump] in
      guard let self else { return }
      let location = IssueReporting.activity?.location ?? self.location
      _ = account.withActivity(at: location) { pump.drain(isNewRun: true) }
    }
    runtime.turnEnded = { [unowned self] action, turn in
      record(action, turn.cause)
      account.turnEnded()
    }
  }

  private func record(_ action: Action, _ cause: ActionCause) {
    if case .caller = cause {
      sent = runtime.state
    } else {
      received.append(Received(action: action, state: runtime.state))
    }
  }

  // MARK: Steps

  func send(
    _ action: Action,
    at location: SourceLocation,
    _ update: (inout State) throws -> Void
  ) {
    self.location = location
    isFinished = false
    drain(at: location)
    if received.isEmpty == false {
      fail(.unassertedBeforeSend(received.map(\.action)), at: location)
      skipReceived()
    }
    account.withActivity(at: location) {
      _ = runtime.send(action, from: location)
    }
    drain(at: location, isNewRun: false)
    // Without a turn the action was dropped, which has been reported.
    assertState(sent ?? state, at: location, update)
    sent = nil
  }

  func receive(
    _ expectedAction: Action,
    at location: SourceLocation,
    _ update: (inout State) throws -> Void
  ) where Action: Equatable {
    self.location = location
    drain(at: location)
    guard let next = received.popFirst() else {
      fail(.nothingReceived(expectedAction, running: runningEffects), at: location)
      return
    }
    if next.action != expectedAction {
      fail(.wrongAction(expected: expectedAction, actual: next.action), at: location)
    }
    assertState(next.state, at: location, update)
  }

  func fireAndForget(_ name: String?, at location: SourceLocation) {
    self.location = location
    drain(at: location)
    if account.takeFinished(named: name) == false {
      fail(.nothingToRun(name, finished: account.finished, running: runningEffects), at: location)
    }
  }

  func finish(at location: SourceLocation) {
    self.location = location
    end()
  }

  /// Reports what is left; what it has reported once it takes as asserted.
  func end() {
    guard isFinished == false else { return }
    isFinished = true
    drain(at: location)
    if received.isEmpty == false {
      fail(.unassertedAtEnd(received.map(\.action)), at: location)
      skipReceived()
    }
    let unasserted = account.takeAllFinished()
    if unasserted.isEmpty == false {
      fail(.unassertedFireAndForget(unasserted), at: location)
    }
    let running = runningEffects
    if running.isEmpty == false {
      fail(.running(running), at: location)
      runtime.top.cancel()
    }
    let escaped = account.tasks.escaped
    if escaped.isEmpty == false {
      fail(.escaped(escaped), at: location)
    }
  }

  // MARK: Parts of steps

  private func drain(at location: SourceLocation, isNewRun: Bool = true) {
    let isQuiescent = account.withActivity(at: location) {
      pump.drain(isNewRun: isNewRun)
    }
    if isQuiescent == false, hasReportedUnrest == false {
      hasReportedUnrest = true
      fail(.neverQuiescent(running: runningEffects), at: location)
    }
  }

  private func skipReceived() {
    state = runtime.state
    received = []
  }

  private var runningEffects: [EffectDescription] {
    runtime.top.runningLeaves.compactMap(\.description)
  }

  private func assertState(
    _ actual: State,
    at location: SourceLocation,
    _ update: (inout State) throws -> Void
  ) {
    var expected = state
    state = actual
    do {
      try update(&expected)
    } catch {
      fail(.updateThrew(error), at: location)
      return
    }
    if expected != actual {
      fail(.wrongState(expected: expected, actual: actual), at: location)
    }
  }

  private func fail(_ failure: TestFailure, at location: SourceLocation) {
    reporter.report(ReportedIssue(failure.message, at: location))
  }
}
