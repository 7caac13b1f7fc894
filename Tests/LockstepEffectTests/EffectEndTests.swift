// SPDX-License-Identifier: MIT

import Dispatch
import LockstepTestSupport
import LockstepTesting
import Testing

@testable import Lockstep

/// Values that an effect sends after it ends, or while it ends, in a nested call or on another thread.
@Suite struct EffectEndTests {
  typealias Numbers = Effect<Int, Never>

  private let now = SchedulerTime<Never>(nanoseconds: 0)

  @Test func `a value sent while its effect stops leaves no effect running`() {
    let given = Recorder<Numbers.Subscriber?>(nil)
    let effect = Numbers.run { subscriber in
      given.set(subscriber)
      return AnyCancellable {}
    }
    .receive(on: TimelessScheduler.immediate(at: now))
    .prefix(1)
    // This value waits until the effect is stopped.
    .handleEvents(receiveOutput: { number in given.value?.send(number + 1) })
    let runtime = StoreRuntime<[Int], Int>(
      initialState: [],
      context: EffectContext(),
      actionLimit: 10
    ) { numbers, number in
      numbers.append(number)
      return number == 0 ? effect : .none
    }
    _ = runtime.send(0, from: CodeLocation())
    #expect(runtime.context.isBusy)
    given.value?.send(1)
    runtime.processMail()
    #expect(runtime.state == [0, 1])
    #expect(runtime.context.isBusy == false)
  }

  @Test func `a completion follows a value that another thread is passing to a scheduler`() {
    let clock = TestScheduler<Never>(now: now)
    let (reached, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let sent = DispatchSemaphore(value: 0)
    let effect = Numbers.run { send in
      await Task.yield()
      // Nothing waits for this thread before the operation returns.
      DispatchQueue(label: "sender").async {
        send(1)
        sent.signal()
      }
      reached.wait()
    }
    .map { number in
      reached.signal()
      gate.wait()
      return number
    }
    .receive(on: clock)
    let run = EffectRun(effect)
    gate.signal()
    sent.wait()
    clock.advance()
    run.settle()
    #expect(run.picture == "1 |")
  }

  @Test func `a future sends one result although its callback is called again while it sends`() {
    let callback = Recorder<(@Sendable (Result<Int, Problem>) -> Void)?>(nil)
    for second in [Result<Int, Problem>.success(2), .failure(Problem())] {
      let run = EffectRun(
        Effect<Int, Problem>.future { callback.set($0) }
          .handleEvents(receiveOutput: { _ in callback.value?(second) })
      )
      callback.value?(.success(1))
      run.settle()
      #expect(run.picture == "1 |")
    }
  }

  @Test func `values that a callback sends during a delivery follow the delivered value`() {
    let given = Recorder<Numbers.Subscriber?>(nil)
    let effect = Numbers.run { subscriber in
      given.set(subscriber)
      return AnyCancellable {}
    }
    let run = EffectRun(
      Effect.concatenate(
        effect.map { number in
          if number == 1 {
            given.value?.send(2)
            given.value?.send(completion: .finished)
            given.value?.send(3)
          }
          return number
        },
        Numbers(value: 4)
      )
    )
    given.value?.send(1)
    run.settle()
    #expect(run.picture == "1 2 4 |")
  }

  @Test func `a cancelled effect does not receive a completion that was waiting`() {
    let subject = Subject<Int, Never>()
    let cancellable = Recorder<AnyCancellable?>(nil)
    let seen = Recorder<[String]>([])
    cancellable.set(
      subject.effect
        .handleEvents(
          receiveOutput: { _ in
            subject.send(completion: .finished)
            cancellable.value?.cancel()
          },
          receiveCompletion: { _ in seen.update { $0.append("end") } }
        )
        .sink { number in seen.update { $0.append("\(number)") } }
    )
    subject.send(1)
    #expect(seen.value == [])
  }

  @Test @MainActor func `a nested cancel returns after all parts of the effect are cancelled`() {
    let task = Recorder<StoreTask?>(nil)
    let seen = Recorder<[Int]>([])
    let isFinished = Recorder(false)
    let first = Numbers.run { _ in
      AnyCancellable {
        task.value?.cancel()
        seen.update { $0.append(isFinished.value ? 1 : 0) }
      }
    }
    let second = Numbers.run { _ in AnyCancellable { isFinished.set(true) } }
    let store = Store<Int, Int>(
      initialState: 0,
      reducer: Reducer { _, number, _ in number == 0 ? .merge(first, second) : .none },
      environment: ()
    )
    task.set(store.send(0))
    task.value?.cancel()
    #expect(seen.value == [1])
  }
}
