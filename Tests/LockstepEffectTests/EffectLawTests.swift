// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Generated effects match the timelines that their descriptions predict, and obey the laws of the operators.
@Suite struct EffectLawTests {
  private static let seeds: Range<UInt64> = 0..<60

  typealias Numbers = Effect<Int, Problem>

  @Test func `a running effect matches the timeline of its description`() {
    for seed in 0..<300 as Range<UInt64> {
      var generator = EffectTree.Generator(seed: seed)
      let tree = generator.tree()
      let timeline = Timeline(running: tree)
      let expected = tree.timeline()
      #expect(timeline == expected, "seed \(seed): \(tree)")
      if timeline != expected { return }
    }
  }

  @Test func `the generated effects complete and fail, and some send at least ten values`() {
    var ends: Set<String> = []
    var longest = 0
    for seed in 0..<300 as Range<UInt64> {
      var generator = EffectTree.Generator(seed: seed)
      let timeline = generator.tree().timeline()
      longest = max(longest, timeline.events.count)
      ends.insert(timeline.end.map { $0.failure == nil ? "completes" : "fails" } ?? "goes on")
    }
    #expect(ends == ["completes", "fails"])
    #expect(longest >= 10)
  }

  @Test func `none is the identity of merge and concatenate`() {
    expectLaw({ .merge(.none, $0.a) }, equals: { $0.a })
    expectLaw({ .merge($0.a, .none) }, equals: { $0.a })
    expectLaw({ .concatenate(.none, $0.a) }, equals: { $0.a })
    expectLaw({ .concatenate($0.a, .none) }, equals: { $0.a })
  }

  @Test func `merge and concatenate are associative`() {
    expectLaw({ .merge(.merge($0.a, $0.b), $0.c) }, equals: { .merge($0.a, .merge($0.b, $0.c)) })
    expectLaw({ .merge($0.a, $0.b, $0.c) }, equals: { .merge($0.a, .merge($0.b, $0.c)) })
    expectLaw(
      { .concatenate(.concatenate($0.a, $0.b), $0.c) },
      equals: { .concatenate($0.a, .concatenate($0.b, $0.c)) }
    )
    expectLaw(
      { .concatenate($0.a, $0.b, $0.c) },
      equals: { .concatenate($0.a, .concatenate($0.b, $0.c)) }
    )
  }

  @Test func `merge(with:) equals merge`() {
    expectLaw({ $0.a.merge(with: .none) }, equals: { $0.a })
    expectLaw({ $0.a.merge(with: $0.b) }, equals: { .merge($0.a, $0.b) })
    expectLaw(
      { $0.a.merge(with: $0.b).merge(with: $0.c) },
      equals: { .merge($0.a, $0.b, $0.c) }
    )
  }

  @Test func `map preserves identity and composition, and distributes over merge and concatenate`()
  {
    expectLaw({ $0.a.map { $0 } }, equals: { $0.a })
    expectLaw({ $0.a.map { $0 + 1 }.map { $0 * 2 } }, equals: { $0.a.map { ($0 + 1) * 2 } })
    expectLaw(
      { Numbers.merge($0.a, $0.b).map { -$0 } },
      equals: { .merge($0.a.map { -$0 }, $0.b.map { -$0 }) }
    )
    expectLaw(
      { Numbers.concatenate($0.a, $0.b).map { -$0 } },
      equals: { .concatenate($0.a.map { -$0 }, $0.b.map { -$0 }) }
    )
    expectLaw({ $0.a.tryMap { -$0 } }, equals: { $0.a.map { -$0 } })
    expectLaw(
      { $0.a.tryMap { (value) throws(Problem) in throw Problem(code: value) } },
      equals: { $0.a.prefix(1).flatMap { Effect(error: Problem(code: $0)) } }
    )
  }

  @Test func `decode equals tryMap`() {
    let halve: @Sendable (EffectLawParts) -> Numbers = { parts in
      parts.a.tryMap { (value) throws(Problem) in
        guard value % 2 == 0 else { throw Problem(code: value) }
        return value / 2
      }
    }
    let problem: @Sendable (any Error) -> Problem = { $0 as? Problem ?? Problem(code: -1) }
    expectLaw(
      {
        $0.a.map { Data("\($0)".utf8) }.decode(type: Half.self, decoder: JSONDecoder())
          .map(\.value).mapError(problem)
      },
      equals: halve
    )
  }

  private static func half(of number: Int) throws -> Int {
    guard number % 2 == 0 else { throw Problem(code: number) }
    return number / 2
  }

  private struct Half: Decodable {
    let value: Int

    init(from decoder: any Decoder) throws {
      value = try EffectLawTests.half(of: decoder.singleValueContainer().decode(Int.self))
    }
  }

