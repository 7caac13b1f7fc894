// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of shared state, and of compositions with the same environment.
@Suite struct SharingCommentTests {
  struct Book: Equatable, Identifiable {
    let id: Int
    var title = ""
  }

  typealias Books = IdentifiedArrayOf<Book>

  struct DetailState: Equatable {
    let id: Book.ID
    var isDeleting = false
  }

  enum DetailAction: Equatable {
    case deleteButtonTapped
    case deletionConfirmed
  }

  let detailReducer = Reducer<Sharing<DetailState, Books>, DetailAction, Void> {
    state,
    action,
    _ in
    switch action {
    case .deleteButtonTapped:
      state.isDeleting = true
      return .none
    case .deletionConfirmed:
      state.shared.remove(id: state.id)
      return .dismiss
    }
  }

  struct ReaderState: Equatable {
    let id: Book.ID
  }

  enum ReaderAction: Equatable {
    case titleChanged(String)
  }

  let readerReducer = Reducer<Sharing<ReaderState, Books>, ReaderAction, Void> { state, action, _ in
    guard case .titleChanged(let title) = action else { return .none }
    state.shared[id: state.id]?.title = title
    return .none
  }

  enum ScreenState: Equatable {
    case detail(DetailState)
    case reader(ReaderState)
  }

  enum ScreenAction: Equatable {
    case detail(DetailAction)
    case reader(ReaderAction)
  }

  struct EditorState: Equatable {
    var title = ""
  }

  enum EditorAction: Equatable {
    case addButtonTapped
  }

  struct ListEnvironment: Sendable {
    var editor: Void = ()
  }

  let editorReducer = Reducer<Sharing<EditorState, Books>, EditorAction, Void> { state, _, _ in
    state.shared.append(Book(id: state.shared.count, title: state.title))
    return .dismiss
  }

  struct ListState: Equatable {
    var editor: EditorState?
  }

  enum ListAction: Equatable {
    case addButtonTapped
    case editor(PresentationAction<EditorAction>)
  }

  let plainListReducer = Reducer<Sharing<ListState, Books>, ListAction, ListEnvironment> {
    state,
    action,
    _ in
    if action == .addButtonTapped { state.editor = EditorState(title: "Emma") }
    return .none
  }

  struct LibraryState: Equatable {
    var list = ListState()
    var books: Books = []
    var path: StackState<ScreenState> = []
  }

  enum LibraryAction: Equatable {
    case list(ListAction)
    case path(StackAction<ScreenState, ScreenAction>)
  }

  struct LibraryEnvironment: Sendable {
    var list = ListEnvironment()
  }

  @Test func `a library shares its books with the list`() {
    let listReducer = Self().editing(plainListReducer)
    let libraryReducer: Reducer<LibraryState, LibraryAction, LibraryEnvironment> =
      listReducer
      .environment(\.list)
      .pullback(state: \.list, sharing: \.books, action: /LibraryAction.list)
    let screenReducer = Reducer<Sharing<ScreenState, Books>, ScreenAction, Void>.combine(
      detailReducer.pullback(state: /ScreenState.detail, action: /ScreenAction.detail),
      readerReducer.pullback(state: /ScreenState.reader, action: /ScreenAction.reader)
    )
    let pathReducer =
      screenReducer.forEach(
        stack: \LibraryState.path,
        sharing: \.books,
        action: /LibraryAction.path
      )
    let store = TestStore(
      initialState: LibraryState(path: [.detail(DetailState(id: 0))]),
      reducer: Reducer<LibraryState, LibraryAction, LibraryEnvironment>.combine(
        libraryReducer,
        pathReducer.pullback(state: \.self, action: .`self`)
      ),
      environment: LibraryEnvironment()
    )
    store.send(.list(.addButtonTapped)) { $0.list.editor = EditorState(title: "Emma") }
    store.send(.list(.editor(.presented(.addButtonTapped)))) {
      $0.books = [Book(id: 0, title: "Emma")]
    }
    store.receive(.list(.editor(.dismiss))) { $0.list.editor = nil }
    store.send(.path(.element(id: 0, action: .detail(.deleteButtonTapped)))) {
      $0.path[id: 0] = .detail(DetailState(id: 0, isDeleting: true))
    }
    store.send(.path(.element(id: 0, action: .detail(.deletionConfirmed)))) { $0.books = [] }
    store.receive(.path(.popFrom(id: 0))) { $0.path = [] }
  }

  private func editing(
    _ listReducer: Reducer<Sharing<ListState, Books>, ListAction, ListEnvironment>
  ) -> Reducer<Sharing<ListState, Books>, ListAction, ListEnvironment> {
    listReducer.presenting(
      \.local.editor,
      sharing: \.shared,
      action: /ListAction.editor,
      editorReducer.environment(\.editor)
    )
  }

