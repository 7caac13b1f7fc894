// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Effects that start again after a failure.
@Suite struct EffectRetryTests {
  struct Broken: Error, Equatable {
    var attempt = 0
  }

  enum Action: Equatable, Sendable {
    case load
    case cancel
    case value(Int)
    case failed(Broken)
  }

  struct World: Sendable {
    var clock = DispatchQueue.test
    var policy = RetryPolicy.exponential(attempts: 5, from: 1, to: 5)
    /// The number of the attempt that succeeds.
    var succeeds = 100
    var times = Recorder<[SchedulerStride]>([])
    var isRetried: @Sendable (Broken) -> Bool = { _ in true }

    /// Returns an effect that records the time of each attempt.
    var load: Effect<Int, Broken> {
      .task { () async throws(Broken) in
        times.update { $0.append(start.distance(to: clock.now)) }
        if times.value.count >= succeeds { return times.value.count }
        throw Broken(attempt: times.value.count)
      }
    }

    let start: SchedulerTime<DispatchQueue>

    init() { start = clock.now }
  }

  static let reducer = Reducer<[Int], Action, World> { state, action, world in
    switch action {
    case .load:
      return world.load
        .retry(world.policy, on: world.clock, when: world.isRetried)
        .map(Action.value)
        .catch { Effect(value: .failed($0)) }
        .cancellable(id: "load")
    case .cancel: return .cancel(id: "load")
    case .value(let value):
      state.append(value)
      return .none
    case .failed: return .none
    }
  }

  private func makeStore(_ world: World) -> TestStore<[Int], Action, World> {
    TestStore(initialState: [], reducer: Self.reducer, environment: world)
  }

  @Test func `delays grow up to the maximum, and the effect fails with the last failure`() {
    let world = World()
    let store = makeStore(world)
    store.send(.load)
    world.clock.advance(by: 0.999)
    #expect(world.times.value == [0])
    world.clock.advance(by: 20)
    store.receive(.failed(Broken(attempt: 5)))
    #expect(world.times.value == [0, 1, 3, 7, 12])
  }

  @Test func `no attempt follows a successful attempt`() {
    var world = World()
    world.succeeds = 3
    let store = makeStore(world)
    store.send(.load)
    world.clock.advance(by: 3)
    store.receive(.value(3)) { $0 = [3] }
    world.clock.advance(by: 100)
    #expect(world.times.value == [0, 1, 3])
  }

  @Test func `only failures that the predicate accepts are retried`() {
    var world = World()
    world.isRetried = { $0.attempt < 2 }
    let store = makeStore(world)
    store.send(.load)
    world.clock.advance(by: 1)
    store.receive(.failed(Broken(attempt: 2)))
    #expect(world.times.value == [0, 1])
  }

  @Test func `cancelling the effect ends its delay`() {
    let world = World()
    let store = makeStore(world)
    store.send(.load)
    world.clock.advance(by: 1.5)
    store.send(.cancel)
    world.clock.advance(by: 100)
    #expect(world.times.value == [0, 1])
  }

  @Test func `a test store names a retried effect that still waits when the test ends`() {
    let world = World()
    withKnownIssue {
      let store = makeStore(world)
      store.send(.load)
    } matching: {
      "\($0)".contains("retry, made at LockstepEffectTests/EffectRetryTests.swift:48")
    }
  }

  @Test func `retry passes on the values that an attempt sends before it fails`() {
    let clock = DispatchQueue.test
    let attempts = Recorder(0)
    let effect = Effect<Int, Broken>.concatenate(
      Effect.future { callback in
        attempts.update { $0 += 1 }
        callback(.success(attempts.value))
      },
      Effect(error: Broken())
    )
    let run = EffectRun(effect.retry(.exponential(attempts: 3, from: 1), on: clock))
    clock.advance(by: 10)
    #expect(run.picture == "1 2 3 x(Broken(attempt: 0)) |")
  }

