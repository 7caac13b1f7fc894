// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import Testing

// The blocks of `Sources/Lockstep/Lockstep.docc/Articles/Navigation.md`.

struct NoteState: Equatable {
  var text: String
}

enum NoteAction: FeatureAction, Equatable {
  case cancelButtonTapped
  case doneButtonTapped
  case textChanged(String)

  enum Output: Equatable {
    case finished(String)
  }
}

let noteReducer = Reducer<NoteState, NoteAction, LibraryEnvironment> { state, action, _ in
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

enum BookDestination: Equatable {
  case alert(AlertState<BookAlertAction>)
  case note(NoteState)
}

enum BookDestinationAction: Equatable {
  case alert(BookAlertAction)
  case note(NoteAction)
}

enum BookAlertAction: Equatable {
  case archiveButtonTapped
  case deleteButtonTapped
}

let destinationReducer = noteReducer.pullback(
  state: /BookDestination.note,
  action: /BookDestinationAction.note
)

struct BookPage: Equatable {
  let id: Int
  var note = ""
  var summary: String?
  var destination: BookDestination?
}

enum BookPageAction: FeatureAction, Equatable {
  case authorButtonTapped
  case deleteButtonTapped
  case noteButtonTapped
  case summaryResponse(String)
  case destination(PresentationAction<BookDestinationAction>)

  enum Output: Equatable {
    case authorSelected(book: Int)
    case deleted(book: Int)
  }
}

let bookPageReducer = Reducer<BookPage, BookPageAction, LibraryEnvironment> { state, action, _ in
  switch action {
  case .authorButtonTapped:
    return .output(.authorSelected(book: state.id))
  case .deleteButtonTapped:
    state.destination = .alert(.deleteBook)
    return .none
  case .noteButtonTapped:
    state.destination = .note(NoteState(text: state.note))
    return .none
  case .summaryResponse(let summary):
    state.summary = summary
    return .none
  case .destination(.presented(.alert(.deleteButtonTapped))):
    return .output(.deleted(book: state.id))
  case .destination:
    return .none
  }
}
.presenting(
  \.destination,
  action: /BookPageAction.destination,
  destinationReducer,
  closesAfter: { if case .alert = $0 { true } else { false } }
)
.onOutput(of: NoteAction.self) { output, state, _, _ in
  switch output {
  case .finished(let text):
    state.note = text
    return .none
  }
}
.onMount { state, environment in
  environment.summary(state.id).map(BookPageAction.summaryResponse)
}

extension AlertState where Action == BookAlertAction {
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

struct AuthorState: Equatable {
  var name: String
}

enum AuthorAction: Equatable {
  case bookTapped(Int)
  case closeButtonTapped
}

let authorReducer = Reducer<AuthorState, AuthorAction, LibraryEnvironment> { _, action, _ in
  action == .closeButtonTapped ? .dismiss : .none
}

enum ScreenState: Equatable {
  case author(AuthorState)
  case book(BookPage)
}

enum ScreenAction: Equatable {
  case author(AuthorAction)
  case book(BookPageAction)
}

let screenReducer = Reducer<ScreenState, ScreenAction, LibraryEnvironment>.combine(
  authorReducer.pullback(
    state: /ScreenState.author,
    action: /ScreenAction.author
  ),
  bookPageReducer.pullback(
    state: /ScreenState.book,
    action: /ScreenAction.book
  )
)

struct LibraryState: Equatable {
  var authors = [1: "Jane Austen", 2: "Mary Shelley"]
  var path: StackState<ScreenState> = []
}

enum LibraryAction: Equatable {
  case bookTapped(Int)
  case path(StackAction<ScreenState, ScreenAction>)
}

struct LibraryEnvironment: Sendable {
  var saveDraft: @Sendable (String) -> Effect<Never, Never> = { _ in .none }
  var summary: @Sendable (Int) -> Effect<String, Never>
}

let libraryReducer = Reducer<LibraryState, LibraryAction, LibraryEnvironment>.combine(
  screenReducer.forEach(stack: \.path, action: /LibraryAction.path),
  Reducer { state, action, _ in
    switch action {
    case .bookTapped(let id), .path(.element(_, .author(.bookTapped(let id)))):
      state.path.append(.book(BookPage(id: id)))
      return .none
    case .path:
      return .none
    }
  }
)
.onOutput(of: BookPageAction.self) { output, state, action, _ in
  switch output {
  case .authorSelected(let book):
    state.path.append(.author(AuthorState(name: state.authors[book] ?? "Unknown")))
    return .none
  case .deleted(let book):
    state.authors[book] = nil
    guard case .path(.element(let id, _)) = action else { return .none }
    state.path.pop(from: id)
    return .none
  }
}

struct DraftState: Equatable {
  var text = ""
  var alert: AlertState<DraftAlert>?
}

enum DraftAlert: Equatable { case discardButtonTapped }

enum DraftAction: Equatable {
  case alert(PresentationAction<DraftAlert>)
  case cancelButtonTapped
  case textChanged(String)
}

let draftReducer = Reducer<DraftState, DraftAction, Void> { state, action, _ in
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
.presenting(dialog: \.alert, action: /DraftAction.alert)
.shouldDismiss { state in
  guard state.text.isEmpty == false else { return true }
  state.alert = AlertState(
    title: "Discard changes?",
    buttons: [.destructive("Discard", send: .discardButtonTapped), .cancel("Keep editing")]
  )
  return false
}

@Test func `a swipe asks before it discards a draft`() {
  struct Desk: Equatable { var draft: DraftState? }
  enum DeskAction: Equatable { case draft(PresentationAction<DraftAction>) }
  let store = TestStore(
    initialState: Desk(draft: DraftState(text: "Dear")),
    reducer: Reducer<Desk, DeskAction, Void>.empty
      .presenting(\.draft, action: /DeskAction.draft, draftReducer),
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

let savingNoteReducer = noteReducer.onUnmount { state, environment in
  environment.saveDraft(state.text).fireAndForget()
}

@Test func `a swipe saves the draft`() {
  struct Page: Equatable {
    var note: NoteState?
  }
  enum PageAction: Equatable {
    case note(PresentationAction<NoteAction>)
  }
  let saved = Recorder<[String]>([])
  let store = TestStore(
    initialState: Page(note: NoteState(text: "")),
    reducer: Reducer<Page, PageAction, LibraryEnvironment>.empty
      .presenting(\.note, action: /PageAction.note, savingNoteReducer),
    environment: LibraryEnvironment(
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
    initialState: LibraryState(),
    reducer: libraryReducer,
    environment: LibraryEnvironment(summary: { Effect(value: "Book \($0).") })
  )
  let book = store.screen(0, of: \.path, /LibraryAction.path)
    .part(/ScreenState.book, /ScreenAction.book)
  let note = book.presented(\.destination, /BookPageAction.destination)
    .part(/BookDestination.note, /BookDestinationAction.note)

  store.send(.bookTapped(1)) { $0.path.append(.book(BookPage(id: 1))) }
  book.receive(.summaryResponse("Book 1.")) { $0.summary = "Book 1." }

  book.send(.noteButtonTapped) { $0.destination = .note(NoteState(text: "")) }
  note.send(.textChanged("Irony")) { $0.text = "Irony" }
  // The book has handled the output in the same turn.
  note.send(
    .doneButtonTapped,
    parent: { state in
      state.path.modify(id: 0) { screen in
        (/ScreenState.book).modify(&screen) { $0.note = "Irony" }
      }
    }
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
    initialState: NoteState(text: "Irony"),
    reducer: noteReducer,
    environment: LibraryEnvironment(summary: { _ in .none })
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

extension StackState<ScreenState> {
  init(_ link: LibraryLink) {
    switch link {
    case .author(let name): self = [.author(AuthorState(name: name))]
    case .book(let id): self = [.book(BookPage(id: id))]
    case .note(let id): self = [.book(BookPage(id: id, destination: .note(NoteState(text: ""))))]
    }
  }
}

@Test func `a link leads to its screen`() throws {
  let link = try linkRouter.match(string: "/books/7/note")
  let store = TestStore(
    initialState: LibraryState(path: StackState(link)),
    reducer: libraryReducer,
    environment: LibraryEnvironment(summary: { Effect(value: "Book \($0).") })
  )
  let book = store.screen(0, of: \.path, /LibraryAction.path)
    .part(/ScreenState.book, /ScreenAction.book)
  #expect(book.state?.destination == .note(NoteState(text: "")))
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
    initialState: LibraryState(path: [.book(BookPage(id: 1))]),
    reducer: libraryReducer,
    environment: LibraryEnvironment(summary: { Effect(value: "Book \($0).") })
  )
  let book = store.scope(screen: 0, of: \.path, action: LibraryAction.path)?
    .scope(ifCaseLet: /ScreenState.book, action: ScreenAction.book)
  book?.send(.noteButtonTapped)
  let note = book?.scope(presented: \.destination, action: BookPageAction.destination)?
    .scope(ifCaseLet: /BookDestination.note, action: BookDestinationAction.note)
  note?.send(.textChanged("Irony"))
  #expect(note?.text == "Irony")

  let path = store.scope(state: \.path, action: LibraryAction.path)
  path.send(.push(.author(AuthorState(name: "Jane Austen"))))
  #expect(path.ids == [0, 1])
  path.send(.popFrom(id: 1))
  path.popScreens(toMatch: [])
  #expect(path.isEmpty)
}

@Test func `screens of a library follow each other`() {
  let store = TestStore(
    initialState: LibraryState(),
    reducer: libraryReducer,
    environment: LibraryEnvironment(summary: { _ in .none })
  )
  store.send(.bookTapped(1)) { $0.path.append(.book(BookPage(id: 1))) }
  store.send(.path(.element(id: 0, action: .book(.authorButtonTapped)))) {
    $0.path.append(.author(AuthorState(name: "Jane Austen")))
  }
  store.send(.path(.element(id: 1, action: .author(.bookTapped(2))))) {
    $0.path.append(.book(BookPage(id: 2)))
  }
  store.send(.path(.popFrom(id: 2))) { $0.path.pop(from: 2) }
  store.send(.path(.element(id: 1, action: .author(.closeButtonTapped))))
  store.receive(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
  let book = store.screen(0, of: \.path, /LibraryAction.path)
    .part(/ScreenState.book, /ScreenAction.book)
  book.send(.noteButtonTapped) { $0.destination = .note(NoteState(text: "")) }
  let note = book.presented(\.destination, /BookPageAction.destination)
    .part(/BookDestination.note, /BookDestinationAction.note)
  note.send(.cancelButtonTapped)
  book.receive(.destination(.dismiss)) { $0.destination = nil }
}

@Test func `links are printed as they are read`() throws {
  for link in [LibraryLink.author("Jane Austen"), .book(1), .note(book: 2)] {
    let path = try linkRouter.path(for: link)
    #expect(try linkRouter.match(string: path) == link)
  }
}
