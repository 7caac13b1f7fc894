// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

@Suite struct SubjectTests {
  @Test func `effects are sent what comes after they were started`() {
    let subject = Subject<Int, Problem>()
    subject.send(0)
    let first = EffectRun(subject.effect)
    subject.send(1)
    let second = EffectRun(subject.effect.map { $0 * 10 })
    subject.send(2)
    subject.send(completion: .finished)
    subject.send(3)
    first.settle()
    second.settle()
    #expect(first.picture == "1 2 |")
    #expect(second.picture == "20 |")
    #expect(picture(subject.effect) == "|")
  }

  @Test func `a failure ends all`() {
    let subject = Subject<Int, Problem>()
    let run = EffectRun(.merge(subject.effect, subject.effect.map { -$0 }))
    subject.send(1)
    subject.send(completion: .failure(Problem()))
    subject.send(completion: .finished)
    run.settle()
    #expect(run.picture == "1 -1 x(problem 1) |")
    #expect(picture(subject.effect) == "x(problem 1) |")
  }

  @Test func `a cancelled effect is no longer listening`() {
    let subject = Subject<Int, Never>()
    let run = EffectRun(subject.effect.cancellable(id: 1))
    let other = EffectRun(subject.effect)
    run.start(.cancel(id: 1))
    subject.send(1)
    run.settle()
    other.settle()
    #expect(run.picture == "| |")
    #expect(other.picture == "1")
  }

  @Test func `a listener may send, listen and end from within`() {
    let subject = Subject<Int, Never>()
    let effect = subject.effect.handleEvents(receiveOutput: { number in
      if number < 3 { subject.send(number + 1) }
    })
    let run = EffectRun(effect.prefix(3))
    subject.send(1)
    run.settle()
    #expect(run.picture.hasSuffix("|"))
    #expect(Set(run.picture.split(separator: " ")) == ["1", "2", "3", "|"])
  }

  @Test func `values of one thread arrive in their order`() {
    let subject = Subject<Int, Never>()
    let run = EffectRun(subject.effect)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<1_000 { subject.send(thread * 1_000 + number) }
    }
    run.settle()
    let numbers = run.picture.split(separator: " ").compactMap { Int($0) }
    #expect(numbers.count == 8_000)
    for thread in 0..<8 {
      let own = numbers.filter { $0 / 1_000 == thread }
      #expect(own == Array(thread * 1_000..<(thread + 1) * 1_000))
    }
  }
}
