// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import LockstepJournal

/// Whether `LOCKSTEP_CHECK` requests a check of each journal at the end of its store.
private let journalCheck = ProcessInfo.processInfo.environment["LOCKSTEP_CHECK"] == "journals"

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

  /// Reports everything unasserted, which later checks then do not report again.
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

  /// Receives the last actions of finished effects, and returns the running effects.
  ///
  /// The number of rounds is limited, because a running effect may send indefinitely.
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

  private func actions(ofOnly effects: [EffectScope]) -> UnassertedActions {
    let isOfEffects = received.allSatisfy { action in effects.contains { $0 === action.source } }
    return shown(isOfEffects ? unreported(received) : [])
  }

  private func isReported(_ leaf: EffectScope) -> Bool {
    isCounted(leaf) && shownEffects.contains(leaf.number) == false
  }

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

  func attachReport() {
    guard hasFailed, let test = (reporter as? any TestFailingReporter)?.failingTest else {
      return
    }
    hasFailed = false
    RunReport.attach(to: test, at: place) { journal.html(title: $0) }
  }

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
