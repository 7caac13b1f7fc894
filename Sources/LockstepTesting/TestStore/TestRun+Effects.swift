// SPDX-License-Identifier: MIT

internal import Lockstep

extension TestRun {
  /// How many effects owe something: an action or a fire-and-forget effect that is not asserted, or
  /// their end.
  var owingCount: Int {
    let running = runningLeaves
    var sources: Set<UInt64> = []
    var count = running.count + account.finished.count
    for action in received {
      guard let source = action.source else {
        count += 1
        continue
      }
      if running.contains(where: source.isWithin) == false { sources.insert(source.number) }
    }
    return count + sources.count
  }

  /// Whether effects are running, or what they have sent before they ended waits to be taken.
  var hasRunningEffects: Bool {
    pump.exclusively { runningLeaves.isEmpty == false || runtime.hasMail }
  }

  var runningLeaves: [EffectScope] {
    runtime.top.runningLeaves.filter { $0.description != nil }
  }

  var runningEffects: [RunningEffect] { describe(runningLeaves) }

  /// What is running, and what was cancelled and runs on, which is what may not come to rest.
  var restlessEffects: [RunningEffect] {
    let cancelled = describe(account.tasks.ignoringCancellation).map { effect in
      RunningEffect(description: "\(effect.description), was cancelled", wait: effect.wait)
    }
    return runningEffects + cancelled
  }

  /// The effects in words; only of the first ones, which are shown, what they wait for.
  func describe(_ effects: [EffectScope]) -> [RunningEffect] {
    effects.enumerated().map { index, effect in
      RunningEffect(
        description: effect.description.map(\.description) ?? "",
        wait: index < RunningEffect.shownCount ? wait(of: effect) : .other
      )
    }
  }

  private func wait(of effect: EffectScope) -> RunningEffect.Wait {
    if let text = account.wait(of: effect) { return .known(text) }
    return isAtRest ? .outside : .other
  }

  // MARK: Tasks left behind

  /// Whether effects that count have left tasks behind which are still running.
  var hasEscapedTasks: Bool {
    pump.exclusively { account.tasks.escaped.contains(where: isCounted) }
  }

  /// Reports the tasks that effects have left behind.
  func reportEscaped(after wait: TestWait?, at location: CodeLocation) {
    let escaped = account.tasks.escaped
    let counted = escaped.filter(isCounted).compactMap(\.description)
    let others = escaped.filter { isCounted($0) == false }.compactMap(\.description)
    if others.isEmpty == false { note(.escaped(others), at: location) }
    if counted.isEmpty == false { fail(.escaped(counted, after: wait), at: location) }
  }

  /// Takes the tasks that effects have left behind as ended.
  func skipEscaped(at location: CodeLocation) {
    let escaped = account.tasks.escaped.compactMap(\.description)
    if escaped.isEmpty == false { note(.escaped(escaped), at: location) }
    account.tasks.removeEscaped()
  }

  /// Names the effects that were cancelled, but whose bodies have not returned.
  func noteIgnoredCancellations(at location: CodeLocation) {
    let effects = account.tasks.ignoringCancellation.compactMap(\.description)
    if effects.isEmpty == false { note(.ignoringCancellation(effects), at: location) }
  }
}
