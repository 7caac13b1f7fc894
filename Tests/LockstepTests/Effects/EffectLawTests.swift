// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// Laws that hold for any effect, over effects generated from a seed.
@Suite struct EffectLawTests {
  typealias Numbers = Effect<Int, Problem>

  private static let seeds: Range<UInt64> = 0..<100

  /// Effects of any shape, some of which take time or fail.
  private struct Generator {
    var random: SeededGenerator
    let clock = TestSchedulerOf<Never>(now: SchedulerTime(nanoseconds: 0))
    private var lastNumber = 0

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
    }

    private mutating func number() -> Int {
      lastNumber += 1
      return lastNumber
    }

    mutating func effect(depth: Int = 3) -> Numbers {
      switch Int.random(in: 0...(depth > 0 ? 15 : 7), using: &random) {
      case 0:
        return .none
      case 1:
        return Numbers(error: Problem(code: number()))
      case 2:
        let number = number()
        return .task { number }
      case 3:
        let number = number()
        return .run { send in
          send(number)
          await Task.yield()
          send(-number)
        }
      case 4:
        return .fireAndForget {}
      case 5:
        return .fireAndForget { await Task.yield() }
      case 6...7:
        return Numbers(value: number())
      case 8...10:
        return .merge(effects(depth: depth - 1))
      case 11...13:
        return .concatenate(effects(depth: depth - 1))
      case 14:
        let other = effect(depth: depth - 1)
        return effect(depth: depth - 1).flatMap { $0 % 2 == 0 ? other : Numbers(value: $0) }
      default:
        let seconds = Int.random(in: 0...3, using: &random)
        return effect(depth: depth - 1).delay(for: .seconds(seconds), scheduler: clock)
      }
    }

    private mutating func effects(depth: Int) -> [Numbers] {
      (0..<Int.random(in: 0...3, using: &random)).map { _ in effect(depth: depth) }
    }

    func draw<Output, Failure>(_ effect: Effect<Output, Failure>) -> String {
      timeline(effect, clock, seconds: 40)
    }
  }

  @Test(arguments: seeds) func `the same effect sends the same`(seed: UInt64) {
    var generator = Generator(seed: seed)
    let effect = generator.effect()
    let drawing = generator.draw(effect)
    #expect(generator.draw(effect) == drawing)
    #expect(drawing.filter { $0 == "|" }.count == 1, "It ends exactly once.")
  }

  @Test(arguments: seeds) func `nothing is the identity of merge and concatenate`(seed: UInt64) {
    var generator = Generator(seed: seed)
    let effect = generator.effect()
    let drawing = generator.draw(effect)
    #expect(generator.draw(.merge(.none, effect)) == drawing)
    #expect(generator.draw(.merge(effect, .none)) == drawing)
    #expect(generator.draw(.concatenate(.none, effect)) == drawing)
    #expect(generator.draw(.concatenate(effect, .none)) == drawing)
  }

  @Test(arguments: seeds) func `merge and concatenate are associative`(seed: UInt64) {
    var generator = Generator(seed: seed)
    let (first, second, third) = (generator.effect(), generator.effect(), generator.effect())
    let merged = generator.draw(.merge(first, second, third))
    #expect(generator.draw(.merge(.merge(first, second), third)) == merged)
    #expect(generator.draw(.merge(first, .merge(second, third))) == merged)
    let concatenated = generator.draw(.concatenate(first, second, third))
    #expect(generator.draw(.concatenate(.concatenate(first, second), third)) == concatenated)
    #expect(generator.draw(.concatenate(first, .concatenate(second, third))) == concatenated)
  }

  @Test(arguments: seeds) func `map composes`(seed: UInt64) {
    var generator = Generator(seed: seed)
    let effect = generator.effect()
    #expect(generator.draw(effect.map { $0 }) == generator.draw(effect))
    #expect(
      generator.draw(effect.map { $0 + 1 }.map { $0 * 2 })
        == generator.draw(effect.map { ($0 + 1) * 2 })
    )
    #expect(
      generator.draw(
        effect.mapError { Problem(code: $0.code + 1) }.mapError { Problem(code: $0.code * 2) }
      )
        == generator.draw(effect.mapError { Problem(code: ($0.code + 1) * 2) })
    )
  }

  @Test(arguments: seeds) func `a value is the identity of flatMap`(seed: UInt64) {
    var generator = Generator(seed: seed)
    let effect = generator.effect()
    #expect(generator.draw(effect.flatMap { Numbers(value: $0) }) == generator.draw(effect))
    #expect(generator.draw(Numbers(value: 1).flatMap { _ in effect }) == generator.draw(effect))
    #expect(
      generator.draw(effect.flatMap { $0 % 2 == 0 ? Numbers(value: $0) : .none })
        == generator.draw(effect.filter { $0 % 2 == 0 })
    )
  }

  @Test(arguments: seeds) func `failures as values, and back`(seed: UInt64) {
    var generator = Generator(seed: seed)
    let effect = generator.effect()
    let back = effect.catchToEffect()
      .setFailureType(to: Problem.self)
      .flatMap { result -> Numbers in
        switch result {
        case .success(let value): Numbers(value: value)
        case .failure(let failure): Numbers(error: failure)
        }
      }
    #expect(generator.draw(back) == generator.draw(effect))
    #expect(generator.draw(effect.catch { Numbers(error: $0) }) == generator.draw(effect))
  }

  @Test(arguments: seeds) func `prefix sends the first values and ends`(seed: UInt64) {
    var generator = Generator(seed: seed)
    let effect = generator.effect().replaceError(with: 0)
    let values = picture(effect, generator.clock)
    for count in 0...(values.count + 1) {
      #expect(picture(effect.prefix(count), generator.clock) == Array(values.prefix(count)))
    }
  }

  private func picture<Domain>(
    _ effect: Effect<Int, Never>,
    _ clock: TestScheduler<Domain>
  ) -> [String] {
    let run = EffectRun(effect)
    clock.advance(by: 40)
    return run.picture.split(separator: " ").map(String.init).filter { $0 != "|" }
  }

  @Test(arguments: seeds) func `fireAndForget sends nothing and ends with the effect`(seed: UInt64)
  {
    var generator = Generator(seed: seed)
    let effect = generator.effect()
    let silent: Effect<Int, Never> = effect.fireAndForget()
    let ends = generator.draw(effect.ignoreOutput(setOutputType: Int.self).replaceError(with: 0))
    #expect(generator.draw(silent) == ends.filter { $0 != "0" && $0 != " " })
  }
}
