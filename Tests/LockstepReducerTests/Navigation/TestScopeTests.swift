// SPDX-License-Identifier: MIT

import Dispatch
import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Tests scoped test stores of screens, which assert the whole state.
@Suite struct TestScopeTests {
  enum Screen: Equatable, Sendable {
    case book(Book)
    case editor(Editor)
  }

  enum ScreenAction: Sendable {
    case book(BookAction)
    case editor(EditorAction)
  }

  struct Shop: Equatable {
    var path: StackState<Screen> = []
    var sheet: Screen?
    var count = 0
  }

  enum ShopAction: Sendable {
    case path(StackAction<Screen, ScreenAction>)
    case sheet(PresentationAction<ScreenAction>)
    case resetTapped
  }

  private static let screens = Reducer<Screen, ScreenAction, BookshopWorld>.combine(
    bookReducer.pullback(state: /Screen.book, action: /ScreenAction.book),
    editorReducer.pullback(state: /Screen.editor, action: /ScreenAction.editor)
  )

  private static let reducer =
    screens
    .environment { (world: BookshopWorld) in world }
    .forEach(stack: \Shop.path, action: /ShopAction.path)
    .combined(
      with: Reducer { state, action, _ in
        if case .resetTapped = action { state.path.removeAll() }
        return .none
      }
    )
    .presenting(\.sheet, action: /ShopAction.sheet, screens)
    .onOutput(of: BookAction.self) { output, state, _, _ in
      state.count += 1
      return .none
    }

  private func makeStore(
    _ state: Shop = Shop(path: [.editor(Editor()), .book(Book())], sheet: .book(Book()))
  ) -> TestStore<Shop, ShopAction, BookshopWorld> {
    TestStore(initialState: state, reducer: Self.reducer, environment: BookshopWorld())
  }

  private typealias Store = TestStore<Shop, ShopAction, BookshopWorld>

  private func book(_ store: Store) -> TestScope<Shop, ShopAction, BookshopWorld, Book, BookAction>
  {
    store.screen(1, of: \.path, /ShopAction.path)
      .part(/Screen.book, /ScreenAction.book)
  }

  struct Street: Equatable {
    var left = Shop(sheet: .book(Book()))
    var right = Shop()
    var visits = 0
  }

  enum StreetAction: Sendable {
    case left(ShopAction)
    case right(ShopAction)
  }

  @Test func `scopes of a fixed part and its presented feature assert changes of the parent`() {
    let street = Reducer<Street, StreetAction, BookshopWorld>.combine(
      Self.reducer.pullback(state: \.left, action: /StreetAction.left),
      Self.reducer.pullback(state: \.right, action: /StreetAction.right),
      Reducer { state, _, _ in
        state.visits += 1
        return .none
      }
    )
    let store = TestStore(
      initialState: Street(left: Shop(path: [.editor(Editor())], sheet: .book(Book()))),
      reducer: street,
      environment: BookshopWorld()
    )
    let left = store.part(\.left, /StreetAction.left)
    let editor = left.screen(0, of: \.path, /ShopAction.path)
      .part(/Screen.editor, /ScreenAction.editor)
    editor.send(.typed("a")) {
      $0.draft = "a"
    } parent: {
      $0.visits = 1
    }
    left.send(.resetTapped) {
      $0.path.removeAll()
    } parent: {
      $0.visits = 2
    }
    left.send(.sheet(.dismiss)) {
      $0.sheet = nil
    } parent: {
      $0.visits = 3
    }
    withKnownIssue {
      left.part(\.self, .self).send(.resetTapped)
    } matching: {
      "\($0)".contains("visits: 3") && "\($0)".contains("visits: 4")
    }
  }