  @Test func `a failing scheduler reports the first delay and nothing before it`() {
    let main = DispatchQueue.failing("main")
    let attempts = Recorder(0)
    let failure = Effect<Int, Broken>.sync { () throws(Broken) in
      attempts.update { $0 += 1 }
      throw Broken()
    }
    let policy = RetryPolicy.exponential(attempts: 3, from: 1)
    let quiet = withReportedIssues {
      #expect(picture(Effect<Int, Broken>(value: 1).retry(policy, on: main)) == "1 |")
      let last = "x(Broken(attempt: 0)) |"
      #expect(picture(failure.retry(.never, on: main)) == last)
      #expect(picture(failure.retry(policy, on: main) { _ in false }) == last)
    }
    #expect(quiet.map(\.message) == [])
    #expect(attempts.value == 2)
    let issues = withReportedIssues { #expect(picture(failure.retry(policy, on: main)) == "") }
    #expect(
      issues.map(\.message) == [
        "main - A failing scheduler was asked for the current time.",
        "main - A failing scheduler was asked to run work after a delay.",
      ]
    )
    #expect(attempts.value == 3)
  }

  @Test func `an immediate scheduler retries at once, and a no-op scheduler never retries`() {
    let attempts = Recorder(0)
    let effect = Effect<Int, Broken>.sync { () throws(Broken) in
      attempts.update { $0 += 1 }
      if attempts.value < 3 { throw Broken(attempt: attempts.value) }
      return attempts.value
    }
    let policy = RetryPolicy.exponential(attempts: 5, from: 3_600)
    #expect(picture(effect.retry(policy, on: DispatchQueue.immediate)) == "3 |")
    attempts.update { $0 = 0 }
    #expect(picture(effect.retry(policy, on: DispatchQueue.noop)) == "")
    #expect(attempts.value == 1)
  }

  @Test func `each attempt of an outer retry runs all attempts of the inner retry`() {
    let world = World()
    let effect = world.load
      .retry(.exponential(attempts: 3, from: 1), on: world.clock)
      .retry(.exponential(attempts: 2, from: 10), on: world.clock)
      .retry(.exponential(attempts: 2, from: 50), on: world.clock) { $0.attempt == 6 }
    let run = EffectRun(effect)
    world.clock.advance(by: 1_000)
    #expect(world.times.value == [0, 1, 3, 13, 14, 16, 66, 67, 69, 79, 80, 82])
    #expect(run.picture == "x(Broken(attempt: 12)) |")
  }

  @Test func `the outer retry continues when the inner retry rejects a failure`() {
    let world = World()
    let effect = world.load
      .retry(.exponential(attempts: 3, from: 1), on: world.clock) { $0.attempt == 1 }
      .retry(.exponential(attempts: 3, from: 10), on: world.clock)
    let run = EffectRun(effect)
    world.clock.advance(by: 1_000)
    #expect(world.times.value == [0, 1, 11, 31])
    #expect(run.picture == "x(Broken(attempt: 4)) |")
  }

  @Test func `an effect that completes does not start again`() {
    let run = EffectRun(
      Effect<Int, Broken>.merge(Effect(value: 1), Effect(value: 2))
        .retry(.exponential(attempts: 3, from: 1), on: DispatchQueue.test)
    )
    #expect(run.picture == "1 2 |")
  }

  @Test func `ten thousand attempts need constant stack space`() async {
    let attempts = Recorder(0)
    let effect = Effect<Int, Broken>.future { callback in
      attempts.update { $0 += 1 }
      callback(.failure(Broken()))
    }
    for count in [1, 10_000] {
      attempts.update { $0 = 0 }
      let picture = await SmallStack().run { _ in
        EffectRun(
          effect.retry(.exponential(attempts: count, from: 1), on: DispatchQueue.immediate)
        )
        .picture
      }
      #expect(picture == "x(Broken(attempt: 0)) |")
      #expect(attempts.value == count)
    }
  }

