// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/Navigation.md`.

enum NoteEditor {
  struct State: Equatable {
    var text: String
  }

  enum Action: FeatureAction, Equatable {
    case cancelButtonTapped
    case doneButtonTapped
    case textChanged(String)

    enum Output: Equatable {
      case finished(String)
    }
  }

  static let reducer = Reducer<State, Action, Library.Environment> { state, action, _ in
    switch action {
    case .cancelButtonTapped:
      return .dismiss
    case .doneButtonTapped:
      return .merge(.output(.finished(state.text)), .dismiss)
    case .textChanged(let text):
      state.text = text
      return .none
    }
  }
}

enum BookDestination {
  enum State: Equatable {
    case alert(AlertState<Alert>)
    case note(NoteEditor.State)
  }

  enum Action: Equatable {
    case alert(Alert)
    case note(NoteEditor.Action)
  }

  enum Alert: Equatable {
    case archiveButtonTapped
    case deleteButtonTapped
  }

  static let note = ChildCase(/State.note, /Action.note)

  static let reducer = NoteEditor.reducer.pullback(note)
}

enum BookPage {
  struct State: Equatable {
    let id: Int
    var note = ""
    var summary: String?
    var destination: BookDestination.State?
  }

  enum Action: FeatureAction, Equatable {
    case authorButtonTapped
    case deleteButtonTapped
    case noteButtonTapped
    case summaryResponse(String)
    case destination(PresentationAction<BookDestination.Action>)

    enum Output: Equatable {
      case authorSelected(book: Int)
      case deleted(book: Int)
    }
  }

  static let reducer = Reducer<State, Action, Library.Environment> { state, action, _ in
    switch action {
    case .authorButtonTapped:
      return .output(.authorSelected(book: state.id))
    case .deleteButtonTapped:
      state.destination = .alert(.deleteBook)
    case .noteButtonTapped:
      state.destination = .note(NoteEditor.State(text: state.note))
    case .summaryResponse(let summary):
      state.summary = summary
    case .destination(.presented(.alert(.deleteButtonTapped))):
      return .output(.deleted(book: state.id))
    case .destination:
      break
    }
    return .none
  }
  .presenting(\.destination, action: /Action.destination, BookDestination.reducer)
  .onOutput(of: NoteEditor.Action.self) { output, state, _, _ in
    switch output {
    case .finished(let text):
      state.note = text
    }
    return .none
  }
  .onMount { state, environment in
    environment.summary(state.id).map(Action.summaryResponse)
  }
}

extension AlertState where Action == BookDestination.Alert {
  static let deleteBook = Self(
    title: "Remove this book?",
    style: .confirmationDialog,
    buttons: [
      .destructive("Delete", send: .deleteButtonTapped),
      .default("Archive", send: .archiveButtonTapped),
      .cancel(),
    ]
  )
}

enum Author {
  struct State: Equatable {
    var name: String
  }

  enum Action: Equatable {
    case bookTapped(Int)
    case closeButtonTapped
  }

  static let reducer = Reducer<State, Action, Library.Environment> { _, action, _ in
    action == .closeButtonTapped ? .dismiss : .none
  }
}

enum LibraryScreen {
  enum State: Equatable {
    case author(Author.State)
    case book(BookPage.State)
  }

  enum Action: Equatable {
    case author(Author.Action)
    case book(BookPage.Action)
  }

  static let author = ChildCase(/State.author, /Action.author)
  static let book = ChildCase(/State.book, /Action.book)

  static let reducer = Reducer<State, Action, Library.Environment>.combine(
    Author.reducer.pullback(author),
    BookPage.reducer.pullback(book)
  )
}

enum Library {
  struct State: Equatable {
    var authors = [1: "Jane Austen", 2: "Mary Shelley"]
    var path: StackState<LibraryScreen.State> = []
  }

  enum Action: Equatable {
    case bookTapped(Int)
    case path(StackAction<LibraryScreen.State, LibraryScreen.Action>)
  }

  struct Environment: Sendable {
    var saveDraft: @Sendable (String) -> Effect<Never, Never> = { _ in .none }
    var summary: @Sendable (Int) -> Effect<String, Never>
  }

  static let reducer = Reducer<State, Action, Environment>.combine(
    LibraryScreen.reducer.forEach(stack: \.path, action: /Action.path),
    .withoutEffects { state, action in
      switch action {
      case .bookTapped(let id), .path(.element(_, .author(.bookTapped(let id)))):
        state.path.append(.book(BookPage.State(id: id)))
      case .path:
        break
      }
    }
  )
  .onOutput(of: BookPage.Action.self) { output, state, action, _ in
    switch output {
    case .authorSelected(let book):
      state.path.append(.author(Author.State(name: state.authors[book] ?? "Unknown")))
    case .deleted(let book):
      state.authors[book] = nil
      guard case .path(.element(let id, _)) = action else { return .none }
      state.path.pop(from: id)
    }
    return .none
  }
}

