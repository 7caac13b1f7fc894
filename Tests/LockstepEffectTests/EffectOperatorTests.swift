// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite struct EffectOperatorTests {
  typealias Numbers = Effect<Int, Problem>

  private static func numbers(_ values: Int..., failure: Problem? = nil) -> Numbers {
    .concatenate(values.map { Numbers(value: $0) } + (failure.map { [Numbers(error: $0)] } ?? []))
  }

  private let numbers = Self.numbers(1, 2, 3)
  private let failing = Self.numbers(1, 2, failure: Problem())

  @Test func `map, compactMap and filter transform values and pass on failures`() {
    #expect(picture(numbers.map { $0 * 10 }) == "10 20 30 |")
    #expect(picture(failing.map { $0 * 10 }) == "10 20 x(problem 1) |")
    #expect(picture(numbers.compactMap { $0 == 2 ? nil : "\($0)!" }) == "1! 3! |")
    #expect(picture(failing.compactMap { _ in Int?.none }) == "x(problem 1) |")
    #expect(picture(numbers.filter { $0 % 2 == 1 }) == "1 3 |")
    #expect(picture(failing.filter { $0 > 1 }) == "2 x(problem 1) |")
  }

  @Test func `the operators for failures transform failures and pass on values`() {
    #expect(picture(failing.mapError { Problem(code: $0.code + 1) }) == "1 2 x(problem 2) |")
    #expect(picture(numbers.mapError { _ in Problem(code: 9) }) == "1 2 3 |")
    #expect(
      picture(failing.catchToEffect())
        == "success(1) success(2) failure(problem 1) |"
    )
    #expect(picture(numbers.catchToEffect()) == "success(1) success(2) success(3) |")
    #expect(picture(failing.ignoreFailure(setFailureType: Never.self)) == "1 2 |")
    #expect(picture(failing.replaceError(with: 7)) == "1 2 7 |")
    #expect(picture(numbers.replaceError(with: 7)) == "1 2 3 |")
    #expect(picture(Effect<Int, Never>(value: 1).setFailureType(to: Problem.self)) == "1 |")
  }

  @Test func `catch continues with another effect after a failure`() {
    let recovered: Effect<Int, Never> = failing.catch { Effect(value: $0.code * 100) }
    #expect(picture(recovered) == "1 2 100 |")
    let again: Effect<Int, Problem> = failing.catch { _ in
      Self.numbers(4, failure: Problem(code: 2))
    }
    #expect(picture(again) == "1 2 4 x(problem 2) |")
    let unused: Effect<Int, Never> = numbers.catch { _ in Effect(value: 100) }
    #expect(picture(unused) == "1 2 3 |")
  }

  @Test func `ignoreOutput drops values and passes on failures`() {
    #expect(picture(numbers.ignoreOutput(setOutputType: String.self)) == "|")
    #expect(picture(failing.ignoreOutput(setOutputType: String.self)) == "x(problem 1) |")
  }

  @Test func `fireAndForget runs the effect and drops its values and its failure`() {
    let seen = Recorder<[Int]>([])
    let noted = failing.handleEvents(receiveOutput: { value in seen.update { $0.append(value) } })
    let silent: Effect<String, Never> = noted.fireAndForget()
    #expect(seen.value == [])
    #expect(picture(silent) == "|")
    #expect(seen.value == [1, 2])
    let nested: Effect<String, Problem> = silent.fireAndForget()
    #expect(picture(nested) == "|")
    let task: Effect<String, Never> = Numbers.task { () async throws(Problem) in
      await Task.yield()
      seen.update { $0.append(9) }
      throw Problem()
    }
    .fireAndForget()
    #expect(picture(task) == "|")
    #expect(seen.value == [1, 2, 1, 2, 9])
  }

  @Test func `handleEvents sees each event before the event is sent on`() {
    let seen = Recorder<[String]>([])
    let effect = failing.handleEvents(
      receiveOutput: { value in seen.update { $0.append("inner \(value)") } },
      receiveCompletion: { end in seen.update { $0.append("inner \(end)") } }
    )
    .map { $0 * 10 }
    .handleEvents(
      receiveOutput: { value in seen.update { $0.append("outer \(value)") } },
      receiveCompletion: { end in seen.update { $0.append("outer \(end)") } }
    )
    #expect(picture(effect) == "10 20 x(problem 1) |")
    #expect(
      seen.value == [
        "inner 1", "outer 10", "inner 2", "outer 20",
        "inner failure(problem 1)", "outer failure(problem 1)",
      ]
    )
    seen.set([])
    let finished = Effect<Int, Never>(value: 1).handleEvents(receiveCompletion: { end in
      seen.update { $0.append("\(end)") }
    })
    #expect(picture(finished) == "1 |")
    #expect(seen.value == ["finished"])
    seen.set([])
    let nothing = Numbers.none.handleEvents(receiveCompletion: { end in
      seen.update { $0.append("\(end)") }
    })
    #expect(seen.value == [])
    #expect(picture(nothing) == "|")
    #expect(seen.value == ["finished"])
  }

  @Test func `flatMap merges the effects that it starts`() {
    #expect(picture(numbers.flatMap { Self.numbers($0, $0 * 10) }) == "1 10 2 20 3 30 |")
    #expect(picture(numbers.flatMap { _ in Effect<Int, Problem>.none }) == "|")
    #expect(picture(failing.flatMap { Self.numbers($0) }) == "1 2 x(problem 1) |")
    let inner = numbers.flatMap { number in
      number == 2 ? Effect<String, Problem>(error: Problem(code: 5)) : Effect(value: "\(number)")
    }
    #expect(picture(inner) == "1 x(problem 5) |")
  }

  @Test func `flatMap completes when all effects that it started have completed`() {
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    let effect = Self.numbers(3, 1, 2).flatMap { number in
      Effect<Int, Problem>(value: number).delay(for: .seconds(number), scheduler: clock)
    }
    #expect(timeline(effect, clock, seconds: 4) == "123|-")
  }

  @Test func `a failure in flatMap ends the other effects`() {
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    let effect = Self.numbers(1, 2, 3).flatMap { number in
      Effect<Int, Problem>(value: number)
        .delay(for: .seconds(number), scheduler: clock)
        .flatMap { number == 2 ? Numbers(error: Problem()) : Numbers(value: $0) }
    }
    #expect(timeline(effect, clock, seconds: 4) == "1x(problem1)|--")
  }

  @Test func `prefix sends only the first values`() {
    #expect(picture(numbers.prefix(2)) == "1 2 |")
    #expect(picture(numbers.prefix(3)) == "1 2 3 |")
    #expect(picture(numbers.prefix(9)) == "1 2 3 |")
    #expect(picture(failing.prefix(2)) == "1 2 |")
    #expect(picture(failing.prefix(3)) == "1 2 x(problem 1) |")
  }

  @Test func `prefix(0) starts no effect, and prefix(2) ends its source after two values`() {
    let events = Recorder<[String]>([])
    let source = Numbers.run { subscriber in
      events.update { $0.append("start") }
      subscriber.send(1)
      subscriber.send(2)
      subscriber.send(3)
      return AnyCancellable { events.update { $0.append("end") } }
    }
    #expect(picture(source.prefix(0)) == "|")
    #expect(picture(source.prefix(-1)) == "|")
    #expect(events.value == [])
    #expect(picture(source.prefix(2)) == "1 2 |")
    #expect(events.value == ["start", "end"])

    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    let timer = Effect.timer(id: 1, every: 1, on: clock).map { _ in "t" }.prefix(2)
    #expect(timeline(timer, clock, seconds: 5) == "tt|---")
  }

  // MARK: Time and place

  @Test func `receive delivers values on the scheduler in order`() {
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    let run = EffectRun(failing.receive(on: clock))
    #expect(run.picture == "")
    clock.advance()
    #expect(run.picture == "1 2 x(problem 1) |")
    #expect(picture(Numbers.none.receive(on: clock)) == "|")
    #expect(picture(numbers.receive(on: TimelessScheduler.immediate(at: clock.now))) == "1 2 3 |")
    #expect(picture(numbers.receive(on: TimelessScheduler.noop(at: clock.now))) == "")
  }

  @Test func `delay delays values and the completion`() {
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))
    #expect(timeline(numbers.delay(for: 2, scheduler: clock), clock, seconds: 3) == "-123|-")
    #expect(
      timeline(failing.delay(for: 2, scheduler: clock), clock, seconds: 3) == "-12x(problem1)|-"
    )
    let timer = Effect.timer(id: 1, every: 1, on: clock).map { _ in "t" }.prefix(2)
      .delay(for: 2, scheduler: clock)
    #expect(timeline(timer, clock, seconds: 5) == "--tt|-")
  }
}
