// SPDX-License-Identifier: MIT

// Page: Sources/LockstepJournal/LockstepJournal.docc/Articles/JournalsByTask.md

import Foundation
import Lockstep
import LockstepJournal
import LockstepTesting
import Testing

/// The code of the page about journals, which `Scripts/check-lookup` writes from it.
@Suite @MainActor struct JournalLines {
  struct Shop: Equatable {
    var total = 0
    var count = 0
  }

  enum ShopAction: Equatable, FeatureAction {
    case addButtonTapped
    case counted
    case listenButtonTapped
    case stopButtonTapped

    enum Output: Equatable, Sendable { case added }
  }

  private let messages = Subject<Int, Never>()

  private func makeStore() -> Store<Shop, ShopAction> {
    let messages = messages
    return Store(
      initialState: Shop(),
      reducer: Reducer<Shop, ShopAction, Void> { state, action, _ in
        switch action {
        case .addButtonTapped:
          state.total += 12
          return .merge(Effect(value: .counted), .output(.added))
        case .counted:
          state.count += 1
          return .none
        case .listenButtonTapped:
          return messages.effect.map { _ in .counted }.cancellable(id: 1)
        case .stopButtonTapped:
          return .cancel(id: 1)
        }
      }
      .onOutput(of: ShopAction.self) { _, _, _, _ in .none },
      environment: ()
    )
  }

  // ## Record a run

  @Test func `a journal records a store`() {
    let store = makeStore()
    // Store.journal(keeping:clock:), Journal
    let journal: LockstepJournal.Journal<Shop> = store.journal()
    let kept: [JournalKeeping] = [
      // JournalKeeping.last(_:), JournalKeeping
      JournalKeeping.last(100),
      // JournalKeeping.unlimited
      .unlimited,
      // JournalKeeping.checkpoints(turns:)
      .checkpoints(turns: 10_000),
    ]
    // Store.journal(keeping:clock:): Returns a journal of all turns.
    let all = store.journal(keeping: .unlimited)
    let journals = kept.map { store.journal(keeping: $0) }
    store.send(.addButtonTapped)
    #expect((journals + [all]).allSatisfy { $0.turns.count == journal.turns.count })
  }

  // ## Find out why a value is as it is

  @Test func `a journal gives reasons`() throws {
    let store = makeStore()
    let journal = store.journal()
    store.send(.addButtonTapped)
    // Journal.why(_:)
    let why = journal.why(\.count)
    // JournalReason
    let reason: JournalReason = try #require(why)
    // JournalReason.chain
    #expect(reason.chain.map(\.number) == [2, 1])
    // JournalReason.isComplete
    #expect(reason.isComplete)
  }

  // ## Look at the turns

  @Test func `a journal has turns`() throws {
    let store = makeStore()
    let journal = store.journal(keeping: .last(3))
    store.send(.addButtonTapped)
    // Journal.turns
    #expect(journal.turns.count == 2)
    // Journal.state(after:)
    #expect(journal.state(after: 1)?.total == 12)
    // Journal.turn(_:), JournalTurn
    let turn: JournalTurn = try #require(journal.turn(2))
    // JournalTurn.number
    #expect(turn.number == 2)
    // JournalTurn.action
    #expect(turn.action as? ShopAction == .counted)
    // JournalTurn.sender
    #expect(turn.sender.isEffect)
    // JournalTurn.cause
    #expect(turn.cause == 1)
    // JournalTurn.precedingTurn
    #expect(turn.precedingTurn == 1)
    // JournalTurn.time
    #expect(turn.time >= .zero)
    // JournalTurn.effect
    #expect(turn.effect == nil)
    // JournalTurn.effects
    #expect(turn.effects == [])
    let first = try #require(journal.turn(1))
    // JournalTurn.words, JournalWord
    let word: JournalWord = try #require(first.words.first)
    // JournalWord.output
    #expect(word.output as? ShopAction.Output == .added)
    // JournalWord.feature
    let isOfShop = word.feature == ShopAction.self
    #expect(isOfShop)
    store.send(.addButtonTapped)
    // Journal.droppedTurnCount
    #expect(journal.droppedTurnCount == 1)
  }

  // ## Look at the effects

  @Test func `a journal has effects`() throws {
    let store = makeStore()
    let journal = store.journal()
    store.send(.listenButtonTapped)
    messages.send(1)
    store.send(.stopButtonTapped)
    // Journal.effects
    let number = try #require(journal.effects.first?.number)
    // Journal.effect(_:), JournalEffect
    let effect: JournalEffect = try #require(journal.effect(number))
    // JournalEffect.number
    #expect(effect.number == number)
    // JournalEffect.name
    #expect(effect.name == nil)
    // JournalEffect.location
    #expect(effect.location.line > 1)
    // JournalEffect.begin
    #expect(effect.begin >= .zero)
    // JournalEffect.startingTurn
    #expect(effect.startingTurn == 1)
    // JournalEffect.sentCount
    #expect(effect.sentCount == 1)
    // JournalEffect.end, JournalEffect.End
    let end: JournalEffect.End = try #require(effect.end)
    // JournalEffect.End.reason, JournalEffect.End.Reason.cancelled
    #expect(end.reason == .cancelled)
    // JournalEffect.End.turn
    #expect(end.turn == 3)
    // JournalEffect.End.time
    #expect(end.time >= effect.begin)
    // JournalEffect.End.Reason
    typealias Reason = JournalEffect.End.Reason
    let others: [Reason] = [
      // JournalEffect.End.Reason.finished
      Reason.finished,
      // JournalEffect.End.Reason.endedWithState
      Reason.endedWithState,
    ]
    #expect(others.contains(end.reason) == false)
  }

  // ## Show a run

  @Test func `a journal is shown`() throws {
    let store = makeStore()
    let journal = store.journal()
    store.send(.addButtonTapped)
    // Journal.text(width:maxLines:)
    let text = journal.text(width: 80)
    // Journal.html(title:)
    let page = journal.html(title: "Checkout")
    // Journal.traceEvents(title:)
    let trace = journal.traceEvents()
    #expect(text.contains("addButtonTapped"))
    #expect(page.contains("Checkout"))
    #expect(try JSONSerialization.jsonObject(with: Data(trace.utf8)) is [String: Any])
  }
}
