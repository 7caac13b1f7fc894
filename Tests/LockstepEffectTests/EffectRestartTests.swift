// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Effects that repeat themselves under one id, and effects that replace one another.
@Suite struct EffectRestartTests {
  typealias Numbers = Effect<Int, Never>

  private let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0))

  enum Kind: CaseIterable {
    case cancellable, debounce, throttle, timer
  }

  /// Sends a number after a second, under an id, with `Poll:7` as its source location.
  private static func step(_ kind: Kind, _ clock: TestScheduler<Never>) -> Numbers {
    switch kind {
    case .cancellable:
      Numbers(value: 1).delay(for: 1, scheduler: clock, fileID: "Poll", line: 7)
        .cancellable(id: "poll", cancelInFlight: true)
    case .debounce:
      Numbers(value: 1).debounce(id: "poll", for: 1, scheduler: clock, fileID: "Poll", line: 7)
    case .throttle:
      Numbers(value: 1).delay(for: 1, scheduler: clock)
        .throttle(id: "poll", for: 1, scheduler: clock, latest: true, fileID: "Poll", line: 7)
    case .timer:
      Effect.timer(id: "poll", every: 1, on: clock, fileID: "Poll", line: 7).map { _ in 1 }
        .prefix(1)
    }
  }

  /// Repeats a step under the id, and counts the completed steps.
  private static func poll(
    _ kind: Kind,
    _ clock: TestScheduler<Never>,
    _ count: Recorder<Int> = Recorder(0)
  ) -> Numbers {
    .concatenate(
      step(kind, clock),
      .fireAndForget { count.update { $0 += 1 } },
      .lazy { poll(kind, clock, count) }
    )
  }

  private static func message(_ kind: Kind) -> String {
    let name =
      switch kind {
      case .cancellable: "delay"
      case .debounce: "debounce"
      case .throttle: "throttle"
      case .timer: "timer"
      }
    return """
      Effects restart one another endlessly.

      Effect: \(name), made at Poll:7

      Effects with the same id have cancelled and restarted one another 10000 times in a row. The store cancelled this \
      effect and all other effects of its action.

      Put the id around the whole loop, not around one step: '.cancellable(id:cancelInFlight: true)' after the \
      concatenation.
      """
  }

  @Test(arguments: Kind.allCases)
  func `two repeating effects with one id are reported, and one of them continues`(kind: Kind) {
    let clock = clock
    let counts = [Recorder(0), Recorder(0)]
    let run = EffectRun<Int, Never>()
    let issues = withReportedIssues {
      for count in counts { run.start(Self.poll(kind, clock, count)) }
    }
    #expect(issues.map(\.message) == [Self.message(kind)])
    #expect(issues.map(\.location.description) == ["Poll:7"])
    let before = counts.map(\.value)
    clock.advance(by: 2)
    let steps = zip(counts, before).map { $0.value - $1 }
    #expect([[0, 2], [2, 0]].contains(steps))
    run.start(Numbers(value: 5))
    #expect(run.picture.hasSuffix("5 |"))
  }

  @Test func `one of three repeating effects with one id continues`() {
    let clock = clock
    let counts = [Recorder(0), Recorder(0), Recorder(0)]
    let run = EffectRun<Int, Never>()
    let issues = withReportedIssues {
      run.start(Self.poll(.debounce, clock, counts[0]))
      run.start(Self.poll(.cancellable, clock, counts[1]))
      run.start(Self.poll(.timer, clock, counts[2]))
    }
    #expect(issues.count == 2)
    let before = counts.map(\.value)
    clock.advance(by: 2)
    let steps = zip(counts, before).map { $0.value - $1 }
    #expect(steps.sorted() == [0, 0, 2])
  }

  @Test @MainActor
  func `a live store reports two repeating effects with one id, returns and continues`() {
    let clock = clock
    let store = Store<Int, Int>(
      initialState: 0,
      reducer: Reducer { count, action, _ in
        count += action
        return action == 0 ? Self.poll(.debounce, clock) : .none
      },
      environment: ()
    )
    let issues = withReportedIssues {
      store.send(0)
      store.send(0)
    }
    #expect(issues.map(\.message) == [Self.message(.debounce)])
    store.send(5)
    #expect(store.state == 5)
  }

  @Test func `a sink reports two repeating effects with one id`() {
    let clock = clock
    let numbers = Recorder<[Int]>([])
    let issues = withReportedIssues {
      let cancellable = Numbers.merge(Self.poll(.debounce, clock), Self.poll(.debounce, clock))
        .sink { number in numbers.update { $0.append(number) } }
      cancellable.cancel()
    }
    #expect(issues.map(\.message) == [Self.message(.debounce)])
    #expect(numbers.value == [])
  }

  @Test func `restarting an effect whose id is around the whole loop replaces the loop`() {
    let clock = clock
    @Sendable func poll(_ number: Int) -> Numbers {
      .concatenate(
        Numbers(value: number).delay(for: 1, scheduler: clock),
        .lazy { poll(number) }
      )
    }
    let run = EffectRun<Int, Never>()
    run.start(poll(1).cancellable(id: "poll", cancelInFlight: true))
    clock.advance(by: 2)
    run.start(poll(2).cancellable(id: "poll", cancelInFlight: true))
    clock.advance(by: 2)
    #expect(run.picture == "1 1 | 2 2")
  }

  // MARK: Correct restarts

  @Test func `sending restarts an effect any number of times without a report`() {
    let clock = clock
    let closed = Recorder(0)
    let run = EffectRun<Int, Never>()
    for _ in 0..<RestartCount.many {
      run.start(
        .concatenate(Self.step(.debounce, clock), .fireAndForget { closed.update { $0 += 1 } })
      )
    }
    #expect(closed.value == RestartCount.many - 1)
    clock.advance(by: 1)
    #expect(run.picture.hasSuffix("| 1 |"))
  }

  @Test
  func `one turn or one piece of work restarts an effect any number of times without a report`() {
    let clock = clock
    let subject = Subject<Void, Never>()
    let run = EffectRun<Int, Never>()
    run.start(.merge((0..<RestartCount.many).map { _ in Self.step(.debounce, clock) }))
    run.start(subject.effect.flatMap { Self.step(.debounce, clock) })
    clock.schedule { for _ in 0..<RestartCount.many { subject.send(()) } }
    clock.advance(by: 1)
    run.settle()
    #expect(run.picture == "| 1")
  }

  @Test func `the effect after a cancelled part may restart other effects later`() {
    let clock = clock
    let run = EffectRun<Int, Never>()
    // The second step follows the first in a task that was started for it.
    let pair = Numbers.concatenate(
      Self.step(.debounce, clock),
      .task {
        await clock.pause(for: 1)
        return 2
      },
      Self.step(.debounce, clock)
    )
    for _ in 0..<RestartCount.many / 10 {
      run.start(pair)
      run.start(pair)
      clock.advance(by: 2)
    }
    let turns = run.picture.split(separator: " ").filter { $0 == "2" }
    #expect(turns.count > RestartCount.many / 10)
  }

  @Test func `a long chain of effects with different ids runs without a report`() async {
    @Sendable func chain(_ number: Int) -> Numbers {
      guard number > 0 else { return Numbers(value: 7) }
      return .concatenate(
        Numbers(value: number).ignoreOutput().cancellable(id: number, cancelInFlight: true),
        .lazy { chain(number - 1) }
      )
    }
    #expect(picture(chain(RestartCount.many)) == "7 |")
  }
}

/// More restarts in a row than the limit for a report.
private enum RestartCount {
  static let many = 12_000
}