  @Test func `a step of a scope changes only its screen`() {
    let store = makeStore()
    let editor = store.screen(0, of: \.path, /ShopAction.path)
      .part(/Screen.editor, /ScreenAction.editor)
    editor.send(.typed("a")) { $0.draft = "a" }
    book(store).send(.saved("b")) { $0.title = "b" }
    let sheet = store.presented(\.sheet, /ShopAction.sheet)
      .part(/Screen.book, /ScreenAction.book)
    sheet.send(.editTapped) { $0.editor = Editor(draft: "Emma") }
    sheet.presented(\.editor, /BookAction.editor).send(.typed("c")) { $0.draft = "c" }
    #expect(store.state.path.elements == [.editor(Editor(draft: "a")), .book(Book(title: "b"))])
    #expect(sheet.state?.editor?.draft == "c")
  }

  @Test func `an enum screen has its own scope`() {
    let store = makeStore()
    let screen = store.screen(0, of: \.path, /ShopAction.path)
    screen.send(.editor(.typed("a"))) { $0 = .editor(Editor(draft: "a")) }
    store.presented(\.sheet, /ShopAction.sheet).send(.book(.saved("b"))) {
      $0 = .book(Book(title: "b"))
    }
    #expect(screen.part(/Screen.editor, /ScreenAction.editor).state?.draft == "a")
    #expect(screen.part(/Screen.book, /ScreenAction.book).state == nil)
  }

  @Test func `a step of a scope asserts changes of the parent`() {
    let store = makeStore()
    let book = book(store)
    book.send(.editTapped) { $0.editor = Editor(draft: "Emma") }
    let editor = book.presented(\.editor, /BookAction.editor)
    // The step changes `count`, which is outside of the scope.
    editor.send(.doneTapped, parent: { $0.count = 1 })
    book.receive(/BookAction.editor) { $0.editor = nil }
    store.send(.resetTapped) { $0.path.removeAll() }
  }

