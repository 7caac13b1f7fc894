// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite struct EffectCombinationTests {
  typealias Numbers = Effect<Int, Problem>

  private let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))

  private func later(_ number: Int, after seconds: Int) -> Numbers {
    Numbers(value: number).delay(for: .seconds(seconds), scheduler: clock)
  }

  @Test func `merged effects run at the same time`() {
    #expect(picture(Numbers.merge()) == "|")
    #expect(picture(Numbers.merge(Numbers(value: 1), Numbers(value: 2))) == "1 2 |")
    #expect(picture(Numbers(value: 1).merge(with: Numbers(value: 2))) == "1 2 |")
    #expect(picture(Numbers.merge([1, 2, 3].map { Numbers(value: $0) })) == "1 2 3 |")
    let mixed = Numbers.merge(later(3, after: 3), later(1, after: 1), .none, later(2, after: 1))
    #expect(timeline(mixed, clock, seconds: 4) == "12-3|-")
  }

  @Test func `a failure ends a merge`() {
    let failure = later(0, after: 2).flatMap { _ in Numbers(error: Problem()) }
    let effect = Numbers.merge(later(1, after: 1), failure, later(3, after: 3))
    #expect(timeline(effect, clock, seconds: 4) == "1x(problem1)|--")
    let atOnce = Numbers.merge(Numbers(value: 1), Numbers(error: Problem()), Numbers(value: 3))
    #expect(picture(atOnce) == "1 x(problem 1) |")
  }

  @Test func `concatenated effects run one after the other`() {
    #expect(picture(Numbers.concatenate()) == "|")
    #expect(picture(Numbers.concatenate([1, 2, 3].map { Numbers(value: $0) })) == "1 2 3 |")
    #expect(picture(Numbers(value: 1).concatenate(with: Numbers(value: 2))) == "1 2 |")
    #expect(picture(Numbers.none.concatenate(with: Numbers(value: 2))) == "2 |")
    #expect(picture(Numbers(value: 1).concatenate(with: .none)) == "1 |")
    let effect = Numbers.concatenate(
      later(1, after: 2),
      Numbers(value: 2),
      .none,
      later(3, after: 1),
      .fireAndForget {},
      Numbers(value: 4)
    )
    #expect(timeline(effect, clock, seconds: 4) == "-1234|-")
  }

  @Test func `concatenate starts an effect only after the previous effect completes`() {
    let events = Recorder<[String]>([])
    func noted(_ name: String) -> Numbers {
      .concatenate(
        .fireAndForget { events.update { $0.append("start \(name)") } },
        .task { () async throws(Problem) in
          await Task.yield()
          events.update { $0.append("run \(name)") }
          return 1
        }
      )
    }
    #expect(picture(.concatenate(noted("a"), noted("b"), noted("c"))) == "1 1 1 |")
    #expect(events.value == ["start a", "run a", "start b", "run b", "start c", "run c"])
  }

  @Test func `concatenate waits for an effect's body to return after it sends its last value`() {
    let events = Recorder<[String]>([])
    let first = Numbers.run { (send) async throws(Problem) in
      send(1)
      for _ in 1...10 { await Task.yield() }
      events.update { $0.append("first returns") }
    }
    let second = Numbers.fireAndForget { events.update { $0.append("second starts") } }
    #expect(picture(.concatenate(first, second)) == "1 |")
    #expect(events.value == ["first returns", "second starts"])
  }

  @Test func `a failure ends a concatenation`() {
    let started = Recorder(false)
    let effect = Numbers.concatenate(
      Numbers(value: 1),
      Numbers(error: Problem()),
      .fireAndForget { started.set(true) },
      Numbers(value: 2)
    )
    #expect(picture(effect) == "1 x(problem 1) |")
    #expect(started.value == false)
  }

  @Test(arguments: ["merge", "flatMap"])
  func `a merge sends nothing after one of eight threads fails`(name: String) {
    for round in 0..<100 {
      let subjects = (0..<8).map { _ in Subject<Int, Problem>() }
      let effects = subjects.map(\.effect)
      let run = EffectRun(
        name == "merge"
          ? .merge(effects)
          : Numbers.merge((0..<8).map { Numbers(value: $0) }).flatMap { effects[$0] }
      )
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        for number in 0..<20 { subjects[thread].send(number) }
        if thread == round % 8 { subjects[thread].send(completion: .failure(Problem())) }
        for number in 20..<40 { subjects[thread].send(number) }
      }
      run.settle()
      #expect(run.picture.hasSuffix(" x(problem 1) |"), "round \(round)")
    }
  }

  @Test func `merges and concatenations can be nested`() {
    let effect = Numbers.merge(
      .concatenate(later(1, after: 1), later(2, after: 2)),
      .concatenate(later(3, after: 2), .merge(later(4, after: 2), later(5, after: 1)))
    )
    #expect(timeline(effect, clock, seconds: 5) == "1325" + "4|" + "-")
  }
}
