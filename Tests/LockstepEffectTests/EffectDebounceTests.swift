// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite struct EffectDebounceTests {
  typealias Letters = Effect<String, Never>

  private let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))

  private func letter(_ letter: String, for stride: SchedulerStride) -> Letters {
    Letters(value: letter).debounce(id: "id", for: stride, scheduler: clock)
  }

  // MARK: Times

  @Test(arguments: [
    // A single effect, and several in close succession.
    ("a----", 3, "---a-"),
    ("a-b----cd---", 3, "-----b-----d"),
    ("abcdef---", 3, "--------f"),
    // The next effect arrives after the interval has passed.
    ("a---b---", 3, "---a---b"),
    // Work that is due runs before an effect that starts in the same second.
    ("a-b-c----", 2, "--a-b-c--"),
    ("------", 1, "------"),
  ])
  func `debounce starts only the last of several effects in close succession`(
    input: String,
    seconds: Int,
    output: String
  ) {
    #expect(marbles(input, on: clock) { letter($0, for: .seconds(seconds)) } == output)
  }

  @Test func `debounce without a positive stride starts the effect at the next move of the clock`()
  {
    #expect(marbles("ab-c-", on: clock) { letter($0, for: 0) } == "-ab-c")
    let other = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    let late = marbles("a-b-", on: other) {
      Letters(value: $0).debounce(id: 1, for: -1, scheduler: other)
    }
    #expect(late == "-a-b")
  }

  @Test(arguments: 0..<100) func `it does what a naive model does`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let stride = Int.random(in: 1...4, using: &random)
    var input = Array(repeating: "-", count: 40)
    for index in 0..<30 where Int.random(in: 0...2, using: &random) == 0 {
      input[index] = String(UnicodeScalar(UInt8(97 + index % 26)))
    }
    var output = Array(repeating: "-", count: 40)
    for (second, letter) in input.enumerated() where letter != "-" {
      let next = input.indices.first { $0 > second && input[$0] != "-" } ?? .max
      if next >= second + stride { output[second + stride] = letter }
    }
    let drawing = marbles(input.joined(), on: clock) { letter($0, for: .seconds(stride)) }
    #expect(drawing == output.joined(), "seed \(seed)")
  }

  @Test func `debounce delays the start of the effect`() {
    let started = Recorder<[String]>([])
    let run = EffectRun(
      Effect<Int, Never>.run { send in
        started.update { $0.append("started") }
        send(1)
      }
      .debounce(id: 1, for: 1, scheduler: clock)
    )
    #expect(started.value == [])
    clock.advance(by: 1)
    #expect(started.value == ["started"])
    #expect(run.picture == "1 |")
  }

  // MARK: Ends

  @Test func `debounce passes on the values, the failure and the completion of the effect`() {
    let numbers = Effect<Int, Problem>.concatenate(
      Effect(value: 1),
      Effect(value: 2).delay(for: 1, scheduler: clock),
      Effect(error: Problem())
    )
    let debounced = numbers.debounce(id: 1, for: 2, scheduler: clock)
    #expect(timeline(debounced, clock, seconds: 4) == "-12x(problem1)|-")
    #expect(picture(Effect<Int, Problem>.none.debounce(id: 1, for: 2, scheduler: clock)) == "|")
  }

  @Test func `cancelling a debounced effect ends it in each of its phases`() {
    let clock = clock
    func effect() -> Letters {
      .concatenate(Letters(value: "a"), Letters(value: "b").delay(for: 2, scheduler: clock))
        .debounce(id: "id", for: 2, scheduler: clock)
    }
    // In the turn that starts the effect.
    let turn = EffectRun<String, Never>()
    turn.start(.merge(effect(), .cancel(id: "id")))
    clock.advance(by: 9)
    #expect(turn.picture == "|")
    // While the effect waits, while it runs, and after it ends.
    for (seconds, picture) in [(1, "| |"), (2, "a | |"), (3, "a | |"), (4, "a b | |")] {
      let run = EffectRun(effect())
      clock.advance(by: .seconds(seconds))
      run.start(.cancel(id: "id"))
      #expect(clock.waitingCount == 0)
      clock.advance(by: 9)
      #expect(run.picture == picture, "after \(seconds) seconds")
    }
  }

  @Test func `repeated debouncing keeps only one piece of work in the scheduler`() {
    let run = EffectRun<String, Never>()
    for _ in 0..<50 {
      run.start(letter("a", for: 3_600))
      clock.advance(by: 1)
      #expect(clock.waitingCount == 1)
      #expect(clock.placeCount <= 2)
    }
    clock.advance(by: 3_600)
    #expect(run.picture.filter { $0 == "a" } == "a")
    #expect(clock.placeCount == 0)
  }

  @Test func `starting a debounced effect cancels a running effect with the same id`() {
    let clock = clock
    let drawing = marbles("a---b----------", on: clock) { letter in
      Letters.concatenate(
        Letters(value: letter),
        Letters(value: letter.uppercased()).delay(for: 3, scheduler: clock)
      )
      .debounce(id: 1, for: 2, scheduler: clock)
    }
    #expect(drawing == "--a---b--B-----")
    #expect(clock.waitingCount == 0)
  }

  @Test func `two stores that use the same ids do not affect each other`() {
    let (first, second) = (EffectRun<String, Never>(), EffectRun<String, Never>())
    first.start(letter("a", for: 2))
    clock.advance(by: 1)
    second.start(letter("b", for: 2))
    second.start(letter("c", for: 2))
    clock.advance(by: 1)
    #expect((first.picture, second.picture) == ("a |", "|"))
    clock.advance(by: 1)
    #expect((first.picture, second.picture) == ("a |", "| c |"))
  }

  // MARK: On other schedulers

  @Test func `debounce runs on immediate, no-op and failing schedulers`() {
    #expect(
      picture(Letters(value: "a").debounce(id: 1, for: 1, scheduler: DispatchQueue.immediate))
        == "a |"
    )
    let run = EffectRun(
      Letters(value: "a").debounce(id: 1, for: 1, scheduler: DispatchQueue.noop)
    )
    #expect(run.picture == "")
    run.start(.cancel(id: 1))
    #expect(run.picture == "| |")
    let issues = withReportedIssues {
      let failing = DispatchQueue.failing("main")
      #expect(picture(Letters(value: "a").debounce(id: 1, for: 1, scheduler: failing)) == "")
    }
    #expect(
      issues.map(\.message) == [
        "main - A failing scheduler was asked for the current time.",
        "main - A failing scheduler was asked to run work after a delay.",
      ]
    )
  }

  // MARK: Other starts

  @Test func `deferred delays the start of each effect independently`() {
    let clock = clock
    let drawing = marbles("ab-c---", on: clock) { letter in
      Letters.merge(
        Letters(value: letter),
        Letters(value: letter.uppercased()).delay(for: 1, scheduler: clock)
      )
      .deferred(for: 2, scheduler: clock)
    }
    #expect(drawing == "--a(bA)BcC")
    #expect(picture(Letters.none.deferred(for: 1, scheduler: clock)) == "|")
    let cancelled = EffectRun(
      Letters(value: "a").deferred(for: 2, scheduler: clock).cancellable(id: 1)
    )
    clock.advance(by: 1)
    cancelled.start(.cancel(id: 1))
    #expect(clock.waitingCount == 0)
    clock.advance(by: 9)
    #expect(cancelled.picture == "| |")
  }

  @Test func `subscribe starts the effect on the scheduler`() {
    let clock = clock
    let events = Recorder<[String]>([])
    let effect = Effect<Int, Problem>.sync {
      events.update { $0.append("started") }
      return 1
    }
    let run = EffectRun(
      .concatenate(effect, Effect(error: Problem())).subscribe(on: clock)
    )
    #expect(events.value == [])
    clock.advance()
    #expect(events.value == ["started"])
    #expect(run.picture == "1 x(problem 1) |")
    #expect(picture(effect.subscribe(on: DispatchQueue.immediate)) == "1 |")
    #expect(picture(effect.subscribe(on: DispatchQueue.noop)) == "")
    #expect(picture(Letters.none.subscribe(on: clock)) == "|")
    let issues = withReportedIssues {
      #expect(picture(effect.subscribe(on: DispatchQueue.failing("io"))) == "")
    }
    #expect(
      issues.map(\.message) == ["io - A failing scheduler was asked to run work at once."]
    )
    #expect(events.value.count == 2)
  }

  @Test func `an effect that is cancelled before its subscription does not start`() {
    let clock = clock
    let events = Recorder<[String]>([])
    let effect = Effect<Int, Never>.sync {
      events.update { $0.append("started") }
      return 1
    }
    let run = EffectRun(effect.subscribe(on: clock).cancellable(id: 1))
    run.start(.cancel(id: 1))
    clock.advance()
    #expect(events.value == [])
    #expect(run.picture == "| |")
  }
}
