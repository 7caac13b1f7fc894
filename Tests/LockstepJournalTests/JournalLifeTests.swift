// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@testable import LockstepJournal

/// The beginning and end of journals, and the objects that they retain.
@Suite struct JournalLifeTests {
  private let run = JournaledStore()

  private func journal() -> StoreJournal<[Int]> { run.store.journal(clock: run.scheduler.clock) }

  private func endless(_ name: String) -> Effect<Int, Never> {
    .run(name: name) { _ in AnyCancellable {} }
  }

  // MARK: Beginning

  @Test func `a journal includes the effects that are running when it begins`() {
    run.start(endless("a").cancellable(id: "id"))
    run.start(.task(name: "over") { 1 })
    run.start(Effect(value: 2).delay(for: 1, scheduler: run.scheduler))
    run.scheduler.advance(by: .milliseconds(500))
    let journal = journal()
    #expect(journal.effectTexts == ["run \"a\" of 1: 0, running", "delay of 4: 0, running"])
    #expect(journal.effects.map(\.begin) == [.zero, .zero])
    run.scheduler.advance(by: 1)
    run.manual.send(.stop("id"))
    #expect(journal.turnTexts == ["5 2: delay of 4", "6 stop: send"])
    #expect(journal.turns.map(\.time) == [.milliseconds(500), .seconds(1)])
    #expect(
      journal.effectTexts == ["run \"a\" of 1: 0, cancelled in 6", "delay of 4: 1, finished"]
    )
  }

  @Test func `a journal includes the sender of an action that is waiting when it begins`() {
    let source = CallbackSource()
    run.start(
      .merge(
        source.numbers.prefix(1),
        .run(name: "a") { subscriber in
          subscriber.send(1)
          subscriber.send(completion: .finished)
          return AnyCancellable {}
        }
        .delay(for: 1, scheduler: run.scheduler)
      )
    )
    source.send(5)
    // The store has not received the value yet.
    let journal = journal()
    run.manual.run()
    #expect(journal.turnTexts == ["2 5: run of 1"])
    #expect(
      journal.effectTexts == [
        "run of 1: 1, cancelled in 2", "delay of 1: 0, running", "run \"a\" of 1: 0, running",
      ]
    )
    run.scheduler.advance(by: 1)
    #expect(journal.turnTexts == ["2 5: run of 1", "3 1: run \"a\" of 1"])
  }

  @Test func `a journal created in an observer begins with the next turn`() {
    var journal: StoreJournal<[Int]>?
    let observation = run.store.observe(removeDuplicates: nil) { [run] state, _ in
      if state == [1] { journal = run.store.journal(clock: run.scheduler.clock) }
    }
    run.manual.send(.add(1))
    #expect(journal?.turns.count == 0)
    #expect(journal?.state(after: 1) == [1])
    run.manual.send(.add(2))
    #expect(journal?.turns.map(\.number) == [2])
    #expect((0...2).map { journal?.state(after: $0) } == [nil, [1], [1, 2]])
    withExtendedLifetime(observation) {}
  }

  @Test func `a journal created before a turn's reducer begins with the state after that turn`() {
    var journal: StoreJournal<[Int]>?
    let recording = run.store.record(
      beforeTurn: { [run] _, _ in
        if journal == nil { journal = run.store.journal(clock: run.scheduler.clock) }
      },
      afterTurn: { _, _ in }
    )
    run.manual.send(.add(1))
    run.manual.send(.add(2))
    #expect(journal?.turns.map(\.number) == [2])
    #expect((0...2).map { journal?.state(after: $0) } == [nil, [1], [1, 2]])
    #expect(journal?.why(\.count)?.description.contains(": 1 → 2\n") == true)
    withExtendedLifetime(recording) {}
  }

  @Test func `a journal created by an effect includes the effects that keep running`() {
    nonisolated(unsafe) var journal: StoreJournal<[Int]>?
    nonisolated(unsafe) let run = run
    run.start(
      .merge(
        endless("a"),
        .fireAndForget(name: "b") { journal = run.store.journal(clock: run.scheduler.clock) },
        endless("c")
      )
    )
    run.manual.send(.add(1))
    #expect(journal?.turns.map(\.number) == [2])
    #expect(
      journal?.effectTexts == ["run \"a\" of 1: 0, running", "run \"c\" of 1: 0, running"]
    )
  }

  @Test func `journals of one store record the same turns and effects`() {
    run.start(endless("a"))
    let (first, second) = (journal(), journal())
    run.start(.task(name: "b") { 1 })
    run.manual.send(.stop("id"))
    #expect(first.turnTexts == second.turnTexts)
    #expect(first.effectTexts == second.effectTexts)
    #expect(first.turnTexts == Array(run.journal.turnTexts.dropFirst()))
    #expect(first.effectTexts == run.journal.effectTexts)
  }

  // MARK: Ending

  @Test func `a released journal releases its records, and records no more`() {
    var token: Token? = Token()
    let weakToken = WeakToken(token: token)
    var journal: StoreJournal<[Int]>? = journal()
    run.manual.send(
      .startAll(.fireAndForget(name: "a") { [token] in withExtendedLifetime(token) {} })
    )
    run.journal = self.journal()
    token = nil
    run.manual.send(.add(1))
    #expect(weakToken.isDeallocated == false)
    #expect(journal?.turns.count == 2)
    journal = nil
    // The next turn removes the recorder.
    run.manual.send(.add(2))
    #expect(weakToken.isDeallocated)
    #expect(run.journal.turns.count == 2)
  }

  @Test func `a journal that replaces a released journal states when it began`() {
    #expect(run.store.journal().text() == "No turns.")
    for number in 1...3 {
      _ = run.store.journal()
      run.manual.send(.add(number))
    }
    let journal = run.store.journal()
    #expect(
      journal.text() == """
        No turns since this journal began, after turn 3 of the store.

        Create the journal before the first turn to record, and keep it: it records until it is released.
        """
    )
    run.manual.send(.add(4))
    #expect(journal.text().hasPrefix("4  "))
  }

  @Test func `releasing a journal during a turn does not affect other journals`() {
    var journal: StoreJournal<[Int]>? = journal()
    let last = self.journal()
    let observation = run.store.observe(removeDuplicates: nil) { state, _ in
      if state == [1] { journal = nil }
    }
    run.manual.send(.add(1))
    run.manual.send(.add(2))
    #expect(journal == nil)
    #expect(last.turns.map(\.number) == [1, 2])
    #expect(run.journal.turns.map(\.number) == [1, 2])
    withExtendedLifetime(observation) {}
  }

  @Test func `the only journal may be released during a turn`() {
    let manual = ManualStore(initialState: [], reducer: journaledReducer, environment: ())
    var journal: StoreJournal<[Int]>? = manual.store.journal()
    let observation = manual.store.observe(removeDuplicates: nil) { state, _ in
      if state == [1] { journal = nil }
    }
    manual.send(.add(1))
    manual.send(.add(2))
    #expect(journal == nil)
    #expect(manual.store.state == [1, 2])
    withExtendedLifetime(observation) {}
  }

  @Test
  func `a journal does not retain its store and stays readable after the store is deallocated`() {
    var manual: ManualStore? = ManualStore(
      initialState: [],
      reducer: journaledReducer,
      environment: ()
    )
    weak let store = manual?.store
    let journal = manual?.store.journal(clock: run.scheduler.clock)
    manual?.send(.start(.task(name: "a") { 1 }))
    manual = nil
    #expect(store == nil)
    #expect(journal?.turnTexts == ["1 start: send", "2 1: task \"a\" of 1 in 1"])
    #expect(journal?.state(after: 2) == [1])
    #expect(journal?.why(\.count)?.chain.map(\.number) == [2, 1])
  }

  @Test func `a journal retains neither the environment nor the closures of an effect`() {
    struct Environment: Sendable { let token: Token }
    var token: Token? = Token()
    let weakToken = WeakToken(token: token)
    let reducer = Reducer<Int, Int, Environment> { _, action, environment in
      guard action == 0 else { return .none }
      return .run(name: "a") { [token = environment.token] _ in
        AnyCancellable { withExtendedLifetime(token) {} }
      }
    }
    var manual: ManualStore? = token.map {
      ManualStore(initialState: 0, reducer: reducer, environment: Environment(token: $0))
    }
    token = nil
    let journal = manual?.store.journal(clock: run.scheduler.clock)
    manual?.send(0)
    #expect(weakToken.isDeallocated == false)
    manual = nil
    #expect(weakToken.isDeallocated)
    #expect(journal?.effectTexts == ["run \"a\" of 1: 0, cancelled"])
  }
}
