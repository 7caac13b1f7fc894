// SPDX-License-Identifier: MIT

internal import Lockstep

extension TestRun: TestLedger {
  func wait(
    atMost timeout: Duration,
    at location: CodeLocation,
    isolation: isolated (any Actor)?,
    until condition: () -> Bool
  ) async -> TestWait? {
    let bell = pump.bell
    // A longer one than a clock can count is as good as a year.
    let timeout = min(timeout, .seconds(31_536_000))
    let deadline = ContinuousClock.now.advanced(by: timeout)
    let timer = Task.detached {
      // Cancelled when nobody waits any more. It must not ring before the deadline: nobody would ring
      // again when that has come.
      while Task.isCancelled == false, ContinuousClock.now < deadline {
        try? await Task.sleep(until: deadline, clock: .continuous)
      }
      bell.ring()
    }
    defer { timer.cancel() }
    var watched: Set<UInt64> = []
    while true {
      bell.silence()
      pump.exclusively { begin(at: location) }
      // An effect may end without anything for the store to run. It is watched before it is looked at, so
      // that one that ends in between rings.
      pump.exclusively {
        for effect in runtime.top.runningChildren where watched.insert(effect.number).inserted {
          effect.onEnd { bell.ring() }
        }
      }
      guard condition() == false else { return nil }
      guard Task.isCancelled == false else { return .cancelled }
      guard ContinuousClock.now < deadline else { return .timedOut(timeout) }
      await withTaskCancellationHandler(
        operation: { await bell.wait(isolation: isolation) },
        onCancel: { bell.ring() },
        isolation: isolation
      )
    }
  }
}
