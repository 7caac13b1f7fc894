// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Effects that repeat themselves, with an id on only a part of the repeated step.
@Suite struct EndlessRestartTests {
  typealias Numbers = Effect<Int, Never>

  private let clock: TestScheduler<Never>

  init(clock: TestScheduler<Never> = TestScheduler(now: SchedulerTime(nanoseconds: 0))) {
    self.clock = clock
  }

  /// A step that repeats itself.
  enum Kind: CaseIterable, Sendable {
    /// A debounced effect beside an effect that sends nothing.
    case debounceAndWork
    /// A debounced effect beside an effect that sends a value.
    case debounceAndValue
    /// A cancellable task beside an effect that sends nothing.
    case taskAndWork

    /// The name of the effect with the id.
    var name: String { self == .taskAndWork ? "task" : "debounce" }

    /// A merge of an effect with the id, made at `Poll:7`, and another effect.
    fileprivate func step(_ clock: TestScheduler<Never>) -> Numbers {
      switch self {
      case .debounceAndWork: .merge(debounced(clock), .fireAndForget {})
      case .debounceAndValue: .merge(debounced(clock), Effect(value: 2))
      case .taskAndWork:
        .merge(
          Numbers.task(fileID: "Poll", line: 7) {
            await clock.pause(for: 1)
            return 1
          }
          .cancellable(id: "poll", cancelInFlight: true),
          .fireAndForget {}
        )
      }
    }

    private func debounced(_ clock: TestScheduler<Never>) -> Numbers {
      Numbers(value: 1).debounce(id: "poll", for: 1, scheduler: clock, fileID: "Poll", line: 7)
    }
  }

  /// Counts the steps of a poll.
  ///
  /// The poll stops at a limit, so that a failing test ends.
  private struct Steps: Sendable {
    static let limit = 20_000

    let count = Recorder(0)

    func poll(_ kind: Kind, _ clock: TestScheduler<Never>) -> Numbers {
      .concatenate(
        kind.step(clock),
        .lazy {
          count.update { $0 += 1 }
          return count.value < Self.limit ? poll(kind, clock) : .none
        }
      )
    }
  }

  private static func message(_ kind: Kind) -> String {
    """
    Effects restart one another endlessly.

    Effect: \(kind.name), made at Poll:7

    Effects with the same id have cancelled and restarted one another 10000 times in a row. The store cancelled this \
    effect and all other effects of its action.

    Put the id around the whole loop, not around one step: '.cancellable(id:cancelInFlight: true)' after the \
    concatenation.
    """
  }

  /// A reducer that starts a poll at `nil`, and appends other numbers above 2.
  private func reducer(_ kind: Kind, _ steps: Steps) -> Reducer<[Int], Int?, Void> {
    Reducer { [clock] numbers, number, _ in
      guard let number else { return steps.poll(kind, clock).map { $0 } }
      if number > 2 { numbers.append(number) }
      return .none
    }
  }

  // MARK: Reports

  @Test(arguments: Kind.allCases)
  func `a manual store reports two polls under one id, and continues`(kind: Kind) {
    let steps = Steps()
    let store = ManualStore(initialState: [], reducer: reducer(kind, steps), environment: ())
    let issues = withReportedIssues {
      store.send(nil)
      store.send(nil)
    }
    #expect(issues.map(\.message) == [Self.message(kind)])
    #expect(issues.map(\.location.description) == ["Poll:7"])
    #expect(steps.count.value < Steps.limit)
    let before = steps.count.value
    clock.advance(by: 1)
    store.send(3)
    clock.advance(by: 1)
    store.send(4)
    #expect(store.store.state == [3, 4])
    #expect(steps.count.value - before == 2)
  }

  @Test @MainActor
  func `a live store reports two polls under one id, and continues`() {
    let kind = Kind.debounceAndValue
    let steps = Steps()
    let store = Store(initialState: [], reducer: reducer(kind, steps), environment: ())
    let issues = withReportedIssues {
      store.send(nil)
      store.send(nil)
    }
    #expect(issues.map(\.message) == [Self.message(kind)])
    #expect(steps.count.value < Steps.limit)
    store.send(3)
    #expect(store.state == [3])
  }

  @Test
  func `a test store reports two polls under one id, and continues`() {
    let kind = Kind.taskAndWork
    let steps = Steps()
    let issues = withReportedIssues {
      let store = TestStore(initialState: [], reducer: reducer(kind, steps), environment: ())
      store.exhaustivity = .off
      store.send(nil)
      store.send(nil)
      store.send(3) { $0 = [3] }
      store.finish()
    }
    let restarts = issues.map(\.message).filter { $0.contains("restart one another") }
    #expect(restarts == [Self.message(kind)])
    #expect(steps.count.value < Steps.limit)
  }

  @Test
  func `a sink reports two polls in one action`() {
    let kind = Kind.debounceAndWork
    let steps = Steps()
    let issues = withReportedIssues {
      let cancellable = Numbers.merge(steps.poll(kind, clock), steps.poll(kind, clock))
        .sink { _ in }
      cancellable.cancel()
    }
    #expect(issues.map(\.message) == [Self.message(kind)])
    #expect(steps.count.value < Steps.limit)
  }

  // MARK: Restarts that do end

  @Test func `a merge of twelve thousand debounces under one id runs without a report`() {
    let clock = clock
    let debounced = (0..<12_000).map { number in
      Numbers(value: number).debounce(id: "poll", for: 1, scheduler: clock)
    }
    let merges: [Numbers] = [
      .merge(debounced),
      Numbers.merge(debounced).map { $0 },
      Numbers.merge(debounced.map { .merge($0, .fireAndForget {}) }).map { $0 },
      Effect<Int, Never>.concatenate(.fireAndForget {}, .merge(debounced)),
    ]
    for (index, merge) in merges.enumerated() {
      let run = EffectRun<Int, Never>()
      let issues = withReportedIssues {
        run.start(merge)
        clock.advance(by: 1)
        run.settle()
      }
      #expect(issues == [], "merge \(index)")
      #expect(run.picture == "11999 |", "merge \(index)")
    }
  }

  // MARK: Chains of delays

  private func chain(for stride: SchedulerStride, _ count: Recorder<Int>) -> Numbers {
    .concatenate(
      Numbers(value: 1).delay(for: stride, scheduler: clock),
      .lazy { [self] in
        count.update { $0 += 1 }
        return count.value < Steps.limit ? chain(for: stride, count) : .none
      }
    )
  }

  @Test(arguments: [SchedulerStride.zero, 1])
  func `an endless chain of delays is reported`(stride: SchedulerStride) {
    let clock = TestScheduler<Never>(now: SchedulerTime(nanoseconds: 0), limit: 10_000)
    let count = Recorder(0)
    let cancellable = Self(clock: clock).chain(for: stride, count).sink { _ in }
    let issues = withReportedIssues {
      if stride == .zero { clock.advance() } else { clock.run(limit: 1_000) }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("each scheduled by the one before") == true)
    #expect((1...1_001).contains(count.value))
    cancellable.cancel()
  }
}