  @Test func `an unasserted change outside of the scope is a failure`() {
    let line: UInt = #line + 6
    let issues = withReportedIssues {
      let store = makeStore(Shop(path: [.book(Book(editor: Editor(draft: "Emma")))]))
      let editor = store.screen(0, of: \.path, /ShopAction.path)
        .part(/Screen.book, /ScreenAction.book)
        .presented(\.editor, /BookAction.editor)
      editor.send(.doneTapped)
      editor.receive(/EditorAction.typed)
      store.receive(/ShopAction.path) { $0.path[id: 0] = .book(Book()) }
    }
    #expect(issues.count == 2)
    #expect(issues.first?.location.line == line)
    #expect(
      issues.first?.message == """
        A state change does not match expectation: …

          Shop(
            … (2 unchanged)
        -   count: 0
        +   count: 1
          )

        (Expected: -, Actual: +)

        Change '$0' in the closure of this step to the state after the action.
        """
    )
    #expect(issues.last?.message.hasPrefix("Received an unexpected action") == true)
  }

  @Test func `actions are received by case and by condition`() async {
    let numbers = Subject<Int, Never>()
    let store = makeStore()
    let editor = store.screen(0, of: \.path, /ShopAction.path)
      .part(/Screen.editor, /ScreenAction.editor)
    editor.send(.start(numbers.effect.map(EditorAction.value)))
    numbers.send(1)
    editor.receive(/EditorAction.value) { $0.values = [1] }
    numbers.send(2)
    let isTwo: (Int) -> Bool = { $0 == 2 }
    editor.receive(/EditorAction.value, where: isTwo) { $0.values = [1, 2] }
    numbers.send(3)
    await editor.receive(/EditorAction.value, timeout: .seconds(9)) { $0.values = [1, 2, 3] }
    editor.send(.cancelTapped)
    store.receive(/ShopAction.path) { $0.path.removeAll() }
  }

  @Test func `equatable actions can be received as values`() {
    struct Parent: Equatable { var child: Int? = 0 }
    enum Action: Equatable { case child(PresentationAction<String>) }
    let reducer = Reducer<Parent, Action, Void>.empty.presenting(
      \.child,
      action: /Action.child,
      Reducer { state, action, _ in
        state += 1
        return action == "a" ? Effect(value: "b") : .none
      }
    )
    let store = TestStore(initialState: Parent(), reducer: reducer, environment: ())
    let child = store.presented(\.child, /Action.child)
    child.send("a") { $0 = 1 }
    child.receive("b") { $0 = 2 }
  }

  // MARK: Paths that lead nowhere

  @Test func `a step with a path to a missing state fails at its own line`() async {
    let line: UInt = #line + 10
    let issues = await withReportedIssues {
      let store = makeStore()
      let book = book(store)
      let wrongCase = store.screen(0, of: \.path, /ShopAction.path)
        .part(/Screen.book, /ScreenAction.book)
      let nothing = store.screen(9, of: \.path, /ShopAction.path)
      let editor = store.presented(\.sheet, /ShopAction.sheet)
        .part(/Screen.book, /ScreenAction.book)
        .presented(\.editor, /BookAction.editor)
      wrongCase.send(.editTapped) { $0.title = "not called" }
      nothing.receive(/ScreenAction.book)
      editor.send(.cancelTapped)
      await book.presented(\.editor, /BookAction.editor)
        .receive(/EditorAction.typed, timeout: .seconds(9))
    }
    #expect(issues.map(\.location.line) == [line, line + 1, line + 2, line + 4])
    let advice = """
      The step sent and asserted nothing. Show the child in an earlier step, or use the test store itself.
      """
    #expect(
      issues.map(\.message) == [
        """
        This step sends an action to a child whose state is missing.

        Path: \\Shop.path[id: 0] .. /Screen.book

        \(advice)
        """,
        """
        This step receives an action of a child whose state is missing.

        Path: \\Shop.path[id: 9]

        \(advice)
        """,
        """
        This step sends an action to a child whose state is missing.

        Path: \\Shop.sheet .. /Screen.book .. \\Book.editor

        \(advice)
        """,
        """
        This step receives an action of a child whose state is missing.

        Path: \\Shop.path[id: 1] .. /Screen.book .. \\Book.editor

        \(advice)
        """,
      ]
    )
  }

  @Test func `a step can remove the screen of its scope`() {
    let store = makeStore()
    let editor = store.screen(0, of: \.path, /ShopAction.path)
      .part(/Screen.editor, /ScreenAction.editor)
    store.exhaustivity = .off
    editor.send(.cancelTapped)
    store.exhaustivity = .all
    store.receive(/ShopAction.path) { $0.path.removeAll() }
    let sheet = store.presented(\.sheet, /ShopAction.sheet)
      .part(/Screen.book, /ScreenAction.book)
    sheet.send(.closeTapped)
    store.receive(/ShopAction.sheet) { $0.sheet = nil }
    #expect(sheet.state == nil)
  }

  @Test func `without exhaustivity, a closure for a removed screen is a failure`() {
    struct Parent: Equatable { var child: Int? = 0 }
    enum Action: Equatable { case child(PresentationAction<String>) }
    let reducer = Reducer<Parent, Action, Void>.empty.presenting(
      \.child,
      action: /Action.child,
      .empty,
      closesAfter: { _ in true }
    )
    let issues = withReportedIssues {
      let store = TestStore(initialState: Parent(), reducer: reducer, environment: ())
      store.exhaustivity = .off
      store.presented(\.child, /Action.child).send("a") { $0 = 2 }
    }
    #expect(
      issues.map(\.message) == [
        """
        The closure of this step threw an error: the step has removed the state of the scope; assert the change in 'parent'

        The state was not compared. Fix the closure, or catch the error in it.
        """
      ]
    )
    let store = TestStore(initialState: Parent(), reducer: reducer, environment: ())
    store.exhaustivity = .off
    store.presented(\.child, /Action.child).send("a")
    store.exhaustivity = .all
    #expect(store.state.child == nil)
  }
}
