// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite struct EffectThrottleTests {
  typealias Letters = Effect<String, Never>

  private let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))

  private func letter(_ letter: String, for stride: SchedulerStride, latest: Bool) -> Letters {
    Letters(value: letter).throttle(id: "id", for: stride, scheduler: clock, latest: latest)
  }

  // MARK: Times

  struct Row: Sendable {
    var input: String
    var seconds: Int
    var last: String
    var first: String
  }

  @Test(arguments: [
    // A single value passes at once, and so does a value after the interval.
    Row(
      input: "a------b----",
      seconds: 3,
      last: "a------b----",
      first: "a------b----"
    ),
    // A value within the interval is delayed, and starts the next interval when it is sent.
    Row(
      input: "ab-c---d-e-f-----",
      seconds: 3,
      last: "a--b--c--d--f----",
      first: "a--b--c--d--e----"
    ),
    Row(
      input: "abcdefgh------",
      seconds: 4,
      last: "a---d---h-----",
      first: "a---b---e-----"
    ),
    // An interval that has passed does not affect later values.
    Row(
      input: "ab---c---de--",
      seconds: 2,
      last: "a-b--c---d-e-",
      first: "a-b--c---d-e-"
    ),
    Row(input: "------", seconds: 2, last: "------", first: "------"),
  ])
  func `at most one value in an interval`(row: Row) {
    for (latest, output) in [(true, row.last), (false, row.first)] {
      let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
      let drawing = marbles(row.input, on: clock) {
        Letters(value: $0)
          .throttle(id: 1, for: .seconds(row.seconds), scheduler: clock, latest: latest)
      }
      #expect(drawing == output, "latest: \(latest)")
    }
  }

  @Test(arguments: [true, false]) func `values of one effect`(latest: Bool) {
    let subject = Subject<Int, Never>()
    let clock = clock
    let run = EffectRun(
      subject.effect.throttle(id: 1, for: 2, scheduler: clock, latest: latest)
    )
    var pictures: [String] = []
    for values in [[1, 2, 3], [4], [5], [], [], [], [6], []] {
      for value in values { subject.send(value) }
      run.settle()
      pictures.append(run.picture.filter(\.isNumber))
      clock.advance(by: 1)
    }
    #expect(
      pictures
        == (latest
          ? ["1", "1", "14", "14", "145", "145", "1456", "1456"]
          : ["1", "1", "12", "12", "125", "125", "1256", "1256"])
    )
  }

  @Test(arguments: 0..<200) func `it does what a naive model does`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (stride, latest) = (Int.random(in: 1...5, using: &random), seed % 2 == 0)
    var input = Array(repeating: "-", count: 40)
    for index in 0..<30 where Int.random(in: 0...2, using: &random) > 0 {
      input[index] = String(UnicodeScalar(UInt8(97 + index % 26)))
    }
    var (output, held, end) = (Array(repeating: "-", count: 40), String?.none, 0)
    for (second, letter) in input.enumerated() {
      if second == end, let value = held {
        (output[second], held, end) = (value, nil, second + stride)
      }
      guard letter != "-" else { continue }
      if second >= end {
        (output[second], end) = (letter, second + stride)
      } else if latest || held == nil {
        held = letter
      }
    }
    let drawing = marbles(input.joined(), on: clock) {
      letter($0, for: .seconds(stride), latest: latest)
    }
    #expect(drawing == output.joined(), "seed \(seed), \(stride) s, latest: \(latest)")
  }

  // MARK: Ends

  @Test func `the completion or failure waits for the delayed value`() {
    let clock = clock
    let numbers = Effect<Int, Problem>.merge(Effect(value: 1), Effect(value: 2))
    let finished = numbers.throttle(id: 1, for: 2, scheduler: clock, latest: true)
    #expect(timeline(finished, clock, seconds: 3) == "1-2|-")
    let failed = Effect<Int, Problem>.concatenate(numbers, Effect(error: Problem()))
      .throttle(id: 2, for: 2, scheduler: clock, latest: false)
    #expect(timeline(failed, clock, seconds: 3) == "1-2x(problem1)|-")
    let alone = Effect<Int, Problem>(error: Problem())
      .throttle(id: 3, for: 2, scheduler: clock, latest: false)
    #expect(picture(alone) == "x(problem 1) |")
    let none = Effect<Int, Problem>.none.throttle(id: 4, for: 2, scheduler: clock, latest: true)
    #expect(picture(none) == "|")
  }

  @Test func `a throttled effect that stops itself releases its id after the interval`() {
    let run = EffectRun<Int, Never>()
    let token = startPrefix(on: run)
    #expect(run.picture == "1 |")
    clock.advance(by: 2)
    #expect(token.isDeallocated)
  }

  /// Starts an effect that ends with its first value, under an id that retains a token.
  private func startPrefix(on run: EffectRun<Int, Never>) -> WeakToken {
    let token = Token()
    run.start(
      Effect.merge(Effect(value: 1), Effect(value: 2))
        .throttle(id: HoldingID(token: token), for: 2, scheduler: clock, latest: true)
        .prefix(1)
    )
    return WeakToken(token: token)
  }

  private struct HoldingID: Hashable, Sendable {
    let token: Token

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.token === rhs.token }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(token)) }
  }

  @Test(arguments: [true, false])
  func `a completion follows a value that another thread is delivering`(
    latest: Bool
  ) {
    let (reached, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let sent = DispatchSemaphore(value: 0)
    let numbers = Effect<Int, Never>.run { send in
      send(1)
      await Task.yield()
      // Nothing waits for this thread before the operation returns.
      DispatchQueue(label: "sender").async {
        send(2)
        sent.signal()
      }
      reached.wait()
    }
    .map { number in
      if number == 2 {
        reached.signal()
        gate.wait()
      }
      return number
    }
    let run = EffectRun(numbers.throttle(id: 1, for: 2, scheduler: clock, latest: latest))
    gate.signal()
    sent.wait()
    clock.advance(by: 2)
    run.settle()
    #expect(run.picture == "1 2 |")
    clock.advance(by: 2)
    #expect(clock.waitingCount == 0)
  }

  @Test(arguments: [true, false]) func `throttle keeps nothing after its interval has passed`(
    latest: Bool
  ) {
    let run = EffectRun<String, Never>()
    let token = start(on: run, latest: latest)
    #expect(token.isDeallocated == false)
    #expect(clock.waitingCount == 1)
    clock.advance(by: 2)
    #expect(token.isDeallocated)
    #expect(clock.waitingCount == 1)
    clock.advance(by: 2)
    #expect(clock.waitingCount == 0)
    #expect(run.picture == "a | b |")
  }

  /// Starts two effects; the second retains a token.
  private func start(on run: EffectRun<String, Never>, latest: Bool) -> WeakToken {
    let token = Token()
    run.start(letter("a", for: 2, latest: latest))
    run.start(letter("b", for: 2, latest: latest).handled { _ = token })
    return WeakToken(token: token)
  }

  @Test func `releasing a store cancels the work of its throttled effects`() {
    var run: EffectRun<String, Never>? = EffectRun(letter("a", for: 2, latest: true))
    run?.start(letter("b", for: 2, latest: true))
    #expect(clock.waitingCount == 1)
    run = nil
    #expect(clock.waitingCount == 0)
  }

  // MARK: Cancellation

  @Test(arguments: [true, false])
  func `cancelling a throttled effect drops its values in each of its phases`(latest: Bool) {
    let run = EffectRun<String, Never>()
    // While the first value is being sent.
    run.start(.merge(letter("a", for: 3, latest: latest), .cancel(id: "id")))
    #expect(run.picture == "|")
    // The interval continues although its value was dropped. The delayed value is dropped, too.
    run.start(letter("b", for: 3, latest: latest))
    #expect(run.picture == "|")
    clock.advance(by: 1)
    run.start(.cancel(id: "id"))
    #expect(run.picture == "| | |")
    clock.advance(by: 1)
    run.start(letter("c", for: 3, latest: latest))
    clock.advance(by: 1)
    #expect(run.picture == "| | | c |")
    // After the interval has ended.
    run.start(.cancel(id: "id"))
    clock.advance(by: 9)
    #expect(run.picture == "| | | c | |")
    run.start(letter("d", for: 3, latest: latest))
    #expect(run.picture == "| | | c | | d |")
  }

  @Test(arguments: [true, false])
  func `starting a throttled effect ends the previous effect and keeps at most its first value`(
    latest: Bool
  ) {
    let (old, new) = (Subject<Int, Never>(), Subject<Int, Never>())
    let clock = clock
    let run = EffectRun<Int, Never>()
    func start(_ subject: Subject<Int, Never>) {
      run.start(subject.effect.throttle(id: 1, for: 2, scheduler: clock, latest: latest))
    }
    start(old)
    for value in 1...3 { old.send(value) }
    start(new)
    old.send(4)
    clock.advance(by: 2)
    #expect(run.picture == (latest ? "1 |" : "1 | 2"))
    new.send(5)
    new.send(6)
    clock.advance(by: 2)
    #expect(run.picture == (latest ? "1 | 5 6" : "1 | 2 5"))
  }

  @Test func `a delayed value is dropped if its own source is cancelled`() {
    let clock = clock
    for latest in [true, false] {
      let run = EffectRun<Int, Never>()
      let inner = Effect<Int, Never>.merge(
        Effect(value: 1),
        Effect<Int, Never>.concatenate(Effect(value: 2), .run { _ in AnyCancellable {} })
          .cancellable(id: "inner")
      )
      run.start(inner.throttle(id: 1, for: 2, scheduler: clock, latest: latest))
      run.start(.cancel(id: "inner"))
      clock.advance(by: 2)
      #expect(run.picture == "1 | |")
    }
  }

  @Test func `two stores that use the same ids do not affect each other`() {
    let (first, second) = (EffectRun<String, Never>(), EffectRun<String, Never>())
    for run in [first, second] { run.start(letter("a", for: 2, latest: true)) }
    clock.advance(by: 1)
    first.start(letter("b", for: 2, latest: true))
    second.start(.cancel(id: "id"))
    #expect((first.picture, second.picture) == ("a |", "a | |"))
    clock.advance(by: 1)
    #expect((first.picture, second.picture) == ("a | b |", "a | |"))
    second.start(letter("c", for: 2, latest: true))
    #expect(second.picture == "a | | c |")
  }

  @Test func `effects of different types under one id share the interval`() {
    let clock = clock
    let run = EffectRun<String, Never>()
    func number(_ number: Int?) -> Letters {
      Effect<Int?, Never>(value: number)
        .throttle(id: "id", for: 2, scheduler: clock, latest: false)
        .map { $0.map(String.init) ?? "nil" }
    }
    run.start(number(nil))
    run.start(letter("a", for: 2, latest: false))
    // An effect cannot take over a delayed value of another type.
    run.start(number(nil))
    clock.advance(by: 2)
    #expect(run.picture == "nil | | nil |")
  }

  @Test func `a delayed value that is dropped starts no interval`() {
    let clock = clock
    for latest in [true, false] {
      let (inner, outer) = (Subject<Int, Never>(), Subject<Int, Never>())
      let run = EffectRun(
        Effect<Int, Never>.merge(inner.effect.cancellable(id: "inner"), outer.effect)
          .throttle(id: 1, for: 2, scheduler: clock, latest: latest)
      )
      outer.send(1)
      inner.send(2)
      run.start(.cancel(id: "inner"))
      clock.advance(by: 3)
      outer.send(3)
      run.settle()
      #expect(run.picture == "1 | 3", "latest: \(latest)")
    }
  }

  @Test func `a delayed value that is dropped does not block a later value`() {
    let clock = clock
    let (inner, outer) = (Subject<Int, Never>(), Subject<Int, Never>())
    let run = EffectRun(
      Effect<Int, Never>.merge(inner.effect.cancellable(id: "inner"), outer.effect)
        .throttle(id: 1, for: 2, scheduler: clock, latest: false)
    )
    outer.send(1)
    inner.send(2)
    run.start(.cancel(id: "inner"))
    outer.send(3)
    outer.send(4)
    clock.advance(by: 2)
    #expect(run.picture == "1 | 3")
  }

  // MARK: Other schedulers

  @Test func `throttle runs on immediate, no-op and failing schedulers`() {
    func letters(_ scheduler: SchedulerOf<DispatchQueue>) -> Letters {
      Letters.merge(Letters(value: "a"), Letters(value: "b"), Letters(value: "c"))
        .throttle(id: 1, for: 1, scheduler: scheduler, latest: true)
    }
    #expect(picture(letters(.immediate)) == "a b c |")
    let run = EffectRun(letters(.noop))
    #expect(run.picture == "a")
    run.start(.cancel(id: 1))
    #expect(run.picture == "a | |")
    let issues = withReportedIssues {
      #expect(picture(letters(.failing("main"))) == "a b c |")
    }
    let messages = [
      "main - A failing scheduler was asked for the current time.",
      "main - A failing scheduler was asked to run work after a delay.",
    ]
    #expect(issues.map(\.message) == messages + messages + messages)
  }

  @Test func `values that many threads send arrive in the order of the intervals`() {
    let subject = Subject<Int, Never>()
    let queue = DispatchQueue(label: "queue").eraseToAnyScheduler()
    let run = EffectRun(
      subject.effect.throttle(id: 1, for: .nanoseconds(1), scheduler: queue, latest: true)
    )
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 1...200 { subject.send(thread * 1_000 + number) }
    }
    run.start(.cancel(id: 1))
    let values = run.picture.split(separator: " ").compactMap { Int($0) }
    // The values of each thread arrive in order and without duplicates.
    #expect(values.isEmpty == false)
    for thread in 0..<8 {
      let own = values.filter { $0 / 1_000 == thread }
      #expect(own == Array(Set(own)).sorted())
    }
  }
}

extension Effect where Output == String, Failure == Never {
  fileprivate func handled(_ body: @escaping @Sendable () -> Void) -> Self {
    map { value in
      body()
      return value
    }
  }
}
