// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@testable import LockstepJournal

/// The beginnings and ends of effects.
@Suite struct JournalEffectTests {
  private let run = JournaledStore()

  private func endless(_ name: String) -> Effect<Int, Never> {
    .run(name: name) { _ in AnyCancellable {} }
  }

  private func ticks() -> Effect<Int, Never> {
    Effect.timer(id: "timer", every: 1, on: run.scheduler).map { _ in 1 }
  }

  // MARK: Ended by themselves

  @Test func `a task ends after the turn of its value`() {
    run.start(.task(name: "a") { 1 })
    #expect(run.journal.effectTexts == ["task \"a\" of 1: 1, finished in 2"])
  }

  @Test func `a task that sends nothing ends outside of any turn`() {
    run.start(.run(name: "a") { _ in await Task.yield() })
    #expect(run.journal.effectTexts == ["run \"a\" of 1: 0, finished"])
  }

  @Test func `a callback ends after the turn of its last value`() {
    run.start(
      .run(name: "a") { subscriber in
        subscriber.send(1)
        subscriber.send(2)
        subscriber.send(completion: .finished)
        return AnyCancellable {}
      }
    )
    #expect(run.journal.effectTexts == ["run \"a\" of 1: 2, finished in 3"])
  }

  @Test func `completing a subject ends its effects`() {
    let subject = Subject<Int, Never>()
    run.start(subject.effect)
    subject.send(1)
    run.manual.run()
    #expect(run.journal.effectTexts == ["subject of 1: 1, running"])
    subject.send(completion: .finished)
    run.manual.run()
    #expect(run.journal.effectTexts == ["subject of 1: 1, finished"])
  }

