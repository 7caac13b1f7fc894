// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

/// Work that is due at the same instant of a test scheduler, under a random schedule.
@Suite struct DueWorkTests {
  private typealias Clock = SchedulerOf<DispatchQueue>
  private typealias MakeEffect = @Sendable (Clock) -> Effect<String, Never>
  private typealias Log = TestStore<String, String, SchedulerOf<DispatchQueue>>

  /// A store that notes what its effects send, and starts them with an empty action.
  private static func store(
    _ schedule: Schedule,
    on clock: TestScheduler<DispatchQueue>,
    _ effect: @escaping MakeEffect
  ) -> Log {
    let store = TestStore(
      initialState: "",
      reducer: Reducer<String, String, Clock> { log, action, clock in
        log += action
        return action.isEmpty ? effect(clock) : .none
      },
      environment: clock,
      schedule: schedule
    )
    store.exhaustivity = .off
    store.send("")
    return store
  }

  /// The values of an effect within some seconds, as they come.
  private static func trace(
    _ schedule: Schedule,
    seconds: SchedulerStride = 1,
    _ effect: @escaping MakeEffect
  ) -> String {
    let clock = DispatchQueue.test
    let store = store(schedule, on: clock, effect)
    clock.advance(by: seconds)
    store.skipReceived()
    store.skipRunning()
    return store.state
  }

  /// The traces of many seeds.
  private static func traces(
    of count: UInt64 = 100,
    seconds: SchedulerStride = 1,
    _ effect: @escaping MakeEffect
  ) -> Set<String> {
    Set((0..<count).map { trace(.random(seed: $0), seconds: seconds, effect) })
  }