  @Test func `flatMap has an identity and is associative in its functions`() {
    expectLaw({ $0.a.flatMap(Effect.init(value:)) }, equals: { $0.a })
    expectLaw({ Effect(value: 7).flatMap($0.f) }, equals: { $0.f(7) })
    expectLaw(
      { $0.a.flatMap($0.f).flatMap($0.g) },
      equals: { parts in parts.a.flatMap { parts.f($0).flatMap(parts.g) } }
    )
    expectLaw({ $0.a.flatMap { Effect(value: $0 + 1) } }, equals: { $0.a.map { $0 + 1 } })
  }

  @Test func `an effect that sync computes equals an effect with that result`() {
    expectLaw({ parts in Numbers.sync { 7 }.flatMap(parts.f) }, equals: { $0.f(7) })
    expectLaw(
      { parts in parts.a.flatMap { value in Numbers.sync { -value } } },
      equals: { $0.a.map { -$0 } }
    )
    let problem: @Sendable (any Error) -> Problem = { $0 as? Problem ?? Problem(code: -1) }
    expectLaw(
      { parts in Effect<Int, any Error>.sync { 7 }.mapError(problem).flatMap(parts.f) },
      equals: { $0.f(7) }
    )
    expectLaw(
      { parts in
        Effect<Int, any Error>.sync { throw Problem(code: 7) }
          .mapError(problem)
          .catch { parts.f($0.code) }
      },
      equals: { $0.f(7) }
    )
    let known: @Sendable (EffectLawParts) -> Numbers = { parts in
      parts.a.flatMap { value in
        value % 2 == 0 ? Numbers(value: value / 2) : Numbers(error: Problem(code: value))
      }
    }
    expectLaw(
      { parts in
        parts.a.flatMap { value in
          Numbers.sync { () throws(Problem) in
            guard value % 2 == 0 else { throw Problem(code: value) }
            return value / 2
          }
        }
      },
      equals: known
    )
    expectLaw(
      { parts in
        parts.a.flatMap { value in
          Effect<Int, any Error>.sync { try Self.half(of: value) }.mapError(problem)
        }
      },
      equals: known
    )
  }

  @Test func `a failing effect equals none, apart from the issue that it reports`() {
    let issues = withReportedIssues {
      expectLaw({ .merge(.failing("a"), $0.a) }, equals: { $0.a })
      expectLaw(
        { .concatenate($0.a, .failing("b"), $0.b) },
        equals: { .concatenate($0.a, $0.b) }
      )
      expectLaw(
        { $0.a.flatMap { _ in Numbers.failing("c") } },
        equals: { $0.a.flatMap { _ in Numbers.none } }
      )
      expectLaw(
        { $0.a.catch { _ in Numbers.failing("d") } },
        equals: { $0.a.catch { _ in Numbers.none } }
      )
    }
    let messages = ["a", "b", "c", "d"].map { "\($0) - A failing effect ran." }
    #expect(Set(issues.map(\.message)) == Set(messages))
  }

  @Test func `filter and compactMap can be expressed with flatMap`() {
    expectLaw(
      { $0.a.filter { $0 % 2 == 0 } },
      equals: { $0.a.flatMap { $0 % 2 == 0 ? Effect(value: $0) : .none } }
    )
    expectLaw(
      { $0.a.compactMap { $0 % 2 == 0 ? $0 / 2 : nil } },
      equals: { $0.a.filter { $0 % 2 == 0 }.map { $0 / 2 } }
    )
    expectLaw({ $0.a.ignoreOutput() }, equals: { $0.a.filter { _ in false } })
  }

  @Test func `the operators for failures can be expressed with catch`() {
    expectLaw({ $0.a.catch(Numbers.init(error:)) }, equals: { $0.a })
    expectLaw(
      { parts in Numbers(error: Problem(code: 7)).catch { parts.f($0.code) } },
      equals: { $0.f(7) }
    )
    expectLaw(
      { parts in parts.a.catch { _ in parts.b }.catch { _ in parts.c } },
      equals: { parts in parts.a.catch { _ in parts.b.catch { _ in parts.c } } }
    )
    expectLaw(
      { $0.a.replaceError(with: 7).setFailureType(to: Problem.self) },
      equals: { $0.a.catch { _ in Numbers(value: 7) } }
    )
    expectLaw(
      { $0.a.ignoreFailure(setFailureType: Problem.self) },
      equals: { $0.a.catch { _ in Numbers.none } }
    )
    expectLaw(
      { $0.a.ignoreFailure().setFailureType(to: Problem.self) },
      equals: { $0.a.catch { _ in Numbers.none } }
    )
    expectLaw(
      {
        $0.a.mapError { Problem(code: $0.code + 1) }.mapError { Problem(code: $0.code * 2) }
      },
      equals: { $0.a.mapError { Problem(code: ($0.code + 1) * 2) } }
    )
    expectLaw(
      { $0.a.catchToEffect().tryMap { (result) throws(Problem) in try result.get() } },
      equals: { $0.a }
    )
    expectLaw(
      { $0.a.fireAndForget() },
      equals: { $0.a.ignoreOutput().ignoreFailure(setFailureType: Problem.self) }
    )
  }

