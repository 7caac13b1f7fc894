// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Outline
import Testing

/// Tests operations on items of any level and the resulting selection.
@Suite struct ItemTests {
  private let clock = RunLoop.test

  /// Advances the clock so that the store counts and saves its changes, and closes the outline.
  private func settle(_ store: OutlineStore, counts: OutlineCounts?) {
    clock.advance(by: 0.5)
    if let counts { store.receive(.counted(counts)) { $0.counts = counts } }
    clock.advance(by: 0.5)
    store.receiveSaved()
    store.close()
  }

  @Test func `toggling a parent also changes its children`() throws {
    let store = try OutlineStore(loading: TestFile(.shopping), clock)
    let toggleKale = try #require(OutlineAction.item(at: [UUID(1), UUID(3)], .doneToggled))
    store.send(toggleKale) {
      $0.document.items[id: UUID(1)]?.children[id: UUID(3)]?.isDone = true
      $0.file = .unsaved
    }
    store.receive(.counted(OutlineCounts(items: 4, done: 2, words: 5))) { $0.counts.done = 2 }
    store.send(.item(id: UUID(1), action: .doneToggled)) {
      $0.document.items[id: UUID(1)]?.isDone = true
    }
    store.send(.item(id: UUID(1), action: .doneToggled)) {
      $0.document.items[id: UUID(1)] = OutlineItem(
        1,
        "Buy vegetables",
        [OutlineItem(2, "Leek"), OutlineItem(3, "Kale")]
      )
    }
    settle(store, counts: OutlineCounts(items: 4, done: 0, words: 5))
  }

  @Test func `the user can indent, outdent and delete items`() throws {
    let store = try OutlineStore(loading: TestFile(.shopping), clock)
    store.send(.selectionMoved(by: 3)) { $0.selection = UUID(4) }
    store.send(.indentButtonTapped) {
      $0.document.items = [
        OutlineItem(
          1,
          "Buy vegetables",
          [OutlineItem(2, "Leek", isDone: true), OutlineItem(3, "Kale"), OutlineItem(4, "Cook")]
        )
      ]
      $0.file = .unsaved
    }
    store.receive(.counted(OutlineCounts(items: 4, done: 1, words: 5)))
    store.send(.outdentButtonTapped) { $0.document = .shopping }
    store.send(.outdentButtonTapped)
    store.send(.selectionMoved(by: -10)) { $0.selection = UUID(1) }
    store.send(.indentButtonTapped)
    store.send(.deleteButtonTapped) {
      $0.document.items = [OutlineItem(4, "Cook")]
      $0.selection = UUID(4)
    }
    store.send(.deleteButtonTapped) {
      $0.document.items = []
      $0.selection = nil
    }
    for action in [
      OutlineAction.deleteButtonTapped, .editButtonTapped, .indentButtonTapped,
      .outdentButtonTapped, .retryButtonTapped, .selectionMoved(by: 1),
    ] {
      store.send(action)
    }
    settle(store, counts: OutlineCounts())
  }

  @Test func `hiding or deleting the selected item selects the next item`() throws {
    let store = try OutlineStore(loading: TestFile(.shopping), clock)
    store.send(.selectionMoved(by: 1)) { $0.selection = UUID(2) }
    store.send(.settings(.set(\.hidesDone, true))) {
      $0.document.settings.hidesDone = true
      $0.file = .unsaved
      $0.selection = UUID(3)
    }
    store.send(.deleteButtonTapped) {
      $0.document.items[id: UUID(1)]?.children = [OutlineItem(2, "Leek", isDone: true)]
      $0.selection = UUID(4)
    }
    store.receive(.counted(OutlineCounts(items: 3, done: 1, words: 4))) {
      $0.counts = OutlineCounts(items: 3, done: 1, words: 4)
    }
    store.send(.item(id: UUID(4), action: .doneToggled)) {
      $0.document.items[id: UUID(4)]?.isDone = true
      $0.selection = UUID(1)
    }
    settle(store, counts: OutlineCounts(items: 3, done: 2, words: 4))
  }

  @Test func `an empty path has no item action`() {
    #expect(OutlineAction.item(at: [], .doneToggled) == nil)
    #expect(
      OutlineAction.item(at: [UUID(1)], .doneToggled)
        == .item(id: UUID(1), action: .doneToggled)
    )
    #expect(
      OutlineAction.item(at: [UUID(1), UUID(2), UUID(3)], .doneToggled)
        == .item(
          id: UUID(1),
          action: .child(id: UUID(2), action: .child(id: UUID(3), action: .doneToggled))
        )
    )
  }
}