  /// An effect that sends a value after a second, with its number of pieces of work.
  private struct Kind: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var steps = 1
    var effect: @Sendable (String, Clock) -> Effect<String, Never>
  }

  private static let kinds = [
    Kind(testDescription: "delay") { Effect(value: $0).delay(for: 1, scheduler: $1) },
    Kind(testDescription: "deferred") { Effect(value: $0).deferred(for: 1, scheduler: $1) },
    Kind(testDescription: "debounce") { Effect(value: $0).debounce(id: $0, for: 1, scheduler: $1) },
    Kind(testDescription: "receive(on:)", steps: 2) {
      Effect(value: $0).deferred(for: 1, scheduler: $1).receive(on: $1)
    },
    Kind(testDescription: "subscribe(on:)", steps: 2) {
      Effect(value: $0).subscribe(on: $1).deferred(for: 1, scheduler: $1)
    },
    Kind(testDescription: "timer") { name, clock in
      Effect.timer(id: name, every: 1, on: clock).map { _ in name }
    },
    Kind(testDescription: "throttle") { name, clock in
      values("", name).throttle(id: name, for: 1, scheduler: clock, latest: true)
        .filter { $0.isEmpty == false }
    },
    Kind(testDescription: "sleep") { name, clock in
      .task {
        try await clock.sleep(for: 1)
        return name
      }
    },
  ]

  private static func values(_ values: String...) -> Effect<String, Never> {
    .concatenate(values.map { Effect(value: $0) })
  }

  @Test(arguments: kinds, kinds)
  private func `two effects due at one instant run in either order`(
    first: Kind,
    second: Kind
  ) {
    let effect: MakeEffect = { clock in
      .merge(first.effect("a", clock), second.effect("b", clock))
    }
    #expect(Self.traces(of: 40, effect) == ["ab", "ba"])
    #expect(Self.trace(.fifo, effect) == (first.steps > second.steps ? "ba" : "ab"))
  }

  @Test func `the values of one effect stay in their order`() {
    let effect: MakeEffect = { clock in
      .merge(
        Self.values("1", "2", "3").receive(on: clock),
        Self.values("a", "b", "c").delay(for: 0, scheduler: clock)
      )
    }
    let traces = Self.traces(of: 300, effect)
    for trace in traces {
      #expect(trace.filter(\.isNumber) == "123")
      #expect(trace.filter(\.isLetter) == "abc")
    }
    #expect(traces.count == 20)
  }

  @Test func `the work of one effect stays in its order`() {
    let effect: MakeEffect = { clock in
      .merge(
        .run { subscriber in
          for name in ["1", "2"] { clock.schedule { subscriber.send(name) } }
          return AnyCancellable {}
        },
        Effect(value: "a").receive(on: clock)
      )
    }
    #expect(Self.traces(effect) == ["12a", "1a2", "a12"])
  }

  @Test func `the ticks of each timer arrive in order, but two timers interleave`() {
    let effect: MakeEffect = { clock in
      let numbers = Recorder(0)
      return .merge(
        Effect.timer(id: "1", every: 1, on: clock).map { _ in
          numbers.update { $0 += 1 }
          return "\(numbers.value)"
        },
        Effect.timer(id: "a", every: 2, on: clock).map { _ in "a" }
      )
    }
    let traces = Self.traces(of: 300, seconds: 4, effect)
    for trace in traces { #expect(trace.filter(\.isNumber) == "1234") }
    // Each may be late, and so come at any place among the others.
    #expect(traces.count == 15)
    #expect(Self.trace(.fifo, seconds: 4, effect) == "12a34a")
  }

  @Test
  func
    `work cancelled at the instant in which it is due runs before the cancellation or not at all`()
  {
    let effect: MakeEffect = { clock in
      .merge(
        Effect(value: "a").delay(for: 1, scheduler: clock).cancellable(id: "a"),
        Effect.concatenate(.cancel(id: "a"), Effect(value: "b"))
          .deferred(for: 1, scheduler: clock)
      )
    }
    #expect(Self.traces(effect) == ["ab", "b"])
    #expect(Self.trace(.fifo, effect) == "ab")
  }

  @Test func `one effect can wait while another runs many steps at the same instant`() {
    let effect: MakeEffect = { clock in
      var long = Effect<String, Never>(value: "long ")
      for _ in 1...40 { long = long.receive(on: clock) }
      return .merge(long, Effect(value: "short ").receive(on: clock))
    }
    #expect(Self.traces(of: 500, effect) == ["long short ", "short long "])
  }

  @Test func `a loop at one instant does not block the work that ends it`() {
    @Sendable func poll(
      _ isOpen: Recorder<Bool>,
      _ clock: Clock,
      _ end: @escaping @Sendable () -> Void
    ) {
      clock.schedule { isOpen.value ? end() : poll(isOpen, clock, end) }
    }
    for seed in 0..<100 {
      let trace = Self.trace(.random(seed: UInt64(seed))) { clock in
        let isOpen = Recorder(false)
        return .merge(
          .run { subscriber in
            poll(isOpen, clock) { subscriber.send("through") }
            return AnyCancellable {}
          },
          Effect.sync {
            isOpen.set(true)
            return "open "
          }
          .subscribe(on: clock)
        )
      }
      #expect(trace == "open through")
    }
  }

  // MARK: Who decides

  private static let delays: MakeEffect = { clock in
    .merge(["a", "b", "c", "d"].map { Effect(value: $0).delay(for: 1, scheduler: clock) })
  }

  @Test func `work due at one instant runs in FIFO order without a random schedule`() {
    #expect(Self.trace(.fifo, Self.delays) == "abcd")
    #expect(Self.trace(.current, Self.delays) == "abcd")
    #expect(Self.traces(of: 300, Self.delays).count == 24)
  }

  @Test func `the work of a FIFO store runs in order beside a store with a random schedule`() {
    let traces = (0..<1_000).map { seed -> String in
      let clock = DispatchQueue.test
      let log = Recorder("")
      let stores = [Schedule.fifo, .random(seed: UInt64(seed))].enumerated().map {
        number,
        schedule in
        Self.store(schedule, on: clock) { clock in
          .merge(
            ["a", "b"].map { name in
              .fireAndForget { log.update { $0 += number == 0 ? name : name.uppercased() } }
                .deferred(for: 1, scheduler: clock)
            }
          )
        }
      }
      clock.schedule(after: clock.now.advanced(by: 1)) { log.update { $0 += "." } }
      clock.advance(by: 1)
      for store in stores { store.skipReceived() }
      return log.value
    }
    // The test's own work, and that of the store first in, first out, is one source.
    #expect(Set(traces.map { $0.filter { $0.isLowercase || $0 == "." } }) == ["ab."])
    #expect(Set(traces).count == 20)
  }

  @Test func `work scheduled by the test runs in order`() {
    for seed in 0..<50 {
      let clock = DispatchQueue.test
      let log = Recorder("")
      let store = Self.store(.random(seed: UInt64(seed)), on: clock) { clock in
        Effect(value: "a").delay(for: 2, scheduler: clock)
      }
      for name in ["1", "2", "3"] {
        clock.schedule(after: clock.now.advanced(by: 1)) { log.update { $0 += name } }
      }
      clock.advance(by: 1)
      #expect(log.value == "123")
      clock.advance(by: 1)
      store.skipReceived()
      #expect(store.state == "a")
    }
  }

  /// Two stores and two schedulers; what both stores have done, in its order.
  private static func twoStores(_ seed: UInt64) -> String {
    let (clock, other) = (DispatchQueue.test, DispatchQueue.test)
    let log = Recorder("")
    let otherClock: SchedulerOf<DispatchQueue> = other
    let stores = [seed, seed &+ 1].enumerated().map { number, seed in
      Self.store(.random(seed: seed), on: clock) { clock in
        let deferred = ["a", "b", "c"].map { name in
          let scheduler = name == "b" ? otherClock : clock
          return Effect<String, Never>.fireAndForget { log.update { $0 += "\(name)\(number) " } }
            .deferred(for: 1, scheduler: scheduler)
        }
        let sleeping = Effect<String, Never>.fireAndForget {
          try? await clock.sleep(for: 1)
          log.update { $0 += "d\(number) " }
        }
        return .merge(deferred + [sleeping])
      }
    }
    clock.advance(by: 1)
    other.advance(by: 1)
    for store in stores { store.skipReceived() }
    return log.value
  }

  @Test func `the same seeds give the same trace, with several stores and schedulers`() async {
    let traces = (0..<100).map { Self.twoStores($0) }
    #expect(Set(traces).count > 50)
    let names = traces.map { $0.split(separator: " ").filter { $0.hasPrefix("b") } }
    #expect(Set(names) == [["b0", "b1"], ["b1", "b0"]])
    await withTaskGroup(of: [String].self) { group in
      for _ in 0..<10 { group.addTask { (0..<100).map { Self.twoStores($0) } } }
      for await others in group { #expect(others == traces) }
    }
  }

  @Test func `an exploration varies the order of due work`() {
    var traces: Set<String> = []
    var runs = 0
    explore(schedules: 300) {
      runs += 1
      traces.insert(Self.trace(.current, Self.delays))
    }
    #expect(runs == 300)
    #expect(traces.count == 24)
  }

  @Test func `the value of one effect can arrive after a value that is due later`() {
    let effect: MakeEffect = { clock in
      .merge(
        Self.values("a", "b").delay(for: 1, scheduler: clock),
        .task {
          try await clock.sleep(for: 2)
          return "c"
        }
      )
    }
    #expect(Self.traces(seconds: 3, effect) == ["abc", "acb", "cab"])
    #expect(Self.trace(.fifo, seconds: 3, effect) == "abc")
  }
}
