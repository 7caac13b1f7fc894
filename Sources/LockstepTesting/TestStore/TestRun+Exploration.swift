// SPDX-License-Identifier: MIT

internal import Lockstep

extension TestRun {
  /// Runs the remaining work in a random schedule; in first in, first out (FIFO) order, none remains.
  func endStep(at location: CodeLocation) {
    if driver.isRandom { drain(.allOrNothing, at: location) }
  }

  /// Returns a condition that examines the received actions only when their number changes.
  func newReceived(contains expectation: ActionExpectation<Action>) -> () -> Bool {
    var count = -1
    return { [unowned self] in
      guard received.count != count else { return false }
      count = received.count
      return canTake(expectation)
    }
  }

  func noteInExploration(_ turn: StoreTurn) {
    guard let (run, trace) = exploration else { return }
    trace.add(turn, at: account.clock.time, after: run.choices?.count ?? 0)
    guard run.overlap.isUp == false else { return }
    let (count, before) = (runningLeaves.count, effectsBefore)
    if count > 1 || (before.running > 0 && runtime.startCount > before.started) {
      run.overlap.isUp = true
    }
    effectsBefore = (count, runtime.startCount)
  }
}
