// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepTesting
import Testing

/// The time of what comes late: features whose order is fixed pass in every schedule, whatever their tests do with time.
@Suite(.schedules(500)) struct OwnTimeTests {
  private typealias Clock = SchedulerOf<DispatchQueue>

  private enum Action: Equatable {
    case start
    case stop
    case sent(Int)
  }

  private let queue = DispatchQueue.test

  /// A store that starts an effect, and keeps the numbers that it sends.
  private func makeStore(
    _ effect: @escaping @Sendable (Clock) -> Effect<Action, Never>
  ) -> TestStore<[Int], Action, Clock> {
    TestStore(
      initialState: [],
      reducer: Reducer { numbers, action, clock in
        switch action {
        case .start: return effect(clock)
        case .stop: return .cancel(id: "id")
        case .sent(let number):
          numbers.append(number)
          return .none
        }
      },
      environment: queue
    )
  }

  @Test func `an effect that sleeps several times finishes in one move of time`() {
    let store = makeStore { clock in
      .run { send in
        for number in 1...3 {
          try await clock.sleep(for: 1)
          send(.sent(number))
        }
      }
    }
    store.send(.start)
    queue.advance(by: 3)
    for number in 1...3 { store.receive(.sent(number)) { $0 = Array(1...number) } }
  }

  @Test func `an effect that sleeps several times continues across moves of time`() {
    let store = makeStore { clock in
      .run { send in
        for number in 1...3 {
          try await clock.sleep(for: 1)
          send(.sent(number))
        }
      }
    }
    store.send(.start)
    queue.advance(by: 1)
    queue.advance(by: 0.5)
    queue.advance(by: 1)
    for number in 1...2 { store.receive(.sent(number)) { $0 = Array(1...number) } }
    queue.advance(by: 0.5)
    store.receive(.sent(3)) { $0 = [1, 2, 3] }
  }

  @Test func `work that is not yet due does not run`() {
    let store = makeStore { clock in
      .run { send in
        try await clock.sleep(for: 1)
        await Task.yield()
        try await clock.sleep(for: 1)
        send(.sent(1))
      }
      .cancellable(id: "id")
    }
    store.send(.start)
    queue.advance(by: 1.9)
    store.skipReceived()
    #expect(store.state == [])
    store.send(.stop)
  }

  @Test func `a late part of an effect reads the instant at which it became ready`() {
    let start = queue.now
    let store = makeStore { clock in
      .run { send in
        for _ in 1...2 {
          try await clock.sleep(for: 1)
          await Task.yield()
          send(.sent(Int(start.distance(to: clock.now).nanoseconds / 1_000_000_000)))
        }
      }
    }
    store.send(.start)
    queue.advance(by: 10)
    store.receive(.sent(1)) { $0 = [1] }
    store.receive(.sent(2)) { $0 = [1, 2] }
    #expect(start.distance(to: queue.now) == 10)
  }

  @Test func `a reducer that runs late reads the instant at which the action was sent`() {
    let start = queue.now
    let store = TestStore(
      initialState: [],
      reducer: Reducer<[Int], Int, Clock> { seconds, step, clock in
        seconds.append(Int(start.distance(to: clock.now).nanoseconds / 1_000_000_000))
        return step < 3 ? Effect(value: step + 1).delay(for: 2, scheduler: clock) : .none
      },
      environment: queue
    )
    store.send(0) { $0 = [0] }
    queue.advance(by: 7)
    for step in 1...3 { store.receive(step) { $0.append(step * 2) } }
  }

  @Test func `running the scheduler also runs work that starts late`() {
    let store = makeStore { clock in
      .run { send in
        await Task.yield()
        try await clock.sleep(for: 60)
        send(.sent(1))
        try await clock.sleep(for: 60)
        send(.sent(2))
      }
    }
    store.send(.start)
    queue.run()
    store.receive(.sent(1)) { $0 = [1] }
    store.receive(.sent(2)) { $0 = [1, 2] }
  }

  @Test func `time has moved when work that starts late has run`() {
    let start = queue.now
    let store = makeStore { clock in
      .task {
        try await clock.sleep(for: 3)
        return .sent(1)
      }
    }
    store.send(.start)
    queue.run()
    store.receive(.sent(1)) { $0 = [1] }
    #expect(start.distance(to: queue.now) == 3)
  }

  @Test func `an effect that moves time continues at the new instant`() {
    let (start, queue) = (queue.now, queue)
    let store = makeStore { clock in
      .run { send in
        await Task.yield()
        queue.advance(by: 2)
        send(.sent(Int(start.distance(to: clock.now).nanoseconds / 1_000_000_000)))
      }
    }
    store.send(.start)
    store.receive(.sent(2)) { $0 = [2] }
  }

  @Test func `work for the current instant runs if time advances by zero`() {
    let store = makeStore { clock in
      .run { send in
        await Task.yield()
        await withCheckedContinuation { continuation in clock.schedule { continuation.resume() } }
        send(.sent(1))
      }
    }
    store.send(.start)
    queue.advance()
    store.receive(.sent(1)) { $0 = [1] }
  }

  @Test func `a timer that starts late delivers all ticks`() {
    let ticks = Recorder(0)
    let store = makeStore { clock in
      .run { send in
        await Task.yield()
        for await _ in clock.timer(interval: 1) {
          ticks.update { $0 += 1 }
          send(.sent(ticks.value))
        }
      }
      .cancellable(id: "id")
    }
    store.send(.start)
    queue.advance(by: 3)
    for number in 1...3 { store.receive(.sent(number)) { $0 = Array(1...number) } }
    store.send(.stop)
  }

  @Test func `the ticks of a timer come in order, and none is lost`() {
    let ticks = Recorder(0)
    let store = makeStore { clock in
      Effect.timer(id: "id", every: 1, on: clock).map { _ in
        ticks.update { $0 += 1 }
        return .sent(ticks.value)
      }
    }
    store.send(.start)
    queue.advance(by: 2)
    queue.advance(by: 1)
    for number in 1...3 { store.receive(.sent(number)) { $0 = Array(1...number) } }
    store.send(.stop)
  }

  @Test func `work for the current instant runs before the next tick of a timer`() {
    let subject = Subject<Int, Never>()
    let store = makeStore { clock in
      .merge(
        subject.effect.receive(on: clock).map(Action.sent),
        Effect.timer(id: "timer", every: 1, on: clock).map { _ in .sent(100) }
      )
      .cancellable(id: "id")
    }
    store.send(.start)
    queue.advance(by: 1)
    store.receive(.sent(100)) { $0 = [100] }
    for number in 1...3 {
      subject.send(number)
      queue.advance()
      store.receive(.sent(number)) { $0.append(number) }
    }
    store.send(.stop)
  }

  @Test func `values on a queue stay in order while time moves`() {
    let store = makeStore { clock in
      Effect.concatenate((1...3).map { Effect(value: Action.sent($0)) })
        .receive(on: clock)
        .receive(on: clock)
    }
    store.send(.start)
    queue.advance()
    queue.advance(by: 1)
    for number in 1...3 { store.receive(.sent(number)) { $0 = Array(1...number) } }
  }

  @Test func `work cancelled before its run does not run`() {
    let store = makeStore { clock in
      Effect(value: .sent(1)).delay(for: 1, scheduler: clock).cancellable(id: "id")
    }
    store.exhaustivity.remove(.receivedActions)
    store.send(.start)
    queue.advance(by: 1)
    store.send(.stop)
    let wasFirst = store.state == [1]
    store.skipReceived()
    #expect(store.state == (wasFirst ? [1] : []))
  }

  @Test func `an effect can sleep on two schedulers in turn`() {
    let other = DispatchQueue.test
    let otherClock: SchedulerOf<DispatchQueue> = other
    let store = makeStore { clock in
      .run { send in
        try await clock.sleep(for: 1)
        try await otherClock.sleep(for: 1)
        send(.sent(1))
        try await clock.sleep(for: 1)
        send(.sent(2))
      }
    }
    store.send(.start)
    queue.advance(by: 1)
    other.advance(by: 1)
    queue.advance(by: 1)
    store.receive(.sent(1)) { $0 = [1] }
    store.receive(.sent(2)) { $0 = [1, 2] }
  }

  @Test func `all retries run in one move of time`() {
    let attempts = Recorder(0)
    let store = makeStore { clock in
      .run { send in
        for pause in [1, 2, 4] as [SchedulerStride] {
          attempts.update { $0 += 1 }
          try await clock.sleep(for: pause)
        }
        send(.sent(attempts.value))
      }
    }
    store.send(.start)
    queue.advance(by: 7)
    store.receive(.sent(3)) { $0 = [3] }
  }

  @Test func `a debounced search sends one request`() {
    let store = makeStore { clock in
      Effect(value: .sent(1)).debounce(id: "id", for: 0.3, scheduler: clock)
    }
    store.send(.start)
    queue.advance(by: 0.2)
    store.send(.start)
    queue.advance(by: 0.3)
    store.receive(.sent(1)) { $0 = [1] }
  }

  @Test func `a test that waits for another thread passes`() async {
    let store = makeStore { clock in
      .run { send in
        try await clock.sleep(for: 1)
        await Task.detached {}.value
        send(.sent(1))
      }
    }
    store.send(.start)
    queue.advance(by: 1)
    await store.receive(.sent(1), timeout: .seconds(10)) { $0 = [1] }
  }

  @Test func `a fire-and-forget effect has run when it is asserted`() {
    let log = Recorder<[Int]>([])
    let store = makeStore { clock in
      .fireAndForget {
        try await clock.sleep(for: 1)
        log.update { $0.append(1) }
      }
    }
    store.send(.start)
    queue.advance(by: 1)
    store.fireAndForget()
    #expect(log.value == [1])
  }

  @Test func `a list of steps passes`() {
    let queue = queue
    assert(
      initialValue: [],
      reducer: Reducer<[Int], Action, Clock> { numbers, action, clock in
        guard case .sent(let number) = action else {
          return .task {
            try await clock.sleep(for: 1)
            return .sent(1)
          }
        }
        numbers.append(number)
        return .none
      },
      environment: queue,
      steps: .send(.start),
      .do { queue.advance(by: 1) },
      .receive(.sent(1)) { $0 = [1] },
      .send(.start),
      .do { queue.advance(by: 1) },
      .receive(.sent(1)) { $0 = [1, 1] }
    )
  }
}
