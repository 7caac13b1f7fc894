// SPDX-License-Identifier: MIT

internal import Lockstep

// The part of a run in an exploration.
extension TestRun {
  /// Ends a step that has run what it needs; first in, first out, nothing is left then.
  func endStep(at location: CodeLocation) {
    if driver.isRandom { drain(.allOrNothing, at: location) }
  }

  /// Returns a condition that looks at the received actions whenever there are more of them.
  func newReceived(contains expectation: ActionExpectation<Action>) -> () -> Bool {
    var count = -1
    return { [unowned self] in
      guard received.count != count else { return false }
      count = received.count
      return canTake(expectation)
    }
  }

  /// Tells the exploration in progress of a turn, and whether effects overlap in it.
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
