// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite struct EffectSinkTests {
  typealias Numbers = Effect<Int, Problem>

  private static func record(_ effect: Numbers, _ events: Recorder<[String]>) -> AnyCancellable {
    effect.sink(
      receiveCompletion: { end in events.update { $0.append("\(end)") } },
      receiveValue: { value in events.update { $0.append("\(value)") } }
    )
  }

  @Test func `a sink receives synchronous values before it returns`() {
    let events = Recorder<[String]>([])
    let effect = Numbers.concatenate(Numbers(value: 1), Numbers(value: 2))
    withExtendedLifetime(Self.record(effect, events)) {
      #expect(events.value == ["1", "2", "finished"])
    }
    events.set([])
    withExtendedLifetime(Self.record(.merge(effect, Numbers(error: Problem())), events)) {
      #expect(events.value == ["1", "2", "failure(problem 1)"])
    }
    events.set([])
    withExtendedLifetime(Self.record(.none, events)) {
      #expect(events.value == ["finished"])
    }
  }

  @Test func `a sink receives values until its cancellable is cancelled`() {
    let subject = Subject<Int, Never>()
    let numbers = Recorder<[Int]>([])
    let cancellable = subject.effect.sink { number in numbers.update { $0.append(number) } }
    subject.send(1)
    subject.send(2)
    cancellable.cancel()
    subject.send(3)
    cancellable.cancel()
    #expect(numbers.value == [1, 2])
  }

  @Test func `releasing the cancellable cancels the effect`() {
    let subject = Subject<Int, Problem>()
    let events = Recorder<[String]>([])
    do {
      let cancellable = Self.record(subject.effect, events)
      subject.send(1)
      withExtendedLifetime(cancellable) {}
    }
    subject.send(2)
    subject.send(completion: .finished)
    #expect(events.value == ["1"])
  }

  @Test func `a set or an array retains a cancellable`() {
    let subject = Subject<Int, Never>()
    let numbers = Recorder<[Int]>([])
    var set: Set<AnyCancellable> = []
    var array: [AnyCancellable] = []
    subject.effect.sink { number in numbers.update { $0.append(number) } }.store(in: &set)
    subject.effect.sink { number in numbers.update { $0.append(-number) } }.store(in: &array)
    subject.send(1)
    #expect(numbers.value == [1, -1])
    #expect(set.count == 1)
    for cancellable in array { cancellable.store(in: &set) }
    for cancellable in array { cancellable.store(in: &set) }
    #expect(set.count == 2)
    array = []
    subject.send(2)
    set = []
    subject.send(3)
    #expect(numbers.value == [1, -1, 2, -2])
  }

  @Test func `a sink releases its effect and its functions when it ends`() {
    enum End: CaseIterable { case cancellation, completion, failure, release }
    for end in End.allCases {
      let subject = Subject<Int, Problem>()
      var effectToken = WeakToken()
      var valueToken = WeakToken()
      var endToken = WeakToken()
      var cancellable: AnyCancellable?
      do {
        let tokens = (Token(), Token(), Token())
        (effectToken.token, valueToken.token, endToken.token) = tokens
        let (inEffect, inValue, inEnd) = tokens
        cancellable = subject.effect.map { _ in "\(inEffect)".count }
          .sink(receiveCompletion: { _ in _ = inEnd }, receiveValue: { _ in _ = inValue })
      }
      subject.send(1)
      #expect(
        (effectToken.isDeallocated, valueToken.isDeallocated, endToken.isDeallocated)
          == (false, false, false)
      )
      switch end {
      case .cancellation: cancellable?.cancel()
      case .completion: subject.send(completion: .finished)
      case .failure: subject.send(completion: .failure(Problem()))
      case .release: cancellable = nil
      }
      #expect(
        (effectToken.isDeallocated, valueToken.isDeallocated, endToken.isDeallocated)
          == (true, true, true),
        "\(end)"
      )
      withExtendedLifetime(cancellable) {}
    }
  }

  @Test func `a callback that outlives the effect retains none of the sink's functions`() {
    let subscriber = Recorder<Effect<Int, Never>.Subscriber?>(nil)
    var token = WeakToken()
    var cancellable: AnyCancellable?
    do {
      let held = Token()
      token.token = held
      cancellable = Effect<Int, Never>.run { given in
        subscriber.set(given)
        return AnyCancellable {}
      }
      .sink { _ in _ = held }
    }
    subscriber.value?.send(1)
    #expect(token.isDeallocated == false)
    cancellable?.cancel()
    #expect(token.isDeallocated)
    subscriber.value?.send(2)
    subscriber.value?.send(completion: .finished)
  }

  @Test func `a value that a receiver sends arrives after the receiver returns`() {
    let subject = Subject<Int, Problem>()
    let events = Recorder<[String]>([])
    let cancellable = subject.effect.sink(
      receiveCompletion: { end in events.update { $0.append("\(end)") } },
      receiveValue: { number in
        events.update { $0.append("begin \(number)") }
        if number < 2 { subject.send(number + 1) } else { subject.send(completion: .finished) }
        events.update { $0.append("end \(number)") }
      }
    )
    subject.send(1)
    #expect(events.value == ["begin 1", "end 1", "begin 2", "end 2", "finished"])
    cancellable.cancel()
  }

  @Test func `a receiver may cancel its own sink`() {
    let subject = Subject<Int, Never>()
    let held = Recorder<AnyCancellable?>(nil)
    let numbers = Recorder<[Int]>([])
    held.set(
      subject.effect.sink { number in
        numbers.update { $0.append(number) }
        subject.send(number + 1)
        held.value?.cancel()
      }
    )
    subject.send(1)
    #expect(numbers.value == [1])
  }

  @Test func `an id belongs to one run of an effect`() {
    let subject = Subject<Int, Never>()
    let numbers = Recorder<[Int]>([])
    let effect = subject.effect.cancellable(id: "id", cancelInFlight: true)
    let first = effect.sink { number in numbers.update { $0.append(number) } }
    let second = effect.sink { number in numbers.update { $0.append(-number) } }
    subject.send(1)
    #expect(numbers.value == [1, -1])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a sink calls its receiver on one thread at a time, and not after a cancel`() {
    let subject = Subject<Int, Never>()
    let isInside = Recorder(false)
    let problems = Recorder<[String]>([])
    let count = Recorder(0)
    let haveAllArrived = DispatchSemaphore(value: 0)
    let cancellable = subject.effect.sink { _ in
      if isInside.value { problems.update { $0.append("at the same time") } }
      isInside.set(true)
      count.update { $0 += 1 }
      isInside.set(false)
      if count.value == 4_000 { haveAllArrived.signal() }
    }
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for number in 0..<500 { subject.send(number) }
    }
    #expect(haveAllArrived.wait(timeout: .now() + 600) == .success)
    #expect(problems.value == [])
    cancellable.cancel()
    DispatchQueue.concurrentPerform(iterations: 8) { subject.send($0) }
    #expect(count.value == 4_000)
  }

  @Test(arguments: [false, true])
  func `a receiver call on another thread finishes after the cancel, and no call follows`(
    hasEnded: Bool
  ) {
    let subject = Subject<Int, Problem>()
    let (reached, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let events = Recorder<[String]>([])
    let cancellable = subject.effect.sink(
      receiveCompletion: { end in events.update { $0.append("\(end)") } },
      receiveValue: { number in
        reached.signal()
        gate.wait()
        events.update { $0.append("\(number)") }
      }
    )
    let done = DispatchGroup()
    DispatchQueue.global().async(group: done) { subject.send(1) }
    reached.wait()
    // The send does not wait for the call. The cancel drops values that wait behind the call.
    subject.send(2)
    if hasEnded { subject.send(completion: .finished) }
    cancellable.cancel()
    subject.send(3)
    subject.send(completion: .finished)
    #expect(events.value == [])
    gate.signal()
    done.wait()
    #expect(events.value == ["1"])
  }

  @Test func `at most one receiver call begins after the cancel`() {
    for _ in 0..<200 {
      let subjects = (0..<3).map { _ in Subject<Int, Never>() }
      let isCancelled = Recorder(false)
      let late = Recorder(0)
      let cancellable = Effect<Int, Never>.merge(subjects.map(\.effect)).sink { _ in
        if isCancelled.value { late.update { $0 += 1 } }
      }
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        guard thread == 3 else {
          for number in 0..<30 { subjects[thread].send(number) }
          return
        }
        cancellable.cancel()
        isCancelled.set(true)
      }
      #expect(late.value <= 1)
    }
  }
}
