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

  enum Detail {
    struct State: Equatable {
      let id: Book.ID
      var isDeleting = false
    }

    static let reducer = Reducer<Sharing<State, Books>, Action, Void> { state, action, _ in
      switch action {
      case .deleteButtonTapped:
        state.isDeleting = true
        return .none
      case .deletionConfirmed:
        state.shared.remove(id: state.id)
        return .dismiss
      }
    }
  }

  enum Reader {
    struct State: Equatable {
      let id: Book.ID
    }

    enum Action: Equatable {
      case titleChanged(String)
    }

    static let reducer = Reducer<Sharing<State, Books>, Action, Void>.withoutEffects {
      state,
      action in
      guard case .titleChanged(let title) = action else { return }
      state.shared[id: state.id]?.title = title
    }
  }

  enum BookScreen {
    static let reducer = Reducer<Sharing<State, Books>, Action, Void>.combine(
      Detail.reducer.pullback(state: /State.detail, action: /Action.detail),
      Reader.reducer.pullback(state: /State.reader, action: /Action.reader)
    )
  }

  enum Editor {
    struct State: Equatable {
      var title = ""
    }

    enum Action: Equatable {
      case addButtonTapped
    }

    static let reducer = Reducer<Sharing<State, Books>, Action, Void> { state, _, _ in
      state.shared.append(Book(id: state.shared.count, title: state.title))
      return .dismiss
    }
  }

  enum BookList {
    struct State: Equatable {
      var editor: Editor.State?
    }

    enum Action: Equatable {
      case addButtonTapped
      case editor(PresentationAction<Editor.Action>)
    }

    struct Environment: Sendable {
      var editor: Void = ()
    }

    static let reducer = Plain.editing
  }

  /// The list without its editor.
  enum Plain {
    enum BookList {
      typealias Action = SharingCommentTests.BookList.Action

      static let reducer = Reducer<
        Sharing<SharingCommentTests.BookList.State, Books>, Action,
        SharingCommentTests.BookList.Environment
      > { state, action, _ in
        if action == .addButtonTapped { state.editor = Editor.State(title: "Emma") }
        return .none
      }
    }

    static let editing =
      BookList.reducer.presenting(
        \.local.editor,
        sharing: \.shared,
        action: /BookList.Action.editor,
        Editor.reducer.environment(\.editor)
      )
  }

  enum Library {
    struct State: Equatable {
      var list = BookList.State()
      var books: Books = []
      var path: StackState<BookScreen.State> = []
    }

    static let reducer: Reducer<State, Action, Environment> =
      BookList.reducer
      .environment(\.list)
      .pullback(state: \.list, sharing: \.books, action: /Action.list)
  }

  @Test func `a library shares its books with the list`() {
    let path =
      BookScreen.reducer.forEach(
        stack: \Library.State.path,
        sharing: \.books,
        action: /Library.Action.path
      )
    let store = TestStore(
      initialState: Library.State(path: [.detail(Detail.State(id: 0))]),
      reducer: Reducer<Library.State, Library.Action, Library.Environment>.combine(
        Library.reducer,
        path.pullback(state: \.self, action: .`self`)
      ),
      environment: Library.Environment()
    )
    store.send(.list(.addButtonTapped)) { $0.list.editor = Editor.State(title: "Emma") }
    store.send(.list(.editor(.presented(.addButtonTapped)))) {
      $0.books = [Book(id: 0, title: "Emma")]
    }
    store.receive(.list(.editor(.dismiss))) { $0.list.editor = nil }
    store.send(.path(.element(id: 0, action: .detail(.deleteButtonTapped)))) {
      $0.path[id: 0] = .detail(Detail.State(id: 0, isDeleting: true))
    }
    store.send(.path(.element(id: 0, action: .detail(.deletionConfirmed)))) { $0.books = [] }
    store.receive(.path(.popFrom(id: 0))) { $0.path = [] }
  }

  @Test func `compositions that share state can pass their environment on unchanged`() {
    let plain = Reducer<Sharing<BookList.State, Books>, BookList.Action, Void>.withoutEffects {
      state,
      action in
      if action == .addButtonTapped { state.editor = Editor.State(title: "Emma") }
    }
    let editing =
      plain.presenting(
        \.local.editor,
        sharing: \.shared,
        action: /BookList.Action.editor,
        Editor.reducer
      )
    let list =
      plain.pullback(state: \Library.State.list, sharing: \.books, action: /Library.Action.list)
    let path =
      BookScreen.reducer.forEach(
        stack: \Library.State.path,
        sharing: \.books,
        action: /Library.Action.path
      )
    let store = TestStore(
      initialState: Library.State(books: [Book(id: 1)], path: [.reader(Reader.State(id: 1))]),
      reducer: .combine(list, path),
      environment: ()
    )
    store.send(.list(.addButtonTapped)) { $0.list.editor = Editor.State(title: "Emma") }
    store.send(.path(.element(id: 0, action: .reader(.titleChanged("Persuasion"))))) {
      $0.books[id: 1]?.title = "Persuasion"
    }
    let part = TestStore(
      initialState: Sharing(BookList.State(editor: Editor.State(title: "Emma")), Books()),
      reducer: editing,
      environment: ()
    )
    part.send(.editor(.presented(.addButtonTapped))) { $0.shared = [Book(id: 0, title: "Emma")] }
    part.receive(.editor(.dismiss)) { $0.editor = nil }
  }
}

