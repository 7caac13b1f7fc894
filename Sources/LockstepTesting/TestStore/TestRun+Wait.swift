// SPDX-License-Identifier: MIT

internal import Lockstep

extension TestRun: TestLedger {
  func wait(
    atMost timeout: Duration,
    at location: CodeLocation,
    isolation: isolated (any Actor)?,
    until condition: @escaping () -> Bool
  ) async -> TestWait? {
    let wakeUp = driver.wakeUp
    let (deadline, timer) = Deadline.after(timeout, isolation: isolation) { wakeUp.signal() }
    defer { timer.cancel() }
    var watched: Set<UInt64> = []
    while true {
      wakeUp.reset()
      driver.exclusively { begin(.until(condition), at: location) }
      // An effect can finish without producing work for the store. Observing it before checking the condition ensures
      // that an effect that finishes in between still signals.
      driver.exclusively {
        for effect in runtime.top.runningChildren where watched.insert(effect.number).inserted {
          effect.onEnd { wakeUp.signal() }
        }
      }
      guard condition() == false else { return nil }
      guard Task.isCancelled == false else { return .cancelled }
      guard deadline.hasPassed == false else { return .timedOut(timeout) }
      await withTaskCancellationHandler(
        operation: { await wakeUp.wait(isolation: isolation) },
        onCancel: { wakeUp.signal() },
        isolation: isolation
      )
    }
  }
}
