// SPDX-License-Identifier: MIT

internal import Lockstep

/// The run of ``assert(initialValue:reducer:environment:steps:at:)``.
final class StepRun<State: Equatable, Action: Sendable, Environment: Sendable>:
  TestRun<State, Action, Environment>
{
  override var allowsNoChange: Bool { true }

  override var stepCode: StepCode { .list }

  override func send(
    _ action: Action,
    at location: CodeLocation,
    _ changes: @escaping (State, State) -> [StateChange]
  ) -> Transition<State> {
    let transition = exclusively {
      begin(.everything, at: location)
      beginSend()
      let pending = pending
      if pending.count > 0 { fail(.step(.sentTooEarly(pending)), at: location, pending.context) }
      setAsideReceived()
      return perform(action, at: location) { [self] received in
        let count = sourceCount(of: received.map(\.received))
        return .step(.sentTooEarly(PendingEffects(count: count, actions: shown(received))))
      }
    }
    guard let transition else { preconditionFailure("Each step returns a transition.") }
    return transition
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
      if let action = received.first {
        let unasserted = Unasserted(received: typed(action), before: asserted)
        let failure = StepFailure.sentInsteadOfNothing(shown([unasserted]))
        fail(.step(failure), at: location, .course(of: [action.turn]))
        setAside(received.prefix(1))
        received.removeFirst()
      } else {
        var pending = pending
        pending.silent = account.silent(named: nil)
        fail(.step(.nothingToRun(pending)), at: location, .course())
      }
    }
  }
}
