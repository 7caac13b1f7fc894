// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepJournal
import LockstepTesting
import Testing

// The blocks of `Sources/LockstepJournal/LockstepJournal.docc/Articles/WhyIsThisSo.md`.

/// The texts of the article are those that its blocks print, and the messages of its tests.
@Suite struct WhyArticleTests {
  private static let article =
    "Sources/LockstepJournal/LockstepJournal.docc/Articles/WhyIsThisSo.md"

  private let console = Console()

  private func print(_ values: Any...) { console.print(values) }

  @Test func `the printed texts match the article`() throws {
    let printed = shopping() + [searching(), scoping()]
    let texts = try printed + [unexpected(), missing(), exploring()].map { try #require($0) }
    let blocks = try MarkdownFile(Self.article).blocks(in: "text")
    for (text, block) in zip(texts, blocks) { #expect(text == block) }
    #expect(texts.count == blocks.count)
  }

  /// Returns what a question prints.
  private func answer(_ ask: () -> Void) -> String {
    let count = console.lines.count
    ask()
    return console.lines[count...].joined(separator: "\n")
  }

  private func shopping() -> [String] {
    let queue = DispatchQueue.test
    let manual = ManualStore(
      initialState: TeaShop.State(),
      reducer: TeaShop.reducer,
      environment: .sample(queue)
    )
    let journal = manual.store.journal(clock: queue.clock)

    manual.send(.queryChanged("te"))
    queue.advance(by: 0.1)
    manual.send(.queryChanged("tea"))
    queue.advance(by: 1)
    manual.send(.cart(.addButtonTapped("Green tea")))
    queue.advance(by: 1)
    manual.send(.cart(.addButtonTapped("Mint tea")))
    manual.send(.cart(.orderButtonTapped))
    queue.advance(by: 1)

    let total = answer {
      if let reason = journal.why(\.cart.total) { print(reason) }
    }
    let action = answer {
      if let turn = journal.turn(8) {
        print(turn)
        if let cause = turn.cause { print("because of turn", cause) }
      }
    }
    let states = answer {
      if let before = journal.state(after: 6), let after = journal.state(after: 7) {
        print(diff(before.cart, after.cart) ?? "No difference.")
      }
    }
    let words = answer {
      for turn in journal.turns where turn.outputs.isEmpty == false {
        print(turn.number, turn.outputs[0])
      }
    }
    let run = answer {
      print(journal.text())
    }
    return [total, action, states, words, run]
  }

  private func searching() -> String {
    let queue = DispatchQueue.test
    let manual = ManualStore(
      initialState: TeaShop.State(),
      reducer: TeaShop.reducer,
      environment: .sample(queue)
    )
    let journal = manual.store.journal(clock: queue.clock)

    manual.send(.queryChanged("te"))
    queue.advance(by: 0.5)
    manual.send(.queryChanged("tea"))

    return answer {
      for effect in journal.effects {
        print(effect, effect.end?.reason ?? "running")
      }
    }
  }

  private func scoping() -> String {
    let queue = DispatchQueue.test
    let manual = ManualStore(
      initialState: TeaShop.State(),
      reducer: TeaShop.reducer,
      environment: .sample(queue)
    )
    let store = manual.store

    let cart = store.scope(state: \.cart, action: TeaShop.Action.cart)
    let journal = cart.journal()
    cart.send(.addButtonTapped("Green tea"))

    return answer {
      if let reason = journal.why(\.products) { print(reason) }
    }
  }

  private func unexpected() -> String? {
    withReportedIssues { orderingTooEarly() }.first?.text
  }

  private func orderingTooEarly() {
    let queue = DispatchQueue.test
    let store = TestStore(
      initialState: TeaShop.State(),
      reducer: TeaShop.reducer,
      environment: .sample(queue)
    )
    store.send(.cart(.addButtonTapped("Mint tea"))) { $0.cart.products = ["Mint tea"] }
    store.send(.cart(.orderButtonTapped)) {
      $0.cart.products = []
      $0.orders = [0]
    }
    queue.advance(by: 1)
  }

  private func missing() -> String? {
    withReportedIssues { searchingTooSlowly() }.first?.text
  }

  private func searchingTooSlowly() {
    let queue = DispatchQueue.test
    let store = TestStore(
      initialState: TeaShop.State(),
      reducer: TeaShop.reducer,
      environment: .sample(queue)
    )
    store.send(.queryChanged("te")) { $0.query = "te" }
    queue.advance(by: 0.5)
    store.send(.queryChanged("tea")) { $0.query = "tea" }
    queue.advance(by: 0.7)
    store.receive(.resultsLoaded(["Green tea", "Mint tea"])) {
      $0.results = ["Green tea", "Mint tea"]
    }
    store.skipRunning()
  }

  private func exploring() -> String? {
    let messages = Recorder<[String]>([])
    withKnownIssue {
      exploringOrders()
    } matching: { issue in
      messages.update { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    return messages.value.first { $0.hasPrefix("A schedule fails") }
  }

  private func exploringOrders() {
    explore {
      let store = TestStore(
        initialState: TeaShop.State(),
        reducer: TeaShop.reducer,
        environment: TeaShopClient(mainQueue: .immediate, price: { _ in 12 }, search: { [$0] })
      )
      store.exhaustivity = []
      store.send(.cart(.addButtonTapped("Green tea")))
      store.send(.cart(.orderButtonTapped))
      store.skipReceived()
      #expect(store.state.cart.total == 0)
    }
  }
  @Test func `the page of the module contains the first text`() throws {
    let page = try MarkdownFile("Sources/LockstepJournal/LockstepJournal.docc/LockstepJournal.md")
    #expect(page.blocks(in: "text") == [shopping()[0]])
  }
}