enum Draft {
  struct State: Equatable {
    var text = ""
    var alert: AlertState<Alert>?
  }

  enum Alert: Equatable { case discardButtonTapped }

  enum Action: Equatable {
    case alert(PresentationAction<Alert>)
    case cancelButtonTapped
    case textChanged(String)
  }

  static let reducer = Reducer<State, Action, Void> { state, action, _ in
    switch action {
    case .alert(.presented(.discardButtonTapped)):
      state.text = ""
      return .dismiss
    case .alert: return .none
    case .cancelButtonTapped: return .dismiss
    case .textChanged(let text):
      state.text = text
      return .none
    }
  }
  .presenting(dialog: \.alert, action: /Action.alert)
  .shouldDismiss { state in
    guard state.text.isEmpty == false else { return true }
    state.alert = AlertState(
      title: "Discard changes?",
      buttons: [.destructive("Discard", send: .discardButtonTapped), .cancel("Keep editing")]
    )
    return false
  }
}

@Test func `a swipe asks before it discards a draft`() {
  enum Desk {
    struct State: Equatable { var draft: Draft.State? }
    enum Action: Equatable { case draft(PresentationAction<Draft.Action>) }
  }
  let store = TestStore(
    initialState: Desk.State(draft: Draft.State(text: "Dear")),
    reducer: Reducer<Desk.State, Desk.Action, Void>.empty
      .presenting(\.draft, action: /Desk.Action.draft, Draft.reducer),
    environment: ()
  )
  store.send(.draft(.dismiss)) {
    $0.draft?.alert = AlertState(
      title: "Discard changes?",
      buttons: [.destructive("Discard", send: .discardButtonTapped), .cancel("Keep editing")]
    )
  }
  store.send(.draft(.presented(.alert(.presented(.discardButtonTapped))))) {
    $0.draft?.text = ""
    $0.draft?.alert = nil
  }
  store.receive(.draft(.dismiss)) { $0.draft = nil }
}

extension NoteEditor {
  static let savingReducer = reducer.onUnmount { state, environment in
    environment.saveDraft(state.text).fireAndForget()
  }
}

@Test func `a swipe saves the draft`() {
  enum Page {
    struct State: Equatable { var note: NoteEditor.State? }
    enum Action: Equatable { case note(PresentationAction<NoteEditor.Action>) }
  }
  let saved = Recorder<[String]>([])
  let store = TestStore(
    initialState: Page.State(note: NoteEditor.State(text: "")),
    reducer: Reducer<Page.State, Page.Action, Library.Environment>.empty
      .presenting(\.note, action: /Page.Action.note, NoteEditor.savingReducer),
    environment: Library.Environment(
      saveDraft: { text in .fireAndForget { saved.update { $0.append(text) } } },
      summary: { _ in .none }
    )
  )
  store.send(.note(.presented(.textChanged("Read again")))) { $0.note?.text = "Read again" }
  store.send(.note(.dismiss)) { $0.note = nil }
  store.fireAndForget()
  #expect(saved.value == ["Read again"])
}

@Test func `a note is saved, and a deleted book takes its screens away`() {
  let store = TestStore(
    initialState: Library.State(),
    reducer: Library.reducer,
    environment: Library.Environment(summary: { Effect(value: "Book \($0).") })
  )
  let book = store.screen(0, of: \.path, /Library.Action.path).part(LibraryScreen.book)
  let note = book.presented(\.destination, /BookPage.Action.destination)
    .part(BookDestination.note)

  store.send(.bookTapped(1)) { $0.path.append(.book(BookPage.State(id: 1))) }
  book.receive(.summaryResponse("Book 1.")) { $0.summary = "Book 1." }

  book.send(.noteButtonTapped) { $0.destination = .note(NoteEditor.State(text: "")) }
  note.send(.textChanged("Irony")) { $0.text = "Irony" }
  // The book has handled the output in the same turn.
  note.send(
    .doneButtonTapped,
    parent: { $0.path[id: 0, /LibraryScreen.State.book]?.note = "Irony" }
  )
  book.receive(.destination(.dismiss)) { $0.destination = nil }

  book.send(.deleteButtonTapped) { $0.destination = .alert(.deleteBook) }
  store.send(
    .path(.element(id: 0, action: .book(.destination(.presented(.alert(.deleteButtonTapped))))))
  ) {
    $0.authors[1] = nil
    $0.path.removeAll()
  }
}