  @Test func `a failure that catch handles ends its effect`() {
    run.start(
      Effect.failingRun("a").catch { _ in .task(name: "b") { 1 } }
    )
    #expect(
      run.journal.effectTexts == [
        "run \"a\" of 1: 0, finished in 1", "task \"b\" of 1: 1, finished in 2",
      ]
    )
  }

  @Test func `an effect ends if it throws an error that it cannot send`() {
    let issues = withReportedIssues { run.start(.task(name: "a") { throw JournalFailure() }) }
    #expect(issues.count == 1)
    #expect(run.journal.effectTexts == ["task \"a\" of 1: 0, finished in 1"])
  }

  @Test func `the steps of a concatenation begin one after the other`() {
    run.start(
      .concatenate(
        Effect(value: 1).deferred(for: 1, scheduler: run.scheduler),
        .task(name: "a") { 2 },
        .fireAndForget(name: "b") {}
      )
    )
    #expect(run.journal.effectTexts == ["deferred of 1: 0, running"])
    run.scheduler.advance(by: 1)
    #expect(
      run.journal.effectTexts == [
        "deferred of 1: 1, finished in 2", "task \"a\" of 1: 1, finished in 3",
        "fireAndForget \"b\" of 1: 0, finished",
      ]
    )
    #expect(run.journal.effects.map(\.begin) == [.zero, .seconds(1), .seconds(1)])
    #expect(run.journal.turns.map(\.time) == [.zero, .seconds(1), .seconds(1)])
  }

  @Test func `a journal records each attempt of a retried effect as an effect`() {
    run.start(
      Effect.failingRun("a")
        .retry(.exponential(attempts: 2, from: 1), on: run.scheduler)
        .catch { _ in .none }
    )
    #expect(
      run.journal.effectTexts == ["retry of 1: 0, running", "run \"a\" of 1: 0, finished in 1"]
    )
    run.scheduler.run()
    #expect(
      run.journal.effectTexts == [
        "retry of 1: 0, finished", "run \"a\" of 1: 0, finished in 1",
        "run \"a\" of 1: 0, finished",
      ]
    )
  }

  @Test func `an operator that delays values is recorded until it has sent them`() {
    run.start(.task(name: "a") { 1 }.delay(for: 1, scheduler: run.scheduler))
    #expect(run.journal.effectTexts == ["delay of 1: 0, running", "task \"a\" of 1: 0, running"])
    run.scheduler.advance(by: 1)
    #expect(
      run.journal.effectTexts == [
        "delay of 1: 0, finished", "task \"a\" of 1: 1, finished",
      ]
    )
  }

  // MARK: Fire and forget

  @Test func `a fire-and-forget effect begins and ends in its turn`() {
    run.start(.fireAndForget(name: "a") {})
    run.start(
      .merge(.fireAndForget(name: "b") {}, .fireAndForget(name: "c") { await Task.yield() })
    )
    #expect(
      run.journal.effectTexts == [
        "fireAndForget \"a\" of 1: 0, finished in 1",
        "fireAndForget \"b\" of 2: 0, finished in 2",
        "fireAndForget \"c\" of 2: 0, finished",
      ]
    )
    #expect(run.journal.turns.map(\.effects.count) == [1, 2])
  }

  @Test func `a fire-and-forget effect that throws finishes`() {
    let issues = withReportedIssues {
      run.start(.fireAndForget(name: "a") { () throws in throw JournalFailure() })
      run.start(.fireAndForget(name: "b") { () async throws in throw JournalFailure() })
    }
    #expect(issues.count == 2)
    #expect(
      run.journal.effectTexts == [
        "fireAndForget \"a\" of 1: 0, finished in 1", "fireAndForget \"b\" of 2: 0, finished in 2",
      ]
    )
  }

  @Test func `an effect inside fireAndForget() keeps its own name`() {
    run.start(Effect<Int, Never>.task(name: "a") { 1 }.fireAndForget())
    #expect(run.journal.effectTexts == ["task \"a\" of 1: 0, finished in 1"])
  }

  @Test func `an immediate value is not recorded as an effect`() {
    run.start(.merge(Effect(value: 1), .sync { 2 }, .lazy { Effect(value: 3) }))
    #expect(run.journal.effectTexts == [])
    #expect(run.journal.turns.count == 4)
  }

  // MARK: Ended from outside

  @Test func `cancelling an id ends its effect in the turn that cancels it`() {
    run.start(endless("a").cancellable(id: "id"))
    run.manual.send(.add(1))
    run.manual.send(.stop("id"))
    #expect(run.journal.effectTexts == ["run \"a\" of 1: 0, cancelled in 3"])
  }

  @Test func `an effect that replaces another effect cancels it`() {
    for name in ["a", "b"] {
      run.start(endless(name).cancellable(id: "id", cancelInFlight: true))
    }
    #expect(
      run.journal.effectTexts == [
        "run \"a\" of 1: 0, cancelled in 2", "run \"b\" of 2: 0, running",
      ]
    )
  }

  @Test func `restarting a debounced effect cancels the one that was waiting`() {
    for number in 1...2 {
      run.start(Effect(value: number).debounce(id: "id", for: 1, scheduler: run.scheduler))
    }
    run.scheduler.advance(by: 1)
    #expect(
      run.journal.effectTexts == [
        "debounce of 1: 0, cancelled in 2", "debounce of 2: 1, finished in 3",
      ]
    )
  }

  @Test func `a prefix cancels its source after the last value`() {
    run.start(ticks().prefix(2))
    run.scheduler.advance(by: 5)
    #expect(run.journal.effectTexts == ["timer of 1: 2, cancelled in 3"])
  }

  @Test func `a part that fails cancels the other parts`() {
    run.start(
      Effect<Int, JournalFailure>
        .merge(.run(name: "a") { _ in AnyCancellable {} }, .failingRun("b"))
        .catch { _ in .none }
    )
    #expect(
      run.journal.effectTexts == [
        "run \"a\" of 1: 0, cancelled in 1", "run \"b\" of 1: 0, finished in 1",
      ]
    )
  }

  @Test func `cancelling a store's task cancels all effects of its action`() {
    let task = run.store.send(.start(.merge(endless("a"), ticks())))
    run.scheduler.advance(by: 1)
    task.cancel()
    run.scheduler.advance(by: 1)
    #expect(
      run.journal.effectTexts == ["run \"a\" of 1: 0, cancelled", "timer of 1: 1, cancelled"]
    )
  }

  @Test func `releasing a store cancels its effects`() {
    var run: JournaledStore? = JournaledStore()
    run?.start(endless("a"))
    let journal = run?.journal
    run = nil
    #expect(journal?.effectTexts == ["run \"a\" of 1: 0, cancelled"])
    #expect(journal?.turns.count == 1)
  }

  @Test func `the value of a cancelled effect is dropped, and its turn number is skipped`() {
    let subject = Subject<Int, Never>()
    run.start(subject.effect.cancellable(id: "id"))
    run.store.sender.send(.stop("id"))
    subject.send(2)
    run.manual.run()
    run.manual.send(.add(3))
    #expect(run.journal.turnTexts == ["1 start: send", "2 stop: send", "4 3: send"])
    #expect(run.journal.effectTexts == ["subject of 1: 0, cancelled in 2"])
    #expect(run.journal.state(after: 3) == [])
    #expect(run.journal.state(after: 4) == [3])
  }
}
