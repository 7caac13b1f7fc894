// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// The scheduler on which a generated effect starts or sends changes nothing but its time.
@Suite struct EffectPlaceLawTests {
  typealias Numbers = Effect<Int, Problem>

  private static func immediate(_ world: EffectTreeWorld) -> TimelessScheduler<Never> {
    TimelessScheduler.immediate(at: world.clock.now)
  }

  // MARK: Schedulers

  @Test func `values sent on an immediate scheduler are the same, in the same order`() {
    expectLaw({ $0.a.receive(on: Self.immediate($0.world)) }, equals: { $0.a })
    expectLaw({ $0.a.receive(on: $0.world.clock) }, equals: { $0.a })
    expectLaw(
      { $0.a.receive(on: $0.world.clock).receive(on: $0.world.clock).map { -$0 } },
      equals: { $0.a.map { -$0 }.receive(on: $0.world.clock) }
    )
  }

  @Test func `effects started on an immediate scheduler are the same, in the same order`() {
    expectLaw({ $0.a.subscribe(on: Self.immediate($0.world)) }, equals: { $0.a })
    expectLaw({ $0.a.subscribe(on: $0.world.clock) }, equals: { $0.a })
    expectLaw(
      { parts in
        .concatenate(parts.a.subscribe(on: parts.world.clock), parts.b)
      },
      equals: { .concatenate($0.a, $0.b) }
    )
  }

  @Test func `an effect that starts later follows a pause`() {
    let stride = SchedulerStride.nanoseconds(1 << 41)
    // Nothing waits where there is nothing to start.
    let something: @Sendable (EffectLawParts) -> Numbers = { .concatenate(Effect(value: 0), $0.a) }
    let afterPause: @Sendable (EffectLawParts) -> Numbers = { parts in
      let pause: Numbers = Effect(value: 0).delay(for: stride, scheduler: parts.world.clock)
        .ignoreOutput()
      return .concatenate(pause, something(parts))
    }
    expectLaw(
      { something($0).deferred(for: stride, scheduler: $0.world.clock) },
      equals: afterPause
    )
    expectLaw(
      { something($0).debounce(id: "debounce", for: stride, scheduler: $0.world.clock) },
      equals: afterPause
    )
  }

  @Test func `a throttle on an immediate scheduler passes on every value`() {
    for latest in [true, false] {
      expectLaw(
        { parts in
          parts.a.throttle(
            id: "throttle",
            for: 1,
            scheduler: Self.immediate(parts.world),
            latest: latest
          )
        },
        equals: { $0.a }
      )
    }
  }

  @Test func `a throttle passes on values that are further apart than its interval`() {
    let interval = SchedulerStride.nanoseconds(1 << 41)
    let ticks: @Sendable (EffectLawParts) -> Numbers = { parts in
      Effect.timer(id: "timer", every: .nanoseconds(1 << 42), on: parts.world.clock)
        .setFailureType(to: Problem.self)
        .prefix(3)
        .map { Int($0.nanoseconds >> 42) }
    }
    for latest in [true, false] {
      expectLaw(
        { parts in
          parts.a.prefix(1)
            .throttle(id: "throttle", for: interval, scheduler: parts.world.clock, latest: latest)
        },
        equals: { $0.a.prefix(1) }
      )
      expectLaw(
        { parts in
          ticks(parts)
            .throttle(id: "throttle", for: interval, scheduler: parts.world.clock, latest: latest)
            .flatMap(parts.f)
        },
        equals: { ticks($0).flatMap($0.f) }
      )
    }
  }

  @Test func `the first ticks of a timer equal delayed values`() {
    expectLaw(
      { parts in
        Effect.timer(id: "timer", every: .nanoseconds(1 << 41), on: parts.world.clock)
          .setFailureType(to: Problem.self)
          .prefix(3)
          .flatMap { parts.f(Int($0.nanoseconds >> 41)) }
      },
      equals: { parts in
        Numbers.merge(
          (1...3).map { number in
            Effect(value: number)
              .delay(for: .nanoseconds(number << 41), scheduler: parts.world.clock)
          }
        )
        .flatMap(parts.f)
      }
    )
  }

  // MARK: Sequences

  @Test func `an effect of a sequence sends its elements`() {
    expectLaw(
      { Numbers(Elements(values: [1, 2, 3])).flatMap($0.f) },
      equals: { parts in .merge((1...3).map(parts.f)) }
    )
    expectLaw(
      { parts in
        Numbers(Elements(values: [], failure: Problem(code: 7))).catch { parts.f($0.code) }
      },
      equals: { $0.f(7) }
    )
  }

  @Test func `the effect of an effect's values equals the effect`() {
    expectLaw({ Numbers($0.a.values()) }, equals: { $0.a }, withoutTasks: true)
    expectLaw(
      { parts in .concatenate(Numbers(parts.a.values()), parts.b) },
      equals: { .concatenate($0.a, $0.b) },
      withoutTasks: true
    )
  }

  @Test func `value() returns the first value of an effect`() {
    expectLaw(
      { parts in
        .run { [effect = parts.a] (send) async throws(Problem) in
          if let value = try await effect.value() { send(value) }
        }
      },
      equals: { $0.a.prefix(1) },
      withoutTasks: true
    )
  }

  // MARK: Outside of a store

  @Test func `a sink receives the same values as a store`() {
    var ends: Set<String> = []
    for seed in 0..<300 as Range<UInt64> {
      var generator = EffectTree.Generator(seed: seed, withoutTasks: true)
      let tree = generator.tree()
      let world = EffectTreeWorld()
      let sunk = Self.sink(tree, in: world)
      #expect(sunk == Timeline(running: tree), "seed \(seed): \(tree)")
      #expect(world.census.count == 0, "seed \(seed)")
      ends.insert(sunk.end.map { $0.failure == nil ? "completes" : "fails" } ?? "goes on")
    }
    #expect(ends == ["completes", "fails"])
  }

  private static func sink(_ tree: EffectTree, in world: EffectTreeWorld) -> Timeline {
    let recorder = Recorder(Timeline())
    let now: @Sendable () -> Int64 = { [clock = world.clock] in clock.now.nanoseconds }
    world.scheduleSubject()
    let cancellable = tree.effect(in: world).sink(
      receiveCompletion: { end in
        switch end {
        case .finished: recorder.update { $0.end = .init(time: now()) }
        case .failure(let failure):
          recorder.update { $0.end = .init(time: now(), failure: failure) }
        }
      },
      receiveValue: { value in
        recorder.update { $0.events.append(TimedEvent(time: now(), kind: .value(value))) }
      }
    )
    world.clock.run()
    withExtendedLifetime(cancellable) {}
    var timeline = recorder.value
    timeline.events += world.works.value
    return timeline
  }
}