  @Test func `the environment is the same`() {
    let listReducer = Reducer<Sharing<ListState, Books>, ListAction, Void> { state, action, _ in
      if action == .addButtonTapped { state.editor = EditorState(title: "Emma") }
      return .none
    }
    let screenReducer = Reducer<Sharing<ScreenState, Books>, ScreenAction, Void>.combine(
      detailReducer.pullback(state: /ScreenState.detail, action: /ScreenAction.detail),
      readerReducer.pullback(state: /ScreenState.reader, action: /ScreenAction.reader)
    )
    let editing =
      listReducer.presenting(
        \.local.editor,
        sharing: \.shared,
        action: /ListAction.editor,
        editorReducer
      )
    let list =
      listReducer.pullback(state: \LibraryState.list, sharing: \.books, action: /LibraryAction.list)
    let path =
      screenReducer.forEach(
        stack: \LibraryState.path,
        sharing: \.books,
        action: /LibraryAction.path
      )
    let store = TestStore(
      initialState: LibraryState(books: [Book(id: 1)], path: [.reader(ReaderState(id: 1))]),
      reducer: .combine(list, path),
      environment: ()
    )
    store.send(.list(.addButtonTapped)) { $0.list.editor = EditorState(title: "Emma") }
    store.send(.path(.element(id: 0, action: .reader(.titleChanged("Persuasion"))))) {
      $0.books[id: 1]?.title = "Persuasion"
    }
    let part = TestStore(
      initialState: Sharing(ListState(editor: EditorState(title: "Emma")), Books()),
      reducer: editing,
      environment: ()
    )
    part.send(.editor(.presented(.addButtonTapped))) { $0.shared = [Book(id: 0, title: "Emma")] }
    part.receive(.editor(.dismiss)) { $0.editor = nil }
  }
}

/// The examples in the comments of compositions with the same environment.
@Suite struct SameEnvironmentCommentTests {
  struct Counter: Equatable, Identifiable {
    let id: Int
    var count = 0
  }

  let counterReducer = Reducer<Counter, Int, Void> { state, number, _ in
    state.count += number
    return .none
  }

  enum LoginState: Equatable {
    case counter(Counter)
  }

  struct State: Equatable {
    var counter = Counter(id: 0)
    var login: Counter? = Counter(id: 1)
    var rows: IdentifiedArrayOf<Counter> = [Counter(id: 2)]
    var players = ["Ann": Counter(id: 3)]
    var squares = [Counter(id: 4)]
    var path: StackState<Counter> = [Counter(id: 5)]
    var editor: Counter? = Counter(id: 6)

    var sum: Int {
      counter.count + (login?.count ?? 0) + rows[0].count + (players["Ann"]?.count ?? 0)
        + squares[0].count + (path[id: 0]?.count ?? 0) + (editor?.count ?? 0)
    }
  }

  enum Action: Sendable {
    case counter(Int)
    case row(id: Int, action: Int)
    case player(name: String, action: Int)
    case square(Int, Int)
    case path(StackAction<Counter, Int>)
    case editor(PresentationAction<Int>)
  }

  typealias AppState = State
  typealias AppAction = Action
  typealias ListState = State
  typealias ListAction = Action
  typealias ScoreboardState = State
  typealias ScoreboardAction = Action
  typealias BoardState = State
  typealias BoardAction = Action
  typealias BookAction = Action

  enum Screens: Equatable {
    case login(Counter)
  }

  enum ScreensAction: Equatable {
    case login(Int)
  }

  @Test func `each composition runs its reducer`() {
    let rowReducer = counterReducer
    let playerReducer = counterReducer
    let squareReducer = counterReducer
    let screenReducer = counterReducer
    let editorReducer = counterReducer
    let bookReducer = Reducer<State, Action, Void>.empty
    let whole = Reducer<State, Action, Void>.combine(
      counterReducer.pullback(state: \AppState.counter, action: /AppAction.counter),
      rowReducer.forEach(state: \ListState.rows, action: /ListAction.row),
      playerReducer.forEach(state: \ScoreboardState.players, action: /ScoreboardAction.player),
      squareReducer.forEach(state: \BoardState.squares, action: /BoardAction.square),
      screenReducer.forEach(stack: \AppState.path, action: /AppAction.path),
      bookReducer.presenting(\.editor, action: /BookAction.editor, editorReducer)
    )
    var state = State()
    let actions: [Action] = [
      .counter(1), .row(id: 2, action: 10), .player(name: "Ann", action: 100), .square(0, 1_000),
      .path(.element(id: 0, action: 10_000)), .editor(.presented(100_000)),
    ]
    for action in actions { _ = whole.run(&state, action, ()) }
    #expect(state.sum == 111_111)
  }

  @Test func `a case runs its reducer`() {
    typealias AppState = Screens
    typealias AppAction = ScreensAction
    let loginReducer = counterReducer
    let reducer: Reducer<Screens, ScreensAction, Void> =
      loginReducer.pullback(state: /AppState.login, action: /AppAction.login)
    var state = Screens.login(Counter(id: 1))
    _ = reducer.run(&state, .login(5), ())
    #expect(state == .login(Counter(id: 1, count: 5)))
  }
}