/// The examples in the comments of compositions with the same environment.
@Suite struct SameEnvironmentCommentTests {
  enum Counter {
    struct State: Equatable, Identifiable {
      let id: Int
      var count = 0
    }

    static let reducer = Reducer<State, Int, Void>.withoutEffects { state, number in
      state.count += number
    }
  }

  struct State: Equatable {
    var counter = Counter.State(id: 0)
    var login: Counter.State? = Counter.State(id: 1)
    var rows: IdentifiedArrayOf<Counter.State> = [Counter.State(id: 2)]
    var players = ["Ann": Counter.State(id: 3)]
    var squares = [Counter.State(id: 4)]
    var path: StackState<Counter.State> = [Counter.State(id: 5)]
    var editor: Counter.State? = Counter.State(id: 6)

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
    case path(StackAction<Counter.State, Int>)
    case editor(PresentationAction<Int>)
  }

  enum Screens {
    enum State: Equatable {
      case login(Counter.State)
    }

    enum Action: Equatable {
      case login(Int)
    }
  }

  @Test func `each composition runs the reducer of its child`() {
    let child = Counter.reducer
    let whole = Reducer<State, Action, Void>.combine(
      child.pullback(state: \State.counter, action: /Action.counter),
      child.forEach(state: \State.rows, action: /Action.row),
      child.forEach(state: \State.players, action: /Action.player),
      child.forEach(state: \State.squares, action: /Action.square),
      child.forEach(stack: \State.path, action: /Action.path),
      Reducer.empty.presenting(\.editor, action: /Action.editor, child)
    )
    var state = State()
    let actions: [Action] = [
      .counter(1), .row(id: 2, action: 10), .player(name: "Ann", action: 100), .square(0, 1_000),
      .path(.element(id: 0, action: 10_000)), .editor(.presented(100_000)),
    ]
    for action in actions { _ = whole.run(&state, action, ()) }
    #expect(state.sum == 111_111)
  }

  @Test func `a pullback runs the reducer of a case`() {
    let reducer: Reducer<Screens.State, Screens.Action, Void> =
      Counter.reducer.pullback(state: /Screens.State.login, action: /Screens.Action.login)
    var state = Screens.State.login(Counter.State(id: 1))
    _ = reducer.run(&state, .login(5), ())
    #expect(state == .login(Counter.State(id: 1, count: 5)))
  }
}

extension SharingCommentTests.Detail {
  enum Action: Equatable {
    case deleteButtonTapped
    case deletionConfirmed
  }
}

extension SharingCommentTests.BookScreen {
  enum State: Equatable {
    case detail(SharingCommentTests.Detail.State)
    case reader(SharingCommentTests.Reader.State)
  }

  enum Action: Equatable {
    case detail(SharingCommentTests.Detail.Action)
    case reader(SharingCommentTests.Reader.Action)
  }
}

extension SharingCommentTests.Library {
  enum Action: Equatable {
    case list(SharingCommentTests.BookList.Action)
    case path(
      StackAction<SharingCommentTests.BookScreen.State, SharingCommentTests.BookScreen.Action>
    )
  }

  struct Environment: Sendable {
    var list = SharingCommentTests.BookList.Environment()
  }
}
