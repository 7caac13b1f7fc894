// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepJournal
import LockstepTesting
import Testing

/// The examples in the comments of journals.
@Suite @MainActor struct JournalCommentTests {
  private struct Shop: Equatable {
    var cart = Basket()
    var count = 0
  }

  private struct Basket: Equatable {
    var total = 0
  }

  private enum BasketAction: Sendable {
    case addButtonTapped
  }

  private enum ShopAction: Sendable {
    case cart(BasketAction)
    case counted
  }

  private let console = Console()
  private let store: Store<Shop, ShopAction>

  init() {
    store = Store(initialState: Shop(), reducer: Self.reducer, environment: ())
  }

  private static let reducer = Reducer<Shop, ShopAction, Void> { state, action, _ in
    switch action {
    case .cart(.addButtonTapped):
      state.cart.total += 12
      return Effect(value: .counted)
    case .counted:
      state.count += 1
      return .none
    }
  }

  private func print(_ values: Any...) { console.print(values) }

  @Test func `a journal lists the turns of a run and explains a value`() {
    let journal = store.journal()
    store.send(.cart(.addButtonTapped))

    for turn in journal.turns { print(turn.number, turn.action, "by \(turn.sender)") }
    if let reason = journal.why(\.cart.total) { print(reason) }

    #expect(console.lines.map { $0.prefix(3) } == ["1 c", "2 c", "car"])
    #expect(console.lines.last?.hasPrefix("cart.total: 0 → 12\n\n  1. ") == true)
  }

  @Test func `the journal of a test store explains a value`() {
    let store = TestStore(initialState: Shop(), reducer: Self.reducer, environment: ())
    store.exhaustivity = .off
    store.send(.cart(.addButtonTapped))
    if let reason = store.journal.why(\.count) { print(reason) }
    #expect(console.lines.last?.hasPrefix("count: 0 → 1\n\n  2. ") == true)
    #expect(console.lines.last?.contains("\n     at once, by turn 1\n  1. ") == true)
  }

  @Test func `a journal writes a run to files`() throws {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "JournalCommentTests-\(UUID())"
    )
    defer { try? FileManager.default.removeItem(at: url) }
    let journal = store.journal()
    store.send(.cart(.addButtonTapped))
    try journal.html(title: "Checkout").write(to: url, atomically: true, encoding: .utf8)
    #expect(try String(contentsOf: url, encoding: .utf8).contains("Checkout"))
    try journal.traceEvents().write(to: url, atomically: true, encoding: .utf8)
    #expect(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) is [String: Any])
  }
}
