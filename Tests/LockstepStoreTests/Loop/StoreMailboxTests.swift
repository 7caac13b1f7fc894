// SPDX-License-Identifier: MIT

import LockstepTestSupport
import LockstepTesting
import Testing

@testable import Lockstep

/// What wakes a store for what effects send from elsewhere, step by step.
@Suite struct StoreMailboxTests {
  private let wakes = Recorder(0)

  private func makeRuntime(
    _ reduce: @escaping (inout [Int], Int) -> Effect<Int, Never>
  ) -> StoreRuntime<[Int], Int> {
    let runtime = StoreRuntime<[Int], Int>(
      initialState: [],
      context: EffectContext(executor: ManualExecutor {}),
      actionLimit: 10_000,
      reduce: reduce
    )
    runtime.setWake { [wakes] in wakes.update { $0 += 1 } }
    return runtime
  }

  /// Code of the user may run a run loop in a turn, and with it the job that the store was woken with.
  @Test func `a store that is woken in a turn leaves its mailbox asleep after it`() {
    let subject = Subject<Int, Never>()
    weak var woken: StoreRuntime<[Int], Int>?
    let runtime = makeRuntime { state, action in
      state.append(action)
      switch action {
      case 0:
        return subject.effect
      case 1:
        subject.send(2)
        woken?.processMail()
        // The letter is taken before this is appended.
        return Effect(value: 3)
      default:
        return .none
      }
    }
    woken = runtime
    _ = runtime.send(0, from: CodeLocation())
    _ = runtime.send(1, from: CodeLocation())
    #expect(runtime.state == [0, 1, 2, 3])
    let before = wakes.value
    subject.send(4)
    #expect(wakes.value == before + 1)
    runtime.processMail()
    #expect(runtime.state.last == 4)
  }

  /// A thread may put in a letter and be kept from signalling until the store has taken it.
  @Test(arguments: ["in a turn", "in a run of its own"])
  func `a signal for a letter that was taken leaves the mailbox asleep`(time: String) {
    let subject = Subject<Int, Never>()
    let late = Recorder<WakeUp?>(nil)
    let runtime = makeRuntime { state, action in
      state.append(action)
      late.value?.signal()
      return action == 0 ? subject.effect : .none
    }
    _ = runtime.send(0, from: CodeLocation())
    if time == "in a turn" {
      late.set(runtime.wakeUp)
      _ = runtime.send(1, from: CodeLocation())
      late.set(nil)
    } else {
      runtime.wakeUp.signal()
      runtime.processMail()
    }
    let before = wakes.value
    subject.send(2)
    #expect(wakes.value == before + 1)
    runtime.processMail()
    #expect(runtime.state.last == 2)
  }
}
