// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// The examples in the comments of reducers without effects, of pairs of cases, of the payloads of cases in
/// collections, and of shared elements.
@Suite struct ChildCaseCommentTests {
  struct Book: Equatable, Identifiable, Sendable {
    let id: Int
    var title = ""
    var isRead = false
  }

  // MARK: Reducers without effects

  enum Stepper {
    struct State: Equatable { var count = 0 }
    enum Action: Equatable { case incrementTapped, decrementTapped }

    static let reducer = Reducer<State, Action, Void>.withoutEffects { state, action in
      switch action {
      case .incrementTapped: state.count += 1
      case .decrementTapped: state.count -= 1
      }
    }
  }

  @Test func `a reducer without effects changes the state`() {
    let store = TestStore(initialState: Stepper.State(), reducer: Stepper.reducer, environment: ())
    store.send(.incrementTapped) { $0.count = 1 }
    store.send(.decrementTapped) { $0.count = 0 }
  }

  // MARK: Pairs of cases

  enum AuthorPage {
    struct State: Equatable {
      var name = ""
    }

    enum Action: Equatable {
      case renamed(String)
    }

    static let reducer = Reducer<State, Action, Void>.withoutEffects { state, action in
      switch action {
      case .renamed(let name): state.name = name
      }
    }
  }

  enum Pairs {
    enum BookPage {
      struct State: Equatable {
        var title = ""
        var isEditing = false
      }

      enum Action: Equatable {
        case noteButtonTapped
      }

      static let reducer = Reducer<State, Action, Void>.withoutEffects { state, action in
        switch action {
        case .noteButtonTapped: state.isEditing = true
        }
      }
    }

    enum LibraryScreen {
      enum State: Equatable {
        case author(AuthorPage.State)
        case book(BookPage.State)
      }

      enum Action: Equatable {
        case author(AuthorPage.Action)
        case book(BookPage.Action)
      }

      static let author = ChildCase(/State.author, /Action.author)
      static let book = ChildCase(/State.book, /Action.book)

      static let reducer = Reducer<State, Action, Void>.combine(
        AuthorPage.reducer.pullback(author),
        BookPage.reducer.pullback(book)
      )
    }

    enum Library {
      struct State: Equatable {
        var path: StackState<LibraryScreen.State> = [.book(BookPage.State(title: "Emma"))]
      }

      enum Action: Equatable {
        case noteTapped
        case path(StackAction<LibraryScreen.State, LibraryScreen.Action>)
      }

      static let reducer = Reducer<State, Action, Void>.combine(
        LibraryScreen.reducer.forEach(stack: \.path, action: /Action.path),
        .withoutEffects { state, action in
          if action == .noteTapped {
            state.path[id: 0, /LibraryScreen.State.book]?.isEditing = true
          }
        }
      )
    }

    @MainActor static func titles() -> [String] {
      var titles: [String] = []
      func show(_ title: String) { titles.append(title) }
      let library = Store(
        initialState: Library.State(),
        reducer: Library.reducer,
        environment: ()
      )
      guard let screen = library.scope(screen: 0, of: \.path, action: Library.Action.path) else {
        return []
      }
      if let book = screen.scope(LibraryScreen.book) {
        show(book.title)
      }
      return titles
    }

    static func test() {
      let store = TestStore(
        initialState: Library.State(),
        reducer: Library.reducer,
        environment: ()
      )
      let book = store.screen(0, of: \.path, /Library.Action.path).part(LibraryScreen.book)
      book.send(.noteButtonTapped) { $0.isEditing = true }
    }

    static func subscriptTest() {
      let store = TestStore(
        initialState: Library.State(),
        reducer: Library.reducer,
        environment: ()
      )
      store.send(.noteTapped) { $0.path[id: 0, /LibraryScreen.State.book]?.isEditing = true }
    }
  }

  @Test @MainActor func `a child case scopes a store to a screen`() {
    #expect(Pairs.titles() == ["Emma"])
  }

  @Test func `a child case scopes a test store to a screen`() { Pairs.test() }

  @Test func `a subscript changes the payload of a screen`() { Pairs.subscriptTest() }

  // MARK: Payloads of elements

  enum Shape: Equatable, Identifiable {
    case circle(Circle)
    case square(Int)

    var id: Int {
      switch self {
      case .circle(let circle): circle.id
      case .square(let id): id
      }
    }
  }

  struct Circle: Equatable {
    var id: Int
    var radius = 1
  }

  @Test func `a subscript changes a payload in place and removes an element`() {
    var shapes: IdentifiedArrayOf<Shape> = [.square(1), .circle(Circle(id: 2))]
    var larger = shapes
    larger[id: 2, /Shape.circle]?.radius = 3
    #expect(larger.last == .circle(Circle(id: 2, radius: 3)))
    shapes[id: 2, /Shape.circle]?.radius = 3  // Changes the payload, in place.
    shapes[id: 2, /Shape.circle] = nil  // Removes the element, if it is a circle.
    #expect(shapes == [.square(1)])
  }

  // MARK: Elements of a shared collection

  enum BookPage {
    struct State: Equatable {
      let id: Book.ID
      var isEditing = false
    }

    static let reducer = Reducer<Sharing<State, Book>, Action, Void>.withoutEffects {
      state,
      action in
      switch action {
      case .readTapped: state.shared.isRead = true
      case .editTapped: state.isEditing = true
      }
    }
  }

  enum Library {
    struct State: Equatable {
      var books: IdentifiedArrayOf<Book> = [Book(id: 1)]
      var path: StackState<BookPage.State> = [BookPage.State(id: 1)]
    }

    enum Action: Equatable {
      case path(StackAction<BookPage.State, BookPage.Action>)
    }

    static let reducer: Reducer<State, Action, Void> =
      BookPage.reducer.sharingElement(\.id).forEach(
        stack: \Library.State.path,
        sharing: \.books,
        action: /Library.Action.path
      )
  }

  @MainActor static func pages(of id: Int) -> [String] {
    var pages: [String] = []
    func show(_ title: String, _ isEditing: Bool) { pages.append("\(title) \(isEditing)") }
    let library = Store(
      initialState: Library.State(books: [Book(id: 1, title: "Emma")]),
      reducer: Library.reducer,
      environment: ()
    )
    library.send(.path(.element(id: id, action: .editTapped)))
    if let page = library.scope(
      screen: id,
      of: \.path,
      sharing: \.books,
      action: Library.Action.path
    )?.sharingElement(\.id) {
      show(page.shared.title, page.isEditing)
    }
    return pages
  }

  @Test @MainActor func `a store shows a page and its book`() {
    #expect(Self.pages(of: 0) == ["Emma true"])
  }

  @Test func `a page changes a shared book`() {
    let store = TestStore(initialState: Library.State(), reducer: Library.reducer, environment: ())
    let page = store.screen(0, of: \.path, /Library.Action.path)
    page.send(.editTapped) { $0.isEditing = true }
    page.send(.readTapped, parent: { $0.books[id: 1]?.isRead = true })
  }
}

extension ChildCaseCommentTests.BookPage {
  enum Action: Equatable {
    case editTapped
    case readTapped
  }
}
