// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import LockstepJournal

/// Whether the environment variable asks for a check of each journal at the end of its store.
private let journalCheck = ProcessInfo.processInfo.environment["LOCKSTEP_CHECK"] == "journals"

// How a run ends and what it then reports.
extension TestRun {
  func finish(after wait: TestWait?, at location: CodeLocation) {
    driver.exclusively {
      begin(.everything, at: location)
      end(after: wait)
    }
  }

  func end() {
    driver.enter {
      checkJournal()
      if isFinished == false {
        drain(.everything, at: location)
        end(after: nil)
      }
      reportUnchangedParts()
      attachReport()
    }
  }

  /// Reports what is left; anything reported once counts as asserted.
  private func end(after wait: TestWait?) {
    isFinished = true
    let running = takeLastMessages(at: location)
    var sent = UnassertedActions(actions: [], code: "")
    if received.isEmpty == false, running.isEmpty == false {
      sent = actions(ofOnly: running.filter(isReported))
    }
    if sent.isEmpty {
      failIfRequired(received, at: location) { [self] in .unassertedAtEnd(shown($0)) }
    }
    dropReceived(at: location)
    endFireAndForget()
    endOutputs(at: location)
    noteIgnoredCancellations(at: location)
    end(running, sent: sent, after: wait)
    reportEscaped(after: wait, at: location)
    account.tasks.removeAll()
  }

  private func endFireAndForget() {
    let numbers = account.unassertedNumbers
    var (required, others) = account.takeAllFinished()
    if dimensions.contains(.fireAndForgetEffects) == false {
      others = required + others
      required = []
    }
    if others.isEmpty == false { note(.fireAndForget(others), at: location) }
    if required.isEmpty == false {
      fail(.unassertedFireAndForget(required), at: location, .course(effects: numbers))
    }
  }

  /// Takes what effects sent just before they ended, so that each effect is either running or has been
  /// received; returns the running ones.
  ///
  /// There is a limit, because a running effect may send forever.
  @discardableResult
  func takeLastMessages(at location: CodeLocation) -> [EffectScope] {
    var running = runningLeaves
    for _ in 0..<1_000 {
      guard driver.hasWork else { break }
      drain(.everything, at: location)
      running = runningLeaves
    }
    return running
  }

  /// Returns the actions that no step has received, if some effects have sent all of them; otherwise none.
  private func actions(ofOnly effects: [EffectScope]) -> UnassertedActions {
    let isOfEffects = received.allSatisfy { action in effects.contains { $0 === action.source } }
    return shown(isOfEffects ? unreported(received) : [])
  }

  /// Returns whether a running effect has to be reported at the end.
  private func isReported(_ leaf: EffectScope) -> Bool {
    isCounted(leaf) && shownEffects.contains(leaf.number) == false
  }

  /// Reports running effects, with the actions from them that no step has received, and cancels them.
  private func end(_ leaves: [EffectScope], sent: UnassertedActions, after wait: TestWait?) {
    guard leaves.isEmpty == false else { return }
    let counted = leaves.filter(isReported)
    let others = leaves.filter { isCounted($0) == false }
    if others.isEmpty == false { note(.running(describe(others)), at: location) }
    if counted.isEmpty == false {
      let context = FailureContext.course(effects: counted.map(\.number))
      fail(.running(describe(counted), sent: sent, after: wait), at: location, context)
    }
    cancelRunning()
    drain(.everything, at: location)
  }

  /// Checks that the journal is consistent, if the environment variable asks for that.
  func checkJournal() {
    guard journalCheck else { return }
    let running = Set(runtime.runningEffects.map(\.number))
    let contradictions = journal.contradictions(running: running)
    guard contradictions.isEmpty == false else { return }
    let message = """
      The journal of a test store contradicts itself:

      \(contradictions.joined(separator: "\n"))

      This is a mistake in Lockstep; please report it.
      """
    reporter.report(ReportedIssue(message, at: place))
  }

  /// Attaches the report of the run to its test, if the run has failed since the last time.
  func attachReport() {
    guard hasFailed, let test = (reporter as? any TestFailingReporter)?.failingTest else {
      return
    }
    hasFailed = false
    RunReport.attach(to: test, at: place) { journal.html(title: $0) }
  }

  /// Ends everything without reporting anything.
  func abandon() {
    isFinished = true
    takeAllReceived()
    _ = account.takeAllFinished()
    _ = account.outputs.takeAll()
    cancelRunning()
    drain(.everything, at: location)
    account.tasks.removeAll()
  }

  func cancelRunning() {
    account.dropRunning()
    EffectScope.cancel(runtime.top.runningChildren)
  }
}
