// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

/// Loops that sleep where a sleep is over at once: a test reports them, and does not hang.
@Suite struct EndlessSleepTests {
  private enum Action: Equatable {
    case start
    case cancel
  }

  private static let loop =
    "run \"loop\", made at LockstepTestingTests/EndlessSleepTests.swift:30"

  /// Starts an effect that sleeps and sleeps, and says what is reported.
  private func messages(
    _ scheduler: SchedulerOf<DispatchQueue>,
    isCancelled: Bool = false
  ) -> [String] {
    let isFinished = Recorder(false)
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Action, Void> { _, action, _ in
          switch action {
          case .start:
            .run(name: "loop") { _ in
              while isFinished.value == false { try? await scheduler.sleep(for: 1) }
            }
            .cancellable(id: 1)
          case .cancel:
            .cancel(id: 1)
          }
        },
        environment: ()
      )
      store.workLimit = 1_000
      store.send(.start, at: .step(1))
      if isCancelled { store.send(.cancel) }
      isFinished.set(true)
    }
    return issues.map(\.message)
  }

  private func report(naming effect: String) -> String {
    """
    The effects never become idle.

    1000 pieces of asynchronous work have run in sequence, and more work is waiting.

    Still running:

    • \(effect)
      started by Action.start, in the step at Tests/Step.swift:1

    Usual cause: a loop that yields until a condition is true. Await the event instead.
    """
  }

  @Test func `a loop of sleeps on an immediate scheduler is reported`() {
    #expect(messages(.immediate) == [report(naming: Self.loop)])
  }

  @Test func `a loop of sleeps on a failing scheduler is reported`() {
    let messages = messages(.failing("main"))
    #expect(Set(messages).count == 3)
    #expect(messages.contains(report(naming: Self.loop)))
  }

  @Test func `a loop of sleeps in a cancelled effect is reported`() {
    let messages = messages(DispatchQueue.test, isCancelled: true)
    #expect(messages == [report(naming: "\(Self.loop), was cancelled")])
  }
}
