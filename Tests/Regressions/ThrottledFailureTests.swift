// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// An operator sends a value and a completion at the same time.
///
/// The failure of a throttled effect ended the effects of the held value before they started.
@Suite struct ThrottledFailureTests {
  typealias Numbers = Effect<Int, Problem>

  struct Problem: Error, Equatable {}

  private let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))

  /// A throttled effect with a value that passes immediately, a value that is held, and a failure.
  private func throttled(latest: Bool) -> Numbers {
    Numbers.concatenate(Effect(value: 3), Effect(value: 1), Effect(error: Problem()))
      .throttle(id: "throttle", for: 1, scheduler: clock, latest: latest)
  }

  /// Runs an effect for two seconds and returns its values, followed by -1 if it fails.
  private func run(_ effect: Numbers) -> [Int] {
    let numbers = Recorder<[Int]>([])
    let cancellable = effect.sink(
      receiveCompletion: { end in
        if end == .failure(Problem()) { numbers.update { $0.append(-1) } }
      },
      receiveValue: { number in numbers.update { $0.append(number) } }
    )
    clock.advance(by: 2)
    cancellable.cancel()
    return numbers.value
  }

  @Test(arguments: [true, false])
  func `a failure arrives after the value that a held value starts`(latest: Bool) {
    let effect = throttled(latest: latest).flatMap { Numbers(value: 20 + $0) }
    #expect(run(effect) == [23, 21, -1])
  }

  @Test(arguments: [true, false])
  func `a failure arrives after the whole chain of effects that a held value starts`(latest: Bool) {
    let effect = throttled(latest: latest).flatMap { number in
      Numbers.concatenate(
        Effect(value: 20 + number),
        .lazy { Numbers(value: 30 + number).flatMap { Numbers(value: 10 + $0) } }
      )
    }
    #expect(run(effect) == [23, 43, 21, 41, -1])
  }

  @Test(arguments: [true, false])
  func `a store receives the actions that a held value starts before the action after the failure`(
    latest: Bool
  ) {
    let store = ManualStore<[Int], Int?>(
      initialState: [],
      reducer: Reducer { [throttled] numbers, number, _ in
        if let number {
          numbers.append(number)
          return .none
        }
        return throttled(latest)
          .flatMap { Numbers(value: 20 + $0) }
          .catch { _ in Effect(value: -1) }
          .map { $0 }
      },
      environment: ()
    )
    store.send(nil)
    clock.advance(by: 2)
    store.run()
    #expect(store.store.state == [23, 21, -1])
  }
}
