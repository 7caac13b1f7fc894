// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@testable import LockstepJournal

/// Tests how a journal records effects that end when their state is removed.
@Suite struct JournalStateEndTests {
  private let manual = ManualStore(
    initialState: JournaledHouse(),
    reducer: journaledHouseReducer,
    environment: ()
  )
  private let journal: StoreJournal<JournaledHouse>

  init() {
    journal = manual.store.journal(clock: DispatchQueue.test.clock)
  }

  private func endless(_ name: String) -> HousePartAction {
    .start(.run(name: name) { _ in AnyCancellable {} })
  }

  @Test func `an optional child's effects end when its state becomes nil`() {
    manual.send(.optional(endless("a")))
    manual.send(.clear)
    #expect(journal.effectTexts == ["run \"a\" of 1: 0, endedWithState in 2"])
  }

  @Test func `removing a row ends its effects and not those of another row`() {
    manual.send(.row(1, endless("a")))
    manual.send(.row(2, endless("b")))
    manual.send(.removeRow(1))
    #expect(
      journal.effectTexts == [
        "run \"a\" of 1: 0, endedWithState in 3", "run \"b\" of 2: 0, running",
      ]
    )
  }

  @Test func `the effects of a case end when the state leaves the case`() {
    manual.send(.screen(endless("a")))
    manual.send(.clear)
    #expect(journal.effectTexts == ["run \"a\" of 1: 0, endedWithState in 2"])
  }

  @Test func `popping screens ends the effects of every popped screen`() {
    for id in 0...1 { manual.send(.stack(.element(id: id, action: endless("a\(id)")))) }
    manual.send(.stack(.popFrom(id: 0)))
    #expect(
      journal.effectTexts == [
        "run \"a0\" of 1: 0, endedWithState in 3", "run \"a1\" of 2: 0, endedWithState in 3",
      ]
    )
  }

  @Test func `dismissing a presented child ends its effects`() {
    manual.send(.presented(.presented(endless("a"))))
    manual.send(.presented(.presented(.leave)))
    #expect(journal.effectTexts == ["run \"a\" of 1: 0, endedWithState in 3"])
    #expect(journal.turns.map(\.cause) == [nil, nil, 2])
  }

  @Test func `an effect that completes before its value removes its state is recorded as finished`()
  {
    let reducer = Reducer<HousePart?, HousePartAction, Void>.combine(
      housePartReducer.optional(),
      Reducer { state, action, _ in
        if case .value = action { state = nil }
        return .none
      }
    )
    let manual = ManualStore(initialState: HousePart(), reducer: reducer, environment: ())
    let journal = manual.store.journal(clock: DispatchQueue.test.clock)
    manual.send(.start(.task(name: "a") { 1 }))
    #expect(manual.store.state == nil)
    #expect(journal.effectTexts == ["task \"a\" of 1: 1, finished in 2"])
  }

  @Test func `a running effect whose value removes its state is not recorded as finished`() {
    let reducer = Reducer<HousePart?, HousePartAction, Void>.combine(
      housePartReducer.optional(),
      Reducer { state, action, _ in
        if case .value(2) = action { state = nil }
        return .none
      }
    )
    let manual = ManualStore(initialState: HousePart(), reducer: reducer, environment: ())
    let journal = manual.store.journal(clock: DispatchQueue.test.clock)
    let source = CallbackSource()
    manual.send(.start(source.numbers))
    for number in 1...3 {
      source.send(number)
      manual.run()
    }
    #expect(journal.effectTexts == ["run of 1: 2, endedWithState in 3"])
  }

  @Test
  func
    `an effect whose last value arrives after its state becomes nil ends with that value's turn`()
  {
    let reducer = Reducer<HousePart?, HousePartAction, Void>.combine(
      housePartReducer.optional(),
      Reducer { state, action, _ in
        if case .value = action { state = nil }
        return .none
      }
    )
    let manual = ManualStore(initialState: HousePart(), reducer: reducer, environment: ())
    let journal = manual.store.journal(clock: DispatchQueue.test.clock)
    let issues = withReportedIssues {
      manual.send(
        .start(
          .run(name: "a") { subscriber in
            subscriber.send(1)
            subscriber.send(2)
            return AnyCancellable {}
          }
        )
      )
    }
    #expect(issues.count == 1)
    #expect(journal.turns.map(\.number) == [1, 2, 3])
    #expect(journal.effectTexts == ["run \"a\" of 1: 2, endedWithState in 3"])
  }
}
