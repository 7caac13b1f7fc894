// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Stores of screens, and the path as a binding.
@Suite struct StoreNavigationTests {
  private typealias Manual = ManualStore<Bookshop, BookshopAction>

  private func makeStore(_ titles: String...) -> Manual {
    ManualStore(
      initialState: Bookshop(path: StackState(titles.map { Book(title: $0) })),
      reducer: .combine(
        bookshopReducer,
        Reducer { state, action, _ in
          if case .bookTapped("reset") = action { state.path = [Book(title: "new")] }
          return .none
        }
      ),
      environment: BookshopWorld()
    )
  }

  @Test func `a store of a screen reads its state and sends its actions`() throws {
    let store = makeStore("Emma", "Sanditon").store
    let screen = try #require(store.scope(screen: 1, of: \.path, action: BookshopAction.path))
    #expect(screen.title == "Sanditon")
    screen.send(.saved("S."))
    #expect(screen.title == "S.")
    #expect(store.path.elements.map(\.title) == ["Emma", "S."])
    #expect(store.scope(screen: 2, of: \.path, action: BookshopAction.path) == nil)
    screen.send(.editTapped)
    let editor = try #require(screen.scope(presented: \.editor, action: BookAction.editor))
    editor.send(.typed("draft"))
    #expect(store.path[id: 1]?.editor?.draft == "draft")
    editor.send(.cancelTapped)
    #expect(screen.scope(presented: \.editor, action: BookAction.editor) == nil)
    #expect(editor.draft == "draft")
  }

  @Test
  func `a store of a popped screen keeps its last state and reports its actions`()
    throws
  {
    let issues = try withReportedIssues {
      let store = makeStore("Emma", "Sanditon").store
      let screen = try #require(store.scope(screen: 1, of: \.path, action: BookshopAction.path))
      store.send(.homeTapped)
      #expect(screen.title == "Sanditon")
      screen.send(.editTapped)
    }
    #expect(
      issues.map { $0.message.contains("the stack no longer had its screen with the id 1") } == [
        true
      ]
    )
  }

  @Test func `a store of a screen does not reach a new screen with the same id`() throws {
    let line: UInt = #line + 6
    let issues = try withReportedIssues {
      let store = makeStore("Emma").store
      let screen = try #require(store.scope(screen: 0, of: \.path, action: BookshopAction.path))
      store.send(.bookTapped("reset"))
      #expect(screen.title == "Emma")
      screen.send(.saved("lost"))
      #expect(store.path.elements.map(\.title) == ["new"])
    }
    #expect(issues.map(\.location.line) == [line])
    #expect(
      issues.map {
        $0.message.hasPrefix(
          "A scoped store sent an action while another screen had the sender's id 0."
        )
      } == [true]
    )
  }

  @Test func `the path is a binding`() throws {
    let store = makeStore().store
    let path = store.scope(state: \.path, action: BookshopAction.path)
    path.send(.push(Book(title: "a")))
    path.send(.push(Book(title: "b")))
    path.send(.push(Book(title: "c")))
    #expect(path.ids == [0, 1, 2])
    #expect(path.top?.title == "c")
    let screen = path.scope(screen: 1, of: \.self, action: { $0 })
    #expect(screen?.title == "b")
    screen?.send(.saved("B"))
    #expect(path.state.elements.map(\.title) == ["a", "B", "c"])
    path.send(.popFrom(id: 2))
    #expect(path.ids == [0, 1])
    path.send(.push(Book(title: "d")))
    #expect(path.ids == [0, 1, 3])
    path.popScreens(toMatch: [0, 1])
    #expect(path.ids == [0, 1])
    // The same screens, or more than there are.
    path.popScreens(toMatch: [0, 1])
    path.popScreens(toMatch: [0, 1, 9])
    #expect(path.ids == [0, 1])
    path.popScreens(toMatch: [9, 1])
    #expect(path.isEmpty)
    path.popScreens(toMatch: [])
    let popped = path.scope(screen: 0, of: \.self, action: { $0 })
    #expect(popped == nil)
  }

  @Test func `an observer of a screen is called only for changes of that screen`() throws {
    let store = makeStore("a", "b").store
    let screen = try #require(store.scope(screen: 0, of: \.path, action: BookshopAction.path))
    let titles = Recorder<[String]>([])
    let observation = screen.observe { book, _ in titles.update { $0.append(book.title) } }
    store.send(.path(.element(id: 1, action: .saved("B"))))
    store.send(.path(.element(id: 0, action: .saved("A"))))
    store.send(.path(.popFrom(id: 0)))
    observation.cancel()
    #expect(titles.value == ["a", "A"] || titles.value == ["A"])
  }

  @Test func `the store follows the presented feature`() {
    let store = makeStore("a").store
    var shown: [String] = []
    let screen = store.scope(screen: 0, of: \.path, action: BookshopAction.path)
    guard let screen else { return }
    let embed: (EditorAction) -> BookAction = { .editor(.presented($0)) }
    let observation = screen.ifLet(\.editor, action: embed) {
      shown.append($0.draft)
    } else: {
      shown.append("-")
    }
    screen.send(.editTapped)
    screen.send(.editor(.presented(.cancelTapped)))
    observation.cancel()
    #expect(shown == ["-", "a", "-"])
  }
}
