// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

@Suite struct ScheduleTests {
  @Test func `the order outside an exploration is FIFO`() {
    #expect(Walk.trace() == Walk.trace(schedule: .fifo))
  }

  @Test(arguments: [0, 17, UInt64.max])
  func `the same seed gives the same trace, 100 times`(seed: UInt64) {
    let trace = Walk.trace(schedule: .random(seed: seed))
    for _ in 1..<100 {
      #expect(Walk.trace(schedule: .random(seed: seed)) == trace)
    }
  }

  @Test func `the same seed gives the same trace on other threads at the same time`() async {
    let traces = (0..<20).map { Walk.trace(schedule: .random(seed: $0)) }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          for seed in 0..<20 {
            #expect(Walk.trace(schedule: .random(seed: UInt64(seed))) == traces[seed])
          }
        }
      }
    }
  }

  @Test func `different seeds give different traces with the same steps`() {
    let traces = (0..<200).map { Walk.trace(schedule: .random(seed: $0)) }
    func steps(_ trace: [String]) -> [String] {
      trace.filter { $0.hasPrefix("let") == false && $0.hasSuffix("visits") == false }.sorted()
    }
    for trace in traces {
      #expect(trace.count == 12)
      #expect(steps(trace) == steps(Walk.trace()))
    }
    #expect(Set(traces).count > 190)
  }

  @Test func `each step of one effect can run before or after each step of another`() {
    let traces = (0..<1_000).map { Walk.trace(schedule: .random(seed: $0)) }
    let pairs = Set(
      traces.flatMap { trace in
        ["child 1", "child 2", "group"].flatMap { one in
          ["yield 1", "yield 2", "yield 3"].map { other in
            let isBefore =
              trace.firstIndex(of: one) ?? 0 < trace.firstIndex(of: other) ?? 0
            return "\(one) \(isBefore ? "before" : "after") \(other)"
          }
        }
      }
    )
    #expect(pairs.count == 18)
  }

  @Test func `a step of one effect can wait while another effect runs many`() {
    let traces = (0..<1_000).map { seed -> String in
      let store = TestStore(
        initialState: "",
        reducer: Reducer<String, String, Void> { log, action, _ in
          log += action
          guard action.isEmpty else { return .none }
          return .merge(
            .run { send in
              await pause(40)
              send("long ")
            },
            .run { send in
              await pause()
              send("short ")
            }
          )
        },
        environment: (),
        schedule: .random(seed: UInt64(seed))
      )
      store.send("")
      store.skipReceived()
      return store.state
    }
    #expect(Set(traces) == ["long short ", "short long "])
  }

  @Test func `a loop does not block the work that ends it`() {
    for seed in 0..<200 {
      let isOpen = Recorder(false)
      let store = TestStore(
        initialState: "",
        reducer: Reducer<String, String, Void> { log, action, _ in
          log += action
          if action == "open " { isOpen.set(true) }
          guard action.isEmpty else { return .none }
          return .merge(
            .run { send in
              while isOpen.value == false { await Task.yield() }
              send("through")
            },
            .run { send in
              await pause(3)
              send("open ")
            }
          )
        },
        environment: (),
        schedule: .random(seed: UInt64(seed))
      )
      store.send("")
      store.skipReceived()
      #expect(store.state == "open through")
    }
  }

  @Test func `the values of an effect may wait while the effect continues`() {
    let waits = (0..<1_000).map { seed -> Int in
      let steps = Recorder(0)
      let store = TestStore(
        initialState: 0,
        reducer: Reducer<Int, Bool, Void> { stepsWhenTaken, isStart, _ in
          guard isStart else {
            stepsWhenTaken = steps.value
            return .none
          }
          return .run { send in
            await pause()
            send(false)
            for _ in 1...40 {
              await pause()
              steps.update { $0 += 1 }
            }
          }
        },
        environment: (),
        schedule: .random(seed: UInt64(seed))
      )
      store.send(true)
      store.skipReceived()
      return store.state
    }
    #expect(waits.contains(0))
    #expect(waits.contains(1))
    #expect(waits.contains(40))
  }

  @Test func `an effect may begin in the call that starts it, or later`() {
    let begun = Recorder<Set<Bool>>([])
    let reducer = Reducer<Int, Int, Recorder<Bool>> { _, action, hasReturned in
      guard action == 0 else { return .none }
      return .merge(
        .run { _ in begun.update { $0.insert(hasReturned.value) } },
        Effect(value: 1)
      )
    }
    for seed in 0..<100 {
      let hasReturned = Recorder(false)
      let store = TestStore(
        initialState: 0,
        reducer: Reducer { state, action, environment in
          if action == 1 { environment.set(true) }
          return reducer.run(&state, action, environment)
        },
        environment: hasReturned,
        schedule: .random(seed: UInt64(seed))
      )
      store.send(0)
      store.receive(1)
    }
    #expect(begun.value == [true, false])
  }

  @Test func `effects that sleep until the same instant continue in any order`() {
    let traces = (0..<100).map { seed -> String in
      let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
      let reducer = Reducer<String, String, SchedulerOf<Never>> { log, action, clock in
        log += action
        guard action.isEmpty else { return .none }
        return .merge(
          ["a", "b"].map { name in
            .run { send in
              try await clock.sleep(for: 1)
              send(name)
            }
          }
        )
      }
      let store = TestStore(
        initialState: "",
        reducer: reducer,
        environment: clock,
        schedule: .random(seed: UInt64(seed))
      )
      store.send("")
      clock.schedule(after: clock.now.advanced(by: 1), tolerance: .zero) {}
      clock.advance(by: 2)
      store.skipReceived()
      return store.state
    }
    #expect(Set(traces) == ["ab", "ba"])
  }

  @Test func `all ready work runs before time moves`() {
    for seed in 0..<200 {
      let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
      let reducer = Reducer<[Int64], Int, SchedulerOf<Never>> { instants, action, clock in
        if action > 0 { instants.append(clock.now.nanoseconds / 1_000_000_000) }
        guard action < 3 else { return .none }
        return .task {
          await pause(3)
          try await clock.sleep(for: 1)
          return action + 1
        }
      }
      let store = TestStore(
        initialState: [],
        reducer: reducer,
        environment: clock,
        schedule: .random(seed: UInt64(seed))
      )
      store.send(0)
      for _ in 1...3 { clock.schedule(after: clock.now.advanced(by: 1), tolerance: .zero) {} }
      clock.advance(by: 5)
      store.skipReceived()
      #expect(store.state == [1, 2, 3])
    }
  }

  @Test func `the description of a schedule is its Swift expression`() {
    #expect("\(Schedule.current)" == ".current")
    #expect("\(Schedule.fifo)" == ".fifo")
    #expect("\(Schedule.random(seed: 17))" == ".random(seed: 17)")
  }
}
