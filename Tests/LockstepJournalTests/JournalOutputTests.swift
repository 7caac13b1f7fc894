// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTesting
import Testing

@testable import LockstepJournal

/// The outputs and dismissals of a turn.
@Suite struct JournalOutputTests {
  private let manual = ManualStore(
    initialState: JournaledHouse(),
    reducer: journaledHouseReducer,
    environment: ()
  )
  private let journal: StoreJournal<JournaledHouse>

  init() {
    journal = manual.store.journal(clock: DispatchQueue.test.clock)
  }

  private let output = "Output.number(1) of HousePartAction"
  private let dismissal = ".dismiss of HousePartAction"

  @Test func `a journal records an output in the turn in which a parent handles it`() {
    manual.send(.optional(.say(1)))
    manual.send(.row(1, .value(2)))
    #expect(journal.turns.map { $0.outputs.map(\.description) } == [[output], []])
    #expect(manual.store.received == [1])
    let output = journal.turns[0].outputs[0]
    #expect(output.output as? HousePartAction.Output == .number(1))
    #expect(ObjectIdentifier(output.feature) == ObjectIdentifier(HousePartAction.self))
  }

  @Test func `a journal records a dismissal in the turn in which the presentation handles it`() {
    manual.send(.presented(.presented(.leave)))
    #expect(journal.turns.map { $0.outputs.map(\.description) } == [[dismissal], []])
    #expect(manual.store.presented == nil)
    #expect(journal.turns[0].outputs[0].output == nil)
  }

  @Test func `a journal records a dismissal in the turn in which the stack handles it`() {
    manual.send(.stack(.element(id: 1, action: .leave)))
    #expect(journal.turns.map { $0.outputs.map(\.description) } == [[dismissal], []])
    #expect(manual.store.stack.count == 1)
  }

  @Test func `a journal records an unhandled output, and the store reports it`() {
    let manual = ManualStore(initialState: HousePart(), reducer: housePartReducer, environment: ())
    let journal = manual.store.journal(clock: DispatchQueue.test.clock)
    let issues = withReportedIssues {
      manual.send(.say(1))
      manual.send(.leave)
    }
    #expect(issues.count == 2)
    #expect(journal.turns.map { $0.outputs.map(\.description) } == [[output], [dismissal]])
  }

  @Test func `a turn lists its outputs in the order in which parents receive them`() {
    enum Action: FeatureAction {
      case sayAll
      enum Output: Equatable { case first, second, third }
    }
    let inner = Reducer<Int, Action, Void> { _, _, _ in
      .merge(.output(.first), .output(.second), .fireAndForget {}, .output(.third))
    }
    let received = Recorder<[Action.Output]>([])
    let reducer = inner.onOutput(of: Action.self) { output, _, _, _ in
      received.update { $0.append(output) }
      return .none
    }
    let manual = ManualStore(initialState: 0, reducer: reducer, environment: ())
    let journal = manual.store.journal(clock: DispatchQueue.test.clock)
    manual.send(.sayAll)
    #expect(received.value == [.first, .second, .third])
    #expect(
      journal.turns[0].outputs.map { $0.output as? Action.Output } == [.first, .second, .third]
    )
  }

  @Test func `a parent that sends an output in response adds its own output`() {
    enum ParentAction: FeatureAction {
      case part(HousePartAction)
      enum Output: Equatable { case answer(Int) }
    }
    let parent = housePartReducer.pullback(
      state: \.self,
      action: /ParentAction.part,
      environment: { (_: Void) in }
    )
    .onOutput(of: HousePartAction.self) { output, _, _, _ in
      switch output {
      case .number(let number): .output(.answer(number + 1))
      }
    }
    .onOutput(of: ParentAction.self) { _, _, _, _ in .none }
    let manual = ManualStore(initialState: HousePart(), reducer: parent, environment: ())
    let journal = manual.store.journal(clock: DispatchQueue.test.clock)
    manual.send(.part(.say(1)))
    #expect(
      journal.turns.map { $0.outputs.map(\.description) } == [
        [output, "Output.answer(2) of JournalOutputTests.ParentAction"]
      ]
    )
  }

  @Test func `the outputs of a child that appears or is removed belong to that turn`() {
    let child =
      housePartReducer
      .onMount { _, _ in .output(.number(1)) }
      .onUnmount { _, _ in .output(.number(2)) }
    let reducer = Reducer<JournaledHouse, JournaledHouseAction, Void> { state, action, _ in
      switch action {
      case .clear: state.presented = nil
      case .removeRow(let id): state.presented = HousePart(id: id)
      default: break
      }
      return .none
    }
    .presenting(
      \.presented,
      action: /JournaledHouseAction.presented,
      child
    )
    .onOutput(of: HousePartAction.self) { _, _, _, _ in .none }
    let manual = ManualStore(
      initialState: JournaledHouse(presented: nil),
      reducer: reducer,
      environment: ()
    )
    let journal = manual.store.journal(clock: DispatchQueue.test.clock)
    manual.send(.removeRow(5))
    manual.send(.row(1, .value(1)))
    manual.send(.clear)
    #expect(
      journal.turns.map { $0.outputs.map(\.description) }
        == [[output], [], ["Output.number(2) of HousePartAction"]]
    )
  }

  // MARK: Stores within stores

  /// A store whose reducer runs a closure, which may send to another store.
  private func outer(
    _ send: @escaping @Sendable () -> Void
  ) -> ManualStore<Int, Int> {
    ManualStore(
      initialState: 0,
      reducer: Reducer<Int, Int, Void> { _, _, _ in
        send()
        return .none
      },
      environment: ()
    )
  }

  private static func hearing() -> ManualStore<HousePart, HousePartAction> {
    ManualStore(
      initialState: HousePart(),
      reducer: housePartReducer.onOutput(of: HousePartAction.self) { _, _, _, _ in .none },
      environment: ()
    )
  }

  @Test func `the outputs of a store inside another store's reducer belong to its own journal`() {
    let inner = Self.hearing()
    let innerJournal = inner.store.journal(clock: DispatchQueue.test.clock)
    nonisolated(unsafe) let store = inner
    let outer = outer { store.send(.say(1)) }
    let outerJournal = outer.store.journal(clock: DispatchQueue.test.clock)
    outer.send(1)
    #expect(outerJournal.turns.map(\.outputs.count) == [0])
    #expect(innerJournal.turns.map { $0.outputs.map(\.description) } == [[output]])
  }

  @Test
  func `the outputs of a store that an observer sends to do not belong to the observed store`() {
    let inner = Self.hearing()
    let observation = manual.store.observe(removeDuplicates: nil) { _, _ in inner.send(.say(1)) }
    manual.send(.optional(.value(1)))
    #expect(journal.turns.map(\.outputs.count) == [0])
    withExtendedLifetime(observation) {}
  }
}
