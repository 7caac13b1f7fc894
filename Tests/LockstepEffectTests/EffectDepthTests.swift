// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Deeply nested effects run on a stack of 512 KiB.
@Suite struct EffectDepthTests {
  typealias Numbers = Effect<Int, Never>

  /// Makes an effect, runs it and releases it.
  private func sum(_ make: @escaping @Sendable () -> Numbers) async -> Int {
    await onSmallStack {
      let store = ManualStore<Int, Int?>(
        initialState: 0,
        reducer: Reducer { state, action, _ in
          guard let action else { return make().map { $0 } }
          state += action
          return .none
        },
        environment: ()
      )
      store.send(nil)
      return store.store.state
    }
  }

  private func onSmallStack<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await SmallStack().run { _ in body() }
  }

  // MARK: Concatenations

  @Test func `a concatenation runs twenty thousand synchronous effects`() async {
    let numbers = 1...20_000
    #expect(await sum { .concatenate(numbers.map { Effect(value: $0) }) } == 200_010_000)
    let callbacks = await sum {
      .concatenate(numbers.map { number in .future { $0(.success(number)) } })
    }
    #expect(callbacks == 200_010_000)
    let count = Recorder(0)
    let silent = await sum {
      .concatenate(numbers.map { _ in .fireAndForget { count.update { $0 += 1 } } })
    }
    #expect(silent == 0)
    #expect(count.value == 20_000)
  }

  @Test func `twenty thousand nested concatenations run`() async {
    let count = Recorder(0)
    let work = Numbers.fireAndForget { count.update { $0 += 1 } }
    let result = await sum {
      .concatenate(
        (1...20_000).reduce(.none) { effect, _ in .concatenate(effect, work) },
        Effect(value: 1)
      )
    }
    #expect(result == 1)
    #expect(count.value == 20_000)
  }

  @Test func `ten thousand concatenations run, nested on the right or in the middle`() async {
    let numbers = 1...10_000
    let rightmost = await sum {
      numbers.reduce(.none) { effect, number in .concatenate(Effect(value: number), effect) }
    }
    #expect(rightmost == 50_005_000)
    let middle = await sum {
      numbers.reduce(.none) { effect, number in
        .concatenate(Effect(value: number), effect, Effect(value: 1))
      }
    }
    #expect(middle == 50_015_000)
  }

  @Test func `nested concatenations that never started are released`() async {
    let census = Census()
    let count = await onSmallStack {
      do {
        let effect = (1...10_000).reduce(Numbers.none) { effect, number in
          let member = census.makeMember()
          return .concatenate(effect, .fireAndForget { member.touch() })
        }
        // Another owner retains the inner effect and releases it later.
        var inner: Numbers? = .concatenate(effect, Effect(value: 1))
        do {
          let outer = (1...10_000).reduce(inner ?? .none) { effect, number in
            .concatenate(effect, Effect(value: number))
          }
          withExtendedLifetime(outer) {}
        }
        precondition(census.count == 10_000)
        inner = nil
      }
      return census.count
    }
    #expect(count == 0)
  }

  @Test func `nested concatenations run their effects in order`() {
    let started = Recorder<[Int]>([])
    @Sendable func step(_ number: Int) -> Numbers {
      .run { send in
        started.update { $0.append(number) }
        await Task.yield()
        send(number)
      }
    }
    let effect = Numbers.concatenate(
      .concatenate(.concatenate(step(1), step(2)), .concatenate()),
      .concatenate(step(3), .lazy { .concatenate(step(4), .lazy { step(5) }) }),
      step(6)
    )
    #expect(picture(effect) == "1 2 3 4 5 6 |")
    #expect(started.value == [1, 2, 3, 4, 5, 6])
  }

  @Test func `a concatenation releases each part when the part ends`() {
    let census = Census()
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    func part() -> Numbers {
      let member = census.makeMember()
      return .run { send in
        await clock.pause(for: 1)
        member.touch()
        send(census.count)
      }
    }
    let run = EffectRun<Int, Never>()
    do {
      run.start(.concatenate(part(), .concatenate(part(), part()), part()))
    }
    #expect(census.count == 4)
    clock.advance(by: 1)
    #expect(census.count == 3)
    clock.advance(by: 5)
    #expect(run.picture == "4 3 2 1 |")
    #expect(census.count == 0)
  }

  // MARK: Effects that follow themselves

  @Test func `an effect restarts itself synchronously twenty thousand times`() async {
    @Sendable func count(_ number: Int) -> Numbers {
      number == 0 ? .none : .concatenate(Effect(value: number), .lazy { count(number - 1) })
    }
    #expect(await sum { count(20_000) } == 200_010_000)
  }

  @Test func `an effect restarts itself after a task two thousand times`() async {
    let census = Census()
    let most = Recorder(0)
    @Sendable func count(_ number: Int) -> Numbers {
      guard number > 0 else { return .none }
      let member = census.makeMember()
      let task = Numbers.task {
        most.update { $0 = max($0, census.count) }
        await Task.yield()
        member.touch()
        return number
      }
      return .concatenate(task, .lazy { count(number - 1) })
    }
    #expect(await sum { count(2_000) } == 2_001_000)
    #expect(most.value <= 2)
    #expect(census.count == 0)
  }

  @Test func `an effect retries a failing task two thousand times`()
    async
  {
    @Sendable func attempt(_ number: Int) -> Effect<Int, Problem> {
      let task = Effect<Int, Problem>.task { () async throws(Problem) in
        await Task.yield()
        if number > 1 { throw Problem(code: number) }
        return number
      }
      return task.catch { attempt($0.code - 1) }
    }
    #expect(await sum { attempt(2_000).replaceError(with: 0) } == 1)
  }

  // MARK: Other operators

  @Test func `ten thousand effects run at the same time`() async {
    let numbers = 1...10_000
    let tasks = await sum { .merge(numbers.map { number in .task { number } }) }
    #expect(tasks == 50_005_000)
    let mapped = await sum {
      .concatenate(numbers.map { Effect(value: $0) }).flatMap { Effect(value: $0 + 1) }
    }
    #expect(mapped == 50_015_000)
  }

  @Test func `each operator can be nested a hundred times`() async {
    let clock = TimelessScheduler<Never>.immediate(at: SchedulerTime(nanoseconds: 0))
    let operators:
      [(name: String, apply: @Sendable (Effect<Int, Problem>) -> Effect<Int, Problem>)] =
        [
          ("cancellable", { $0.cancellable(id: 1) }),
          ("catch", { $0.catch { Effect(error: $0) } }),
          ("deferred", { effect in .lazy { effect } }),
          ("delay", { $0.delay(for: 1, scheduler: clock) }),
          ("flatMap", { $0.flatMap { Effect(value: $0) } }),
          ("handleEvents", { $0.handleEvents(receiveOutput: { _ in }) }),
          ("map", { $0.map { $0 } }),
          ("mapped concatenation", { .concatenate($0.map { $0 }, .fireAndForget {}) }),
          ("merge", { .merge($0, .fireAndForget {}) }),
          (
            "merged concatenation",
            { .merge(.concatenate($0, .none, .fireAndForget {}), .task { 0 }) }
          ),
          ("prefix", { $0.prefix(1) }),
          ("receive", { $0.receive(on: clock) }),
          ("removeDuplicates", { $0.removeDuplicates() }),
          ("tryMap", { $0.tryMap { $0 } }),
        ]
    for (name, apply) in operators {
      let result = await sum {
        (0..<100).reduce(Effect<Int, Problem>.task { 1 }) { effect, _ in apply(effect) }
          .replaceError(with: -1)
      }
      #expect(result == 1, "\(name)")
    }
  }

  // MARK: Merges

  @Test func `a failure passes through a thousand operators`() async {
    let code = await sum {
      let failing = Effect<Int, Problem>.run { subscriber in
        subscriber.send(completion: .failure(Problem(code: 7)))
        return AnyCancellable {}
      }
      return (1...1_000).reduce(failing) { effect, _ in effect.map { $0 } }
        .catch { problem in Effect(value: problem.code) }
    }
    #expect(code == 7)
    let sent = await sum {
      let failing = Effect<Int, Problem>.run { subscriber in
        subscriber.send(completion: .failure(Problem(code: 8)))
        return AnyCancellable {}
      }
      return (1...1_000).reduce(failing) { effect, _ in effect.map { $0 } }
        .catchToEffect()
        .map { result in if case .failure(let problem) = result { problem.code } else { 0 } }
    }
    #expect(sent == 8)
  }

  @Test(arguments: [100, 1_000, 10_000])
  func `merging effects one by one copies two effects each time`(count: Int) {
    let effects = (1...count).map { Numbers(value: $0) }
    var copied = 0
    let merged = effects.reduce(Numbers.none) { merged, effect in
      let next = merged.merge(with: effect)
      copied += next.keptCount
      return next
    }
    #expect(copied == 2 * count - 1)
    withExtendedLifetime(merged) {}
  }

  @Test func `twenty thousand merges run, nested on the left or on the right`() async {
    let numbers = 1...20_000
    let leftmost = await sum { numbers.reduce(.none) { $0.merge(with: Effect(value: $1)) } }
    #expect(leftmost == 200_010_000)
    let rightmost = await sum { numbers.reduce(.none) { Effect(value: $1).merge(with: $0) } }
    #expect(rightmost == 200_010_000)
    // Without an operator around the merge, the store itself unwraps it.
    let direct = await onSmallStack {
      let store = ManualStore<Int, Int>(
        initialState: 0,
        reducer: Reducer { state, action, _ in
          state += action
          guard action == 0 else { return .none }
          return numbers.reduce(.none) { $0.merge(with: Effect(value: $1)) }
        },
        environment: ()
      )
      store.send(0)
      return store.store.state
    }
    #expect(direct == 200_010_000)
  }

  @Test func `nested merges start their effects in order`() {
    let effect = Numbers.merge(
      .merge(.merge(Effect(value: 1), Effect(value: 2)), .merge(Effect(value: 3))),
      Effect(value: 4),
      .merge(.none, .merge(Effect(value: 5), .merge(Effect(value: 6), Effect(value: 7))))
    )
    #expect(picture(effect) == "1 2 3 4 5 6 7 |")
    #expect(picture(effect.map { $0 }) == "1 2 3 4 5 6 7 |")
  }

  @Test func `nested merges that never started are released`() async {
    let census = Census()
    let count = await onSmallStack {
      do {
        let effect = (1...10_000).reduce(Numbers.none) { effect, _ in
          let member = census.makeMember()
          return effect.merge(with: .fireAndForget { member.touch() })
        }
        // Another owner retains the inner effect and releases it later.
        var inner: Numbers? = effect.merge(with: Effect(value: 1))
        do {
          let outer = (1...10_000).reduce(inner ?? .none) { $0.merge(with: Effect(value: $1)) }
          withExtendedLifetime(outer) {}
        }
        precondition(census.count == 10_000)
        inner = nil
      }
      return census.count
    }
    #expect(count == 0)
  }
}
