// SPDX-License-Identifier: MIT

import LockstepBase
import LockstepTesting
import Testing

@Suite struct RandomGeneratorTests {
  private func numbers(_ count: Int, _ random: RandomGenerator) -> [UInt64] {
    random { generator in (0..<count).map { _ in generator.next() } }
  }

  @Test func `live numbers differ`() {
    #expect(Set(numbers(100, .live)).count == 100)
    #expect(numbers(10, .live) != numbers(10, .live))
  }

  @Test func `the same seed gives the same numbers`() {
    var generator = SplitMix64(seed: 7)
    let expected = (0..<100).map { _ in generator.next() }
    #expect(numbers(100, .seeded(7)) == expected)
    #expect(numbers(100, .seeded(7)) == expected)
    #expect(numbers(100, .seeded(8)) != expected)
  }

  @Test func `the functions of the standard library accept the generator`() {
    let random = RandomGenerator.seeded(7)
    var generator = SplitMix64(seed: 7)
    let letters = ["A", "B", "C", "D", "E"]
    #expect(
      random { Int.random(in: 1...6, using: &$0) } == Int.random(in: 1...6, using: &generator)
    )
    #expect(random { letters.shuffled(using: &$0) } == letters.shuffled(using: &generator))
    #expect(
      random { letters.randomElement(using: &$0) } == letters.randomElement(using: &generator)
    )
  }

  @Test func `copies draw from the same numbers`() {
    let random = RandomGenerator.seeded(7)
    var copy = random
    let drawn = [copy.next()] + numbers(1, random) + [copy.next()]
    #expect(drawn == numbers(3, .seeded(7)))
  }

  @Test func `a nested use of the generator draws the next numbers`() {
    let random = RandomGenerator.seeded(7)
    let drawn = random { outer in
      [outer.next()] + random { inner in [inner.next(), outer.next()] } + [outer.next()]
    }
    #expect(drawn == numbers(4, .seeded(7)))
  }

  @Test func `an error of the function is thrown`() {
    struct Failure: Error {}
    let random = RandomGenerator.seeded(7)
    #expect(throws: Failure.self) { try random { _ throws(Failure) in throw Failure() } }
  }

  @Test func `tasks that use a generator at the same time get different numbers`() async {
    let random = RandomGenerator.seeded(7)
    let drawn = await withTaskGroup(of: UInt64.self) { group in
      for _ in 1...100 {
        group.addTask { random { $0.next() } }
      }
      return await group.reduce(into: Set<UInt64>()) { $0.insert($1) }
    }
    #expect(drawn == Set(numbers(100, .seeded(7))))
  }

  @Test func `a failing generator reports each use once`() {
    let random = RandomGenerator.failing
    let issues = withReportedIssues {
      #expect(numbers(100, random) == numbers(100, .seeded(0)))
      random { _ in }
      var copy = random
      let rolls = (1...10).map { _ in Int.random(in: 1...6, using: &copy) }
      #expect(rolls.count == 10)
    }
    #expect(
      issues.map(\.message)
        == ["RandomGenerator is unimplemented", "RandomGenerator is unimplemented"]
    )
  }
}
