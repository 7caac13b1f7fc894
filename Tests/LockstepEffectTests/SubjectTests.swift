// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite struct SubjectTests {
  @Test func `an effect receives the values that its subject sends after the effect starts`() {
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

  @Test func `a subject of Void sends events without a value`() {
    let subject = Subject<Void, Never>()
    let run = EffectRun(subject.effect.map { 1 })
    subject.send()
    subject.send(())
    subject.send(completion: .finished)
    run.settle()
    #expect(run.picture == "1 1 |")
  }

  @Test func `a failure ends all effects of the subject`() {
    let subject = Subject<Int, Problem>()
    let run = EffectRun(.merge(subject.effect, subject.effect.map { -$0 }))
    subject.send(1)
    subject.send(completion: .failure(Problem()))
    subject.send(completion: .finished)
    run.settle()
    #expect(run.picture == "1 -1 x(problem 1) |")
    #expect(picture(subject.effect) == "x(problem 1) |")
  }

  @Test func `a cancelled effect receives no more values`() {
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

  @Test func `a listener may send to its subject and end during a delivery`() {
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

  @Test func `a value sent during a delivery follows the current value`() {
    let subject = Subject<Int, Never>()
    let seen = Recorder<[String]>([])
    func listen(_ name: String, _ receive: @escaping @Sendable (Int) -> Void) -> AnyCancellable {
      subject.effect.sink(
        receiveCompletion: { _ in seen.update { $0.append("\(name) ends") } },
        receiveValue: { number in
          seen.update { $0.append("\(name)\(number)") }
          receive(number)
        }
      )
    }
    let late = Recorder<AnyCancellable?>(nil)
    let first = listen("a") { number in
      if number == 1 {
        subject.send(2)
        late.set(subject.effect.sink { number in seen.update { $0.append("late\(number)") } })
        subject.send(3)
        subject.send(completion: .finished)
        subject.send(4)
      }
    }
    let second = listen("b") { _ in }
    subject.send(1)
    #expect(seen.value == ["a1", "b1", "a2", "b2", "a3", "b3", "late3", "a ends", "b ends"])
    first.cancel()
    second.cancel()
  }

  @Test func `a listener that has ended receives nothing more while its completion is delayed`() {
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    let subject = Subject<Int, Never>()
    let first = subject.effect.sink { _ in subject.send(completion: .finished) }
    let run = EffectRun(
      .concatenate(subject.effect.delay(for: 1, scheduler: clock), Effect(value: 2))
    )
    subject.send(1)
    clock.advance(by: 1)
    run.settle()
    #expect(run.picture == "1 2 |")
    first.cancel()
  }

  @Test func `the values of one thread arrive in order`() {
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

  // MARK: Many listeners

  @Test func `each listener receives each value, in the order in which the listeners were added`() {
    let subject = Subject<Int, Never>()
    let received = Recorder<[String]>([])
    var listeners = (0..<5).map { listener in
      subject.effect.sink { value in received.update { $0.append("\(listener):\(value)") } }
    }
    subject.send(1)
    #expect(received.value == ["0:1", "1:1", "2:1", "3:1", "4:1"])
    listeners.remove(at: 1).cancel()
    listeners.append(
      subject.effect.sink { value in received.update { $0.append("5:\(value)") } }
    )
    received.set([])
    subject.send(2)
    #expect(received.value == ["0:2", "2:2", "3:2", "4:2", "5:2"])
    listeners = []
    received.set([])
    subject.send(3)
    #expect(received.value == [])
  }

  @Test func `listeners may be added and removed while a value is sent`() {
    let subject = Subject<Int, Never>()
    let received = Recorder<[String]>([])
    let held = Recorder<[AnyCancellable]>([])
    let first = subject.effect.sink { value in
      received.update { $0.append("first:\(value)") }
      guard value == 1 else { return }
      // The removed listener receives nothing more; the added one receives the next value.
      held.value.first?.cancel()
      let late = subject.effect.sink { value in received.update { $0.append("late:\(value)") } }
      held.set([late])
    }
    held.set([subject.effect.sink { value in received.update { $0.append("second:\(value)") } }])
    subject.send(1)
    subject.send(2)
    #expect(received.value == ["first:1", "first:2", "late:2"])
    withExtendedLifetime(first) {}
  }

  @Test func `each listener receives only the first completion, and receives it once`() {
    for round in 0..<20 {
      let subject = Subject<Int, Problem>()
      let ends = Recorder<[EffectCompletion<Problem>]>([])
      let held = Recorder<[AnyCancellable]>([])
      let listen: @Sendable () -> Void = {
        let listener = subject.effect.sink(
          receiveCompletion: { end in ends.update { $0.append(end) } },
          receiveValue: { _ in }
        )
        held.update { $0.append(listener) }
      }
      listen()
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        listen()
        subject.send(thread)
        if thread % 2 == 0 {
          subject.send(completion: .failure(Problem(code: thread)))
        } else {
          subject.send(completion: .finished)
        }
        listen()
      }
      #expect(ends.value.count == 17, "round \(round)")
      #expect(ends.value.allSatisfy { $0 == ends.value.first }, "round \(round)")
    }
  }

  @Test func `a subject releases ended effects, and its effects do not retain it`() {
    let census = Census()
    var subject: Subject<Int, Never>? = Subject()
    weak let released = subject
    var listeners: [AnyCancellable] = []
    for _ in 0..<3 {
      let member = census.makeMember()
      if let effect = subject?.effect { listeners.append(effect.sink { _ in member.touch() }) }
    }
    #expect(census.count == 3)
    listeners.removeFirst()
    #expect(census.count == 2)
    subject = nil
    #expect(released == nil)
    listeners = []
    #expect(census.count == 0)
  }
}