@Test func `an editor is tested by itself`() {
  let store = TestStore(
    initialState: NoteEditor.State(text: "Irony"),
    reducer: NoteEditor.reducer,
    environment: Library.Environment(summary: { _ in .none })
  )
  store.send(.doneButtonTapped)
  store.output(.finished("Irony"))
  store.dismissed()
}

enum LibraryLink: Equatable, Sendable {
  case author(String)
  case book(Int)
  case note(book: Int)
}

let linkRouter = Router<LibraryLink> {
  Route(.case(LibraryLink.author)) {
    Path {
      "authors"
      Parameter(.string)
    }
  }
  Route(.case(LibraryLink.book)) {
    Path {
      "books"
      Parameter(.int)
    }
  }
  Route(.case(LibraryLink.note(book:))) {
    Path {
      "books"
      Parameter(.int)
      "note"
    }
  }
}

extension StackState<LibraryScreen.State> {
  init(_ link: LibraryLink) {
    switch link {
    case .author(let name): self = [.author(Author.State(name: name))]
    case .book(let id): self = [.book(BookPage.State(id: id))]
    case .note(let id):
      self = [.book(BookPage.State(id: id, destination: .note(NoteEditor.State(text: ""))))]
    }
  }
}

@Test func `a link leads to its screen`() throws {
  let link = try linkRouter.match(string: "/books/7/note")
  let store = TestStore(
    initialState: Library.State(path: StackState(link)),
    reducer: Library.reducer,
    environment: Library.Environment(summary: { Effect(value: "Book \($0).") })
  )
  let book = store.screen(0, of: \.path, /Library.Action.path).part(LibraryScreen.book)
  #expect(book.state?.destination == .note(NoteEditor.State(text: "")))
  // The screen has begun to load, although nobody has sent an action.
  book.receive(.summaryResponse("Book 7.")) { $0.summary = "Book 7." }
}

@Test func `a restored path has the ids of the saved one`() throws {
  var path: StackState<Int> = [1, 2, 3]
  path.pop(from: 1)
  path.append(4)
  let data = try JSONEncoder().encode(path)
  let restored = try JSONDecoder().decode(StackState<Int>.self, from: data)
  #expect(restored == path)
  #expect(restored.ids == [0, 3])
}

@Test @MainActor func `each screen has a store`() throws {
  let store = Store(
    initialState: Library.State(path: [.book(BookPage.State(id: 1))]),
    reducer: Library.reducer,
    environment: Library.Environment(summary: { Effect(value: "Book \($0).") })
  )
  let book = store.scope(screen: 0, of: \.path, action: Library.Action.path)?
    .scope(LibraryScreen.book)
  book?.send(.noteButtonTapped)
  let note = book?.scope(presented: \.destination, action: BookPage.Action.destination)?
    .scope(BookDestination.note)
  note?.send(.textChanged("Irony"))
  #expect(note?.text == "Irony")

  let path = store.scope(state: \.path, action: Library.Action.path)
  path.send(.push(.author(Author.State(name: "Jane Austen"))))
  #expect(path.ids == [0, 1])
  path.send(.popFrom(id: 1))
  path.popScreens(toMatch: [])
  #expect(path.isEmpty)
}

@Test func `a library pushes and pops screens`() {
  let store = TestStore(
    initialState: Library.State(),
    reducer: Library.reducer,
    environment: Library.Environment(summary: { _ in .none })
  )
  store.send(.bookTapped(1)) { $0.path.append(.book(BookPage.State(id: 1))) }
  store.send(.path(.element(id: 0, action: .book(.authorButtonTapped)))) {
    $0.path.append(.author(Author.State(name: "Jane Austen")))
  }
  store.send(.path(.element(id: 1, action: .author(.bookTapped(2))))) {
    $0.path.append(.book(BookPage.State(id: 2)))
  }
  store.send(.path(.popFrom(id: 2))) { $0.path.pop(from: 2) }
  store.send(.path(.element(id: 1, action: .author(.closeButtonTapped))))
  store.receive(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
  let book = store.screen(0, of: \.path, /Library.Action.path)
    .part(/LibraryScreen.State.book, /LibraryScreen.Action.book)
  book.send(.noteButtonTapped) { $0.destination = .note(NoteEditor.State(text: "")) }
  let note = book.presented(\.destination, /BookPage.Action.destination)
    .part(/BookDestination.State.note, /BookDestination.Action.note)
  note.send(.cancelButtonTapped)
  book.receive(.destination(.dismiss)) { $0.destination = nil }
}

@Test func `each printed link matches itself`() throws {
  for link in [LibraryLink.author("Jane Austen"), .book(1), .note(book: 2)] {
    let path = try linkRouter.path(for: link)
    #expect(try linkRouter.match(string: path) == link)
  }
}
