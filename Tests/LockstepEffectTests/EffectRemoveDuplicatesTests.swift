// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite struct EffectRemoveDuplicatesTests {
  typealias Numbers = Effect<Int, Problem>

  private static func numbers(_ values: Int...) -> Numbers {
    .concatenate(values.map { Numbers(value: $0) })
  }

  @Test func `removeDuplicates compares only adjacent values`() {
    #expect(picture(Self.numbers(1, 1, 2, 2, 2, 1, 3).removeDuplicates()) == "1 2 1 3 |")
    #expect(picture(Numbers.none.removeDuplicates()) == "|")
    #expect(
      picture(Self.numbers(1, 1).merge(with: Numbers(error: Problem())).removeDuplicates())
        == "1 x(problem 1) |"
    )
  }

  @Test func `the predicate compares a value with the last value that was sent`() {
    let compared = Recorder<[String]>([])
    let near = Self.numbers(1, 2, 3, 4, 9, 8).removeDuplicates { last, next in
      compared.update { $0.append("\(last)\(next)") }
      return abs(last - next) < 3
    }
    #expect(picture(near) == "1 4 9 |")
    #expect(compared.value == ["12", "13", "14", "49", "98"])
  }

  @Test func `each start of the effect compares only its own values`() {
    let subject = Subject<Int, Never>()
    let effect = subject.effect.removeDuplicates()
    let first = EffectRun(effect)
    subject.send(1)
    let second = EffectRun(effect)
    for number in [1, 1, 2] { subject.send(number) }
    first.settle()
    second.settle()
    #expect(first.picture == "1 2")
    #expect(second.picture == "1 2")
  }

  @Test func `the predicate may send values`() {
    let subject = Subject<Int, Never>()
    let run = EffectRun(
      subject.effect.removeDuplicates { last, next in
        if next < 3 { subject.send(next + 1) }
        return last == next
      }
    )
    subject.send(0)
    subject.send(1)
    run.settle()
    #expect(run.picture == "0 1 2 3")
  }

  @Test func `removeDuplicates sends no equal neighbors when eight threads send`() {
    let subject = Subject<Int, Never>()
    let run = EffectRun(subject.effect.removeDuplicates())
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for number in 0..<500 { subject.send(number / 50) }
    }
    run.settle()
    let numbers = run.picture.split(separator: " ").compactMap { Int($0) }
    #expect(numbers.count >= 10)
    #expect(zip(numbers, numbers.dropFirst()).contains { $0 == $1 } == false)
  }

  @Test func `prefix sends exactly its limit when eight threads send`() {
    for _ in 0..<20 {
      let subject = Subject<Int, Never>()
      let run = EffectRun(.concatenate(subject.effect.prefix(10), Effect(value: -1)))
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        for number in 0..<10 { subject.send(thread * 10 + number) }
      }
      run.settle()
      let numbers = run.picture.split(separator: " ").compactMap { Int($0) }
      #expect(numbers.count == 11)
      #expect(Set(numbers).count == 11)
      #expect(numbers.last == -1)
    }
  }
}
