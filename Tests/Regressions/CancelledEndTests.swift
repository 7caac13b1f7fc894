// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// An effect is cancelled by its id while an operator delays its completion.
///
/// The next effect of the concatenation did not start, and the concatenation never finished.
@Suite struct CancelledEndTests {
  typealias Numbers = Effect<Int, Never>

  enum Operator: CaseIterable, Sendable {
    case delay, receive, throttle

    func apply(to effect: Numbers, _ clock: TestScheduler<Never>) -> Numbers {
      switch self {
      case .delay: effect.delay(for: 1, scheduler: clock)
      case .receive: effect.receive(on: clock)
      case .throttle: effect.throttle(id: "throttle", for: 1, scheduler: clock, latest: true)
      }
    }
  }

  private let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))

  @Test(arguments: Operator.allCases)
  func `the next effect starts if the first effect is cancelled while its completion is delayed`(
    name: Operator
  ) {
    let cancellations = Subject<Void, Never>()
    let events = Recorder<[String]>([])
    let source = Numbers.run { subscriber in
      subscriber.send(1)
      subscriber.send(2)
      subscriber.send(completion: .finished)
      return AnyCancellable {}
    }
    let relayed = name.apply(to: source.cancellable(id: "source"), clock)
      .handleEvents(receiveCompletion: { _ in events.update { $0.append("end") } })
    let cancellable = Numbers.merge(
      relayed.concatenate(with: Effect(value: 3)),
      cancellations.effect.prefix(1).flatMap { .cancel(id: "source") }
    )
    .sink(
      receiveCompletion: { _ in events.update { $0.append("end of all") } },
      receiveValue: { number in events.update { $0.append("\(number)") } }
    )
    cancellations.send()
    clock.advance(by: 2)
    let passed = name == .throttle ? ["1"] : []
    #expect(events.value == passed + ["end", "3", "end of all"])
    cancellable.cancel()
  }
}
