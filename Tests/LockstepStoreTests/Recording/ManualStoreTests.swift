// SPDX-License-Identifier: MIT

import Dispatch
import LockstepTesting
import Testing

@testable import Lockstep

/// A store whose effects run within its owner's calls.
@Suite struct ManualStoreTests {
  private enum Action: Sendable {
    case add(Int)
    case begin(Effect<Int, Never>)
  }

  private func makeStore(actionLimit: Int = 10_000) -> ManualStore<[Int], Action> {
    ManualStore(
      initialState: [],
      reducer: Reducer<[Int], Action, Void> { state, action, _ in
        switch action {
        case .add(let number):
          state.append(number)
          return .none
        case .begin(let effect):
          return effect.map(Action.add)
        }
      },
      environment: (),
      actionLimit: actionLimit
    )
  }

  @Test func `asynchronous effects run before send returns`() {
    let manual = makeStore()
    manual.send(
      .begin(
        .task {
          await Task.yield()
          return 1
        }
      )
    )
    #expect(manual.store.state == [1])
  }

  @Test func `an effect of an action sent to the inner store continues in the next run`() {
    let manual = makeStore()
    manual.store.send(
      .begin(
        .task {
          await Task.yield()
          return 1
        }
      )
    )
    #expect(manual.store.state == [])
    manual.run()
    #expect(manual.store.state == [1])
  }

  @Test func `run reduces actions from outside`() {
    let manual = makeStore()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    manual.send(
      .begin(
        .run { send in
          for await number in stream { send(number) }
        }
      )
    )
    continuation.yield(1)
    continuation.yield(2)
    #expect(manual.store.state == [])
    manual.run()
    #expect(manual.store.state == [1, 2])
    continuation.finish()
    manual.run()
  }

  @Test func `advancing the clock runs all work that is due`() {
    let clock = DispatchQueue.test
    let manual = makeStore()
    manual.send(
      .begin(
        .run { send in
          for number in 1...3 {
            try? await clock.sleep(for: 1)
            send(number)
          }
        }
      )
    )
    clock.advance(by: 2)
    #expect(manual.store.state == [1, 2])
    clock.advance(by: 1)
    #expect(manual.store.state == [1, 2, 3])
  }

  @Test func `a chain of actions is cut off at the limit`() {
    let manual = ManualStore(
      initialState: 0,
      reducer: Reducer<Int, Int, Void> { state, action, _ in
        state += 1
        return Effect(value: action)
      },
      environment: (),
      actionLimit: 20
    )
    let issues = withReportedIssues { manual.send(1) }
    #expect(issues.count == 1)
    #expect(issues.first?.message.hasPrefix("A chain of actions does not end.") == true)
    #expect(manual.store.state == 21)
  }

  @Test func `effects that never become idle are reported once`() {
    let manual = makeStore()
    manual.workLimit = 1_000
    let isFinished = Recorder(false)
    let issues = withReportedIssues {
      manual.send(
        .begin(
          .run { _ in
            while isFinished.value == false { await Task.yield() }
          }
        ),
        fileID: "Tool/main.swift",
        line: 3
      )
      manual.run()
    }
    #expect(
      issues.map(\.message) == [
        """
        The effects never become idle.

        1000 pieces of asynchronous work have run in sequence, and more work is waiting.

        Usual cause: a loop that yields until a condition is true. Await the event instead.
        """
      ]
    )
    #expect(issues.first?.location.description == "Tool/main.swift:3")
    isFinished.update { $0 = true }
    manual.run()
  }
}