  @Test func `prefix and removeDuplicates obey their laws`() {
    expectLaw({ $0.a.prefix(0) }, equals: { _ in .none })
    expectLaw({ $0.a.prefix(1_000) }, equals: { $0.a })
    for (first, second) in [(1, 2), (2, 1), (3, 3)] {
      expectLaw(
        { $0.a.prefix(first).prefix(second) },
        equals: { $0.a.prefix(min(first, second)) }
      )
    }
    expectLaw({ $0.a.prefix(2).map { -$0 } }, equals: { $0.a.map { -$0 }.prefix(2) })
    expectLaw(
      { $0.a.map { $0 / 3 }.removeDuplicates().removeDuplicates() },
      equals: { $0.a.map { $0 / 3 }.removeDuplicates() }
    )
    expectLaw(
      { $0.a.removeDuplicates { _, _ in true } },
      equals: { effects in
        let first = Recorder(true)
        return effects.a.filter { _ in
          defer { first.set(false) }
          return first.value
        }
      }
    )
  }

  @Test func `lazy does not change an effect`() {
    expectLaw({ parts in .lazy { parts.a } }, equals: { $0.a })
    expectLaw(
      { parts in .concatenate(parts.a, .lazy { parts.b }, parts.c) },
      equals: { .concatenate($0.a, $0.b, $0.c) }
    )
  }

  @Test func `handleEvents sees every event and changes none`() {
    expectLaw({ $0.a.handleEvents() }, equals: { $0.a })
    expectLaw(
      { $0.a.handleEvents(receiveOutput: { _ in }, receiveCompletion: { _ in }) },
      equals: { $0.a }
    )
    for seed in Self.seeds {
      var generator = EffectTree.Generator(seed: seed)
      let tree = generator.tree()
      let seen = Recorder<[String]>([])
      let timeline = Timeline { world in
        tree.effect(in: world).handleEvents(
          receiveOutput: { value in seen.update { $0.append("\(value)") } },
          receiveCompletion: { end in
            switch end {
            case .finished: seen.update { $0.append("|") }
            case .failure(let failure): seen.update { $0.append("x(\(failure))") }
            }
          }
        )
      }
      let end = timeline.end.map { $0.failure.map { "x(\($0))" } ?? "|" }
      #expect(seen.value == timeline.numbers.map(String.init) + [end ?? "..."], "seed \(seed)")
    }
  }

  @Test func `the durations of nested delays add up`() {
    expectLaw(
      { parts in
        parts.a.delay(for: .nanoseconds(1 << 41), scheduler: parts.world.clock)
          .delay(for: .nanoseconds(1 << 42), scheduler: parts.world.clock)
      },
      equals: { $0.a.delay(for: .nanoseconds(3 << 41), scheduler: $0.world.clock) }
    )
  }

  @Test func `cancelling an unused id cancels nothing`() {
    expectLaw({ .merge(.cancel(id: "unknown"), $0.a) }, equals: { $0.a })
    expectLaw(
      { .concatenate($0.a.cancellable(id: "a"), .cancel(ids: ["b", "c"]), $0.b) },
      equals: { .concatenate($0.a, $0.b) }
    )
    expectLaw(
      { .merge($0.a.cancellable(id: "a"), .cancel(id: "a"), .cancel(id: "a"), $0.b) },
      equals: { .merge($0.a.cancellable(id: "a"), .cancel(id: "a"), $0.b) }
    )
    expectLaw({ $0.a.cancellable(id: "a", cancelInFlight: true) }, equals: { $0.a })
  }

  // MARK: Cancellation

  @Test
  func `an effect that is cancelled at any instant sends nothing more and releases its closures`() {
    var cancellations = 0
    for seed in 0..<150 as Range<UInt64> {
      var generator = EffectTree.Generator(seed: seed)
      let tree = generator.tree()
      let timeline = tree.timeline()
      for time in timeline.instants {
        let world = EffectTreeWorld()
        let cancelled = Timeline(running: tree, in: world, cancelledAt: time)
        cancellations += 1
        #expect(cancelled == timeline.cancelled(at: time), "seed \(seed) at \(time)")
        #expect(world.heldAfterCancel.value == 0, "seed \(seed) at \(time)")
        if cancelled != timeline.cancelled(at: time) || world.heldAfterCancel.value != 0 { return }
      }
    }
    #expect(cancellations > 300)
  }

  @Test func `an effect that ends releases its closures`() {
    for seed in Self.seeds {
      var generator = EffectTree.Generator(seed: seed)
      let world = EffectTreeWorld()
      let tree = generator.tree()
      let hasEnded = Timeline(running: tree, in: world).end != nil
      #expect(hasEnded && world.census.count == 0, "seed \(seed)")
    }
  }
}
