// SPDX-License-Identifier: MIT

import Foundation
import LockstepTestSupport
import LockstepTesting
import Testing

@testable import Lockstep

/// The wake-ups of a store for values that effects send from other threads.
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

  /// User code can run a run loop within a turn, which runs the store's wake-up job.
  @Test func `a value sent after a wake-up within a turn wakes the store again`() {
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
        // The store takes the mailbox's value before it appends this one.
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

  /// A run can take values from the mailbox before the wake-up job runs.
  @Test(arguments: ["in a turn", "in a run of its own"])
  func `values wake a store only once before its wake-up job runs`(time: String) {
    let subject = Subject<Int, Never>()
    let runtime = makeRuntime { state, action in
      state.append(action)
      if action == 1, time == "in a turn" { sendElsewhere(subject, 10, 11) }
      return action == 0 ? subject.effect : .none
    }
    _ = runtime.send(0, from: CodeLocation())
    if time == "in a run of its own" { sendElsewhere(subject, 10, 11) }
    _ = runtime.send(1, from: CodeLocation())
    #expect(wakes.value == 1)
    runtime.processMail()
    #expect(runtime.state.sorted() == [0, 1, 10, 11])
    sendElsewhere(subject, 2, 3)
    #expect(wakes.value == 2)
    runtime.processMail()
    #expect(runtime.state.suffix(2) == [2, 3])
  }

  @Test func `values sent within a turn do not wake the store`() {
    let subject = Subject<Int, Never>()
    let runtime = makeRuntime { state, action in
      state.append(action)
      switch action {
      case 0: return .merge(subject.effect, .task { 1 })
      case 1: return .fireAndForget { subject.send(2) }
      default: return .none
      }
    }
    _ = runtime.send(0, from: CodeLocation())
    #expect(runtime.state == [0, 1, 2])
    #expect(wakes.value == 0)
  }

  @Test func `each action sent through a sender within a turn is reduced in a separate run`() {
    let sender = Recorder<StoreSender<Int>?>(nil)
    let runtime = makeRuntime { state, action in
      state.append(action)
      sender.value?.send(action + 1)
      return .none
    }
    sender.set(Store(runtime: runtime).sender)
    _ = runtime.send(0, from: CodeLocation())
    for number in 1...5 {
      #expect(wakes.value == number)
      runtime.processMail()
      #expect(runtime.state == Array(0...number))
    }
  }

  private func sendElsewhere(_ subject: Subject<Int, Never>, _ numbers: Int...) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      for number in numbers { subject.send(number) }
      done.signal()
    }
    done.wait()
  }
}
