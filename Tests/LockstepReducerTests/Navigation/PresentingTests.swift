// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

@Suite struct PresentingTests {
  private let world = BookshopWorld()

  private func makeStore(_ state: Book = Book()) -> TestStore<Book, BookAction, BookshopWorld> {
    TestStore(initialState: state, reducer: bookReducer, environment: world)
  }

  @Test func `an action changes the presented feature`() {
    let store = makeStore()
    store.send(.editTapped) { $0.editor = Editor(draft: "Emma") }
    store.send(.editor(.presented(.typed("Persuasion")))) { $0.editor?.draft = "Persuasion" }
    store.send(.editor(.dismiss)) { $0.editor = nil }
  }

  @Test func `dismiss sends the dismiss action of the parent`() {
    let store = makeStore(Book(editor: Editor()))
    store.send(.editor(.presented(.cancelTapped)))
    store.receive(/BookAction.editor) {
      $0.editor = nil
    }
  }

  @Test func `an output is handled in the same turn`() {
    let store = makeStore(Book(editor: Editor(draft: "Lady Susan")))
    store.send(.editor(.presented(.doneTapped))) { $0.title = "Lady Susan" }
    store.output(.renamed("Lady Susan"))
    store.receive(/BookAction.editor) {
      $0.editor = nil
    }
  }

  @Test func `each button of a dialog closes it`() {
    let store = makeStore()
    store.send(.deleteTapped) {
      $0.alert = AlertState(
        title: "Delete?",
        buttons: [
          .destructive("Delete", send: .deleteTapped),
          .default("Archive", send: .archiveTapped),
          .cancel("Keep", send: .keepTapped),
        ]
      )
    }
    store.send(.alert(.presented(.archiveTapped))) { $0.alert = nil }
    store.exhaustivity = .all.subtracting(.stateChanges)
    store.send(.deleteTapped)
    store.send(.alert(.dismiss)) { $0.alert = nil }
    store.exhaustivity = .all
    store.send(.editTapped) { $0.editor = Editor(draft: "Emma") }
    store.send(.editor(.dismiss)) { $0.editor = nil }
  }

  @Test func `outputs pass through every level of a stack`() {
    let store = TestStore(initialState: Bookshop(), reducer: bookshopReducer, environment: world)
    store.send(.bookTapped("Emma")) { $0.path.append(Book()) }
    store.send(.path(.element(id: 0, action: .editTapped))) {
      $0.path[id: 0]?.editor = Editor(draft: "Emma")
    }
    store.send(.path(.element(id: 0, action: .editor(.presented(.doneTapped))))) {
      $0.log = ["renamed(\"Emma\") by 0"]
    }
    store.receive(/BookshopAction.path) { $0.path[id: 0]?.editor = nil }
    store.send(.path(.element(id: 0, action: .closeTapped)))
    store.receive(/BookshopAction.path) { $0.path = [] }
  }
}
