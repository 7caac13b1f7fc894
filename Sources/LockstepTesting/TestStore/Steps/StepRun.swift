// SPDX-License-Identifier: MIT

internal import Lockstep

/// The run of ``assert(initialValue:reducer:environment:steps:at:)``, with messages of its own.
final class StepRun<State: Equatable, Action: Sendable, Environment: Sendable>:
  TestRun<State, Action, Environment>
{
  override var allowsNoChange: Bool { true }

  override func send(_ action: Action, at location: CodeLocation) -> Transition<State> {
    driver.exclusively {
      begin(.everything, at: location)
      let pending = pending
      if pending.count > 0 { fail(.step(.sentTooEarly(pending)), at: location) }
      takeAllReceived()
      return perform(action, at: location) { received in
        let count = sourceCount(of: received)
        return .step(
          .sentTooEarly(PendingEffects(count: count, actions: received.map(\.action)))
        )
      }
    }
  }

  override func nothingReceived(
    _ expected: ExpectedAction,
    after wait: TestWait?
  ) -> TestFailure {
    received.isEmpty
      ? .step(.nothingToReceive(expected, pending)) : super.nothingReceived(expected, after: wait)
  }

  override func fireAndForget(_ name: String?, after wait: TestWait?, at location: CodeLocation) {
    guard name == nil else { return super.fireAndForget(name, after: wait, at: location) }
    driver.exclusively {
      begin(.until { [self] in hasFireAndForget(nil) }, at: location)
      defer { endStep(at: location) }
      if takeFireAndForget(nil) { return }
      if let action = takeReceived() {
        fail(.step(.sentInsteadOfNothing(action)), at: location)
      } else {
        fail(.step(.nothingToRun(pending)), at: location)
      }
    }
  }
}
