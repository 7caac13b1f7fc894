// SPDX-License-Identifier: MIT

internal import Lockstep

extension TestRun {
  /// The effects with an unasserted action, an unasserted fire-and-forget effect, or running work.
  var pending: PendingEffects {
    let running = runningLeaves
    let counted = running.filter(isCounted)
    let finished = dimensions.contains(.fireAndForgetEffects) ? account.unasserted : []
    let received = unreported(received)
    return PendingEffects(
      count: counted.count + finished.count
        + sourceCount(of: received.map(\.received), besides: counted),
      actions: shown(received),
      fireAndForget: finished,
      running: describe(counted),
      cancelled: account.cancelled,
      isWaiting: running.isEmpty == false || driver.hasWork,
      context: .course(
        of: turns(received),
        effects: counted.map(\.number) + (finished.isEmpty ? [] : account.unassertedNumbers)
      )
    )
  }

  /// Returns the number of effects that sent the actions, without effects that belong to `running`.
  func sourceCount(
    of actions: [ReceivedAction],
    besides running: [EffectScope] = []
  ) -> Int {
    var sources: Set<UInt64> = []
    var valueCount = 0
    for action in actions {
      if let source = action.source, running.contains(where: source.isWithin) { continue }
      if let source = action.source, source.description != nil {
        sources.insert(source.number)
      } else {
        // An effect without its own scope sends one value synchronously.
        valueCount += 1
      }
    }
    return valueCount + sources.count
  }

  var hasRunningEffects: Bool {
    driver.exclusively { runningLeaves.isEmpty == false || driver.hasWork }
  }

  var runningLeaves: [EffectScope] {
    runtime.top.runningLeaves.filter { $0.description != nil }
  }

  var runningEffects: [RunningEffect] { describe(runningLeaves) }

  /// The running effects, including cancelled effects whose bodies still run.
  var restlessEffects: [RunningEffect] {
    runningEffects
      + describe(account.tasks.ignoringCancellation.map(\.leaf), remark: ", was cancelled")
  }

  /// Describes the effects, and determines the waits of those that messages show.
  func describe(_ effects: [EffectScope], remark: String = "") -> [RunningEffect] {
    effects.enumerated().map { index, effect in
      RunningEffect(
        description: StartedEffect(effect, remark: remark),
        wait: index < RunningEffect.shownCount ? wait(of: effect) : .other
      )
    }
  }

  private func wait(of effect: EffectScope) -> RunningEffect.Wait {
    if let text = account.wait(of: effect) { return .known(text) }
    return isAtRest ? .outside : .other
  }

  func nothingToRun(_ name: String?, after wait: TestWait?) -> TestFailure {
    .nothingToRun(
      name,
      finished: account.finished,
      silent: account.silent(named: name),
      running: runningEffects,
      cancelled: account.cancelled,
      after: wait
    )
  }

  // MARK: Tasks left behind

  var hasEscapedTasks: Bool {
    driver.exclusively { account.tasks.escaped.contains(where: isCounted) }
  }

  func reportEscaped(after wait: TestWait?, at location: CodeLocation) {
    let escaped = account.tasks.escaped
    let counted = escaped.filter(isCounted)
    let others = escaped.filter { isCounted($0) == false }.map { StartedEffect($0) }
    if others.isEmpty == false { note(.escaped(others), at: location) }
    guard counted.isEmpty == false else { return }
    let failure = TestFailure.escaped(counted.map { StartedEffect($0) }, after: wait)
    fail(failure, at: location, .course(effects: counted.map(\.number)))
  }

  func skipEscaped(at location: CodeLocation) {
    let escaped = account.tasks.escaped.map { StartedEffect($0) }
    if escaped.isEmpty == false { note(.escaped(escaped), at: location) }
    account.tasks.removeEscaped()
  }

  func noteIgnoredCancellations(at location: CodeLocation) {
    let effects = account.tasks.ignoringCancellation.map { leaf, cancellation in
      cancellation?.description ?? StartedEffect(leaf).description
    }
    if effects.isEmpty == false { note(.ignoringCancellation(effects), at: location) }
  }
}