  @Test func `two retried effects in a merge keep their own delays in every schedule`() {
    explore(schedules: 100) {
      let clock = DispatchQueue.test
      var worlds = (0..<2).map { _ in World() }
      for index in worlds.indices {
        worlds[index].clock = clock
        worlds[index].policy = .exponential(attempts: 3, from: index == 0 ? 1 : 2)
      }
      let pair = worlds
      let reducer = Reducer<Int, Bool, Void> { state, isStart, _ in
        guard isStart else {
          state += 1
          return .none
        }
        return .merge(
          pair.map { world in
            world.load.retry(world.policy, on: clock)
              .map { _ in false }
              .catch { _ in Effect(value: false) }
          }
        )
      }
      let store = TestStore(initialState: 0, reducer: reducer, environment: ())
      store.send(true)
      clock.advance(by: 3)
      store.receive(false) { $0 = 1 }
      clock.advance(by: 3)
      store.receive(false) { $0 = 2 }
      #expect(pair[0].times.value == [0, 1, 3])
      #expect(pair[1].times.value == [0, 2, 6])
    }
  }
}

@Suite struct RetryPolicyTests {
  @Test func `exponential delays grow up to the maximum and end after the last attempt`() {
    let policy = RetryPolicy.exponential(attempts: 5, from: 0.5, factor: 3, to: 10)
    #expect((1...5).map { policy.delay(after: $0) } == [0.5, 1.5, 4.5, 10, nil])
    #expect(policy.attempts == 5)
    #expect(policy.maximumDelay == 10)
  }

  @Test func `the seed determines how much jitter shortens each delay`() {
    func delays(_ seed: UInt64) -> [SchedulerStride] {
      let policy = RetryPolicy.exponential(
        attempts: 1_000,
        from: 1,
        factor: 1,
        jitter: 0.5,
        seed: seed
      )
      return (1..<1_000).compactMap { policy.delay(after: $0) }
    }
    let first = delays(1)
    #expect(first.count == 999)
    #expect(first.allSatisfy { (0.5...1).contains($0.timeInterval) })
    #expect(first == delays(1))
    #expect(first != delays(2))
    #expect(Set(first).count > 990)
    let mean = first.map(\.timeInterval).reduce(0, +) / 999
    #expect((0.7...0.8).contains(mean))
  }

  @Test func `adjacent seeds have no delay in common`() {
    let delays = (0..<1_000 as Range<UInt64>).map { index in
      let policy = RetryPolicy.exponential(
        attempts: 11,
        from: 60,
        factor: 1,
        jitter: 1,
        seed: index &- 500
      )
      return (1...10).compactMap { policy.delay(after: $0) }
    }
    #expect(Set(delays.joined()).count == 10_000)
    // The first delays of different seeds are distributed like the delays of one seed.
    let mean = delays.map { $0[0].timeInterval }.reduce(0, +) / 1_000
    #expect((27...33).contains(mean))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -1, 0, 1e308])
  func `unusual factors and jitters give delays within the bounds`(number: Double) throws {
    for (factor, jitter) in [(number, 0.5), (2, number)] {
      for from in [SchedulerStride.zero, 0.5, -1, .seconds(Double.infinity)] {
        let policy = RetryPolicy.exponential(
          attempts: .max,
          from: from,
          factor: factor,
          to: 10,
          jitter: jitter
        )
        for attempt in [.min, -1, 0, 1, 2, 3, 1_000, .max - 1] {
          let delay = try #require(policy.delay(after: attempt))
          #expect((.zero...10).contains(delay), "factor \(factor), jitter \(jitter)")
        }
      }
    }
  }

  @Test(arguments: [1, 0, -1, .min])
  func `a policy of at most one attempt never retries`(attempts: Int) {
    #expect(RetryPolicy.exponential(attempts: attempts, from: 0.5).delay(after: 1) == nil)
    #expect(RetryPolicy.never.delay(after: 1) == nil)
  }
}
