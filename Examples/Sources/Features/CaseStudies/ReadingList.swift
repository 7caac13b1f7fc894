// SPDX-License-Identifier: MIT

// Navigation as state: a stack of screens that share the books, a sheet, an alert and deep links.

public import Lockstep
public import LockstepRouting

/// The books of the list.
public typealias ReadingBooks = IdentifiedArrayOf<ReadingBook>

/// A book of the list.
public struct ReadingBook: Equatable, Identifiable, Sendable {
  /// The ID of the book.
  public let id: Int
  /// The title.
  public var title: String
  /// The name of the author.
  public var author: String
  /// The user's note; empty if there is none.
  public var note = ""

  /// Creates a book.
  public init(id: Int, title: String, author: String, note: String = "") {
    self.id = id
    self.title = title
    self.author = author
    self.note = note
  }
}

// MARK: The editor of a note

/// The state of the note editor.
public struct NoteEditorState: Equatable, Sendable {
  /// The ID of the book.
  public let book: Int
  /// The current text.
  public var text: String

  /// Creates the state of an editor.
  public init(book: Int, text: String) {
    self.book = book
    self.text = text
  }
}

/// An action of the note editor.
public enum NoteEditorAction: FeatureAction, Equatable {
  case cancelButtonTapped
  case doneButtonTapped
  case textChanged(String)

  /// The editor's outputs.
  public enum Output: Equatable, Sendable {
    case finished(book: Int, String)
    /// The editor was removed before the user finished the note.
    case left(book: Int, draft: String)
  }
}

/// The reducer of the editor, which sends an unfinished draft when it is removed.
///
/// The screen of the book may be removed together with the editor, so the output contains the ID of the book.
public let noteEditorReducer = Reducer<NoteEditorState, NoteEditorAction, Void> {
  state,
  action,
  _ in
  switch action {
  case .cancelButtonTapped:
    state.text = ""
    return .dismiss
  case .doneButtonTapped:
    defer { state.text = "" }
    return .merge(.output(.finished(book: state.book, state.text)), .dismiss)
  case .textChanged(let text):
    state.text = text
    return .none
  }
}
.onUnmount { state, _ in
  state.text.isEmpty ? .none : .output(.left(book: state.book, draft: state.text))
}

// MARK: The screen of a book

/// The state of a book's screen, which shares the book with the list and the other screens.
public struct BookScreenState: Equatable, Sendable {
  /// The ID of the book.
  public let id: Int
  /// The note editor, if it is open.
  public var editor: NoteEditorState?
  /// The alert that confirms the removal of the book, if it is shown.
  public var question: AlertState<BookQuestionAction>?

  /// Creates the state of a screen.
  public init(id: Int, editor: NoteEditorState? = nil) {
    self.id = id
    self.editor = editor
  }
}

/// An action of the alert that confirms the removal.
public enum BookQuestionAction: Equatable, Sendable {
  case removeButtonTapped
}

/// An action of a book's screen.
public enum BookScreenAction: FeatureAction, Equatable {
  case authorButtonTapped
  case backButtonTapped
  case editor(PresentationAction<NoteEditorAction>)
  case noteButtonTapped
  case question(PresentationAction<BookQuestionAction>)
  case removeButtonTapped

  /// The screen's outputs.
  public enum Output: Equatable, Sendable {
    case authorSelected(String)
    case removed(book: Int)
  }
}

/// The reducer of the screen of a book.
public let bookScreenReducer = Reducer<
  Sharing<BookScreenState, ReadingBook>, BookScreenAction, Void
> { state, action, _ in
  switch action {
  case .authorButtonTapped:
    return .output(.authorSelected(state.shared.author))
  case .backButtonTapped:
    return .dismiss
  case .noteButtonTapped:
    state.editor = NoteEditorState(book: state.id, text: state.shared.note)
  case .removeButtonTapped:
    state.question = AlertState(
      title: "Remove this book?",
      message: "Its note goes with it.",
      primaryButton: .destructive("Remove", send: .removeButtonTapped),
      secondaryButton: .cancel("Keep")
    )
  case .question(.presented(.removeButtonTapped)):
    return .output(.removed(book: state.id))
  case .editor, .question:
    break
  }
  return .none
}
.presenting(
  \.local.editor,
  action: /BookScreenAction.editor,
  noteEditorReducer
)
.presenting(dialog: \.local.question, action: /BookScreenAction.question)

// MARK: The screens

/// A screen on top of the list.
public enum ReadingScreenState: Equatable, Sendable {
  /// The books of an author.
  case author(String)
  case book(BookScreenState)
}

/// An action of an author's screen.
public enum AuthorScreenAction: Equatable, Sendable {
  case backButtonTapped
  case bookTapped(Int)
}

/// An action of one of the screens.
public enum ReadingScreenAction: Equatable, Sendable {
  case author(AuthorScreenAction)
  case book(BookScreenAction)
}

/// The kinds of screens.
public enum ReadingScreen {
  /// The screen of an author.
  public static let author = ChildCase(/ReadingScreenState.author, /ReadingScreenAction.author)
  /// The screen of a book.
  public static let book = ChildCase(/ReadingScreenState.book, /ReadingScreenAction.book)

  /// The reducer of all screens, which dismisses the screens of a removed book.
  public static let reducer = Reducer<
    Sharing<ReadingScreenState, ReadingBooks>, ReadingScreenAction, Void
  >.combine(
    bookScreenReducer.sharingElement(\.id).pullback(book),
    Reducer<Sharing<String, ReadingBooks>, AuthorScreenAction, Void> { _, action, _ in
      action == .backButtonTapped ? .dismiss : .none
    }
    .pullback(author)
  )
}

// MARK: The list

/// The state of the list and its navigation.
public struct ReadingListState: Equatable, Sendable {
  /// The books.
  public var books: ReadingBooks
  /// The screens on top of the list.
  public var path: StackState<ReadingScreenState>

  /// Creates the state of the list.
  public init(
    books: ReadingBooks,
    path: StackState<ReadingScreenState> = []
  ) {
    self.books = books
    self.path = path
  }
}

/// An action of the list or one of its screens.
public enum ReadingListAction: Equatable, Sendable {
  case bookTapped(Int)
  case linkOpened(ReadingLink)
  case path(StackAction<ReadingScreenState, ReadingScreenAction>)
}

/// The reducer of the list and its screens.
public let readingListReducer = Reducer<ReadingListState, ReadingListAction, Void>.combine(
  ReadingScreen.reducer.forEach(
    stack: \.path,
    sharing: \.books,
    action: /ReadingListAction.path
  ),
  .withoutEffects { state, action in
    switch action {
    case .bookTapped(let id), .path(.element(_, .author(.bookTapped(let id)))):
      state.path.append(.book(BookScreenState(id: id)))
    case .linkOpened(let link):
      state.path = link.path(in: state.books)
    case .path:
      break
    }
  }
)
.onOutput(of: BookScreenAction.self) { output, state, _, _ in
  switch output {
  case .authorSelected(let author):
    state.path.append(.author(author))
  case .removed(let book):
    state.books[id: book] = nil
  }
  return .none
}
.onOutput(of: NoteEditorAction.self) { output, state, _, _ in
  switch output {
  case .finished(let book, let text), .left(let book, let text):
    state.books[id: book]?.note = text
  }
  return .none
}

// MARK: Links

/// The destination of a link.
public enum ReadingLink: Equatable, Sendable {
  case author(String)
  case book(Int)
  case note(book: Int)

  /// Creates a link from an address, or returns `nil` if no route matches.
  public init?(address: String) {
    guard let link = try? readingLinkRouter.match(string: address) else { return nil }
    self = link
  }

  /// Returns the screens to push, or none if the book is not in the list.
  public func path(in books: ReadingBooks) -> StackState<ReadingScreenState> {
    switch self {
    case .author(let name): return [.author(name)]
    case .book(let id): return books[id: id] == nil ? [] : [.book(BookScreenState(id: id))]
    case .note(let id):
      return books[id: id].map { book in
        [.book(BookScreenState(id: id, editor: NoteEditorState(book: id, text: book.note)))]
      } ?? []
    }
  }
}

/// The router of the links.
public let readingLinkRouter = Router<ReadingLink> {
  Route(.case(ReadingLink.author)) {
    Path {
      "authors"
      Parameter(.string)
    }
  }
  Route(.case(ReadingLink.book)) {
    Path {
      "books"
      Parameter(.int)
    }
  }
  Route(.case(ReadingLink.note(book:))) {
    Path {
      "books"
      Parameter(.int)
      "note"
    }
  }
}

// MARK: A second view

/// A text view of the screens that works like a navigation controller.
///
/// It keeps one object for each screen of the path, with the store of that screen.
@MainActor
public final class ReadingTrail {
  @MainActor private final class Screen {
    let store: Store<Sharing<ReadingScreenState, ReadingBooks>, ReadingScreenAction>
    private var observation: StoreObservation?
    private(set) var isEditing = false

    init(
      _ store: Store<Sharing<ReadingScreenState, ReadingBooks>, ReadingScreenAction>,
      _ changed: @escaping @MainActor () -> Void
    ) {
      self.store = store
      observation = store.scope(ReadingScreen.book)?.ifLet(
        \.local.editor,
        action: { BookScreenAction.editor(.presented($0)) },
        then: { [weak self] _ in
          self?.isEditing = true
          changed()
        },
        else: { [weak self] in
          self?.isEditing = false
          changed()
        }
      )
    }
  }

  private let store: Store<ReadingListState, ReadingListAction>
  private let write: @MainActor (String) -> Void
  private var screens: [Int: Screen] = [:]
  private var observation: StoreObservation?

  /// Starts observing a store.
  ///
  /// - Parameters:
  ///   - store: The store of the list.
  ///   - write: A function that receives the description whenever it may have changed.
  public init(
    _ store: Store<ReadingListState, ReadingListAction>,
    write: @escaping @MainActor (String) -> Void
  ) {
    self.store = store
    self.write = write
    let hasSameScreens: (StackState<ReadingScreenState>, StackState<ReadingScreenState>) -> Bool = {
      $0.ids == $1.ids
    }
    let path = store.scope(state: \.path)
    observation = path.observe(removeDuplicates: hasSameScreens) { [weak self] _, _ in
      self?.update()
    }
    update()
  }

  private func update() {
    let ids = store.path.ids
    screens = screens.filter { ids.contains($0.key) }
    for id in ids where screens[id] == nil {
      let screen = store.scope(
        screen: id,
        of: \.path,
        sharing: \.books,
        action: ReadingListAction.path
      )
      screens[id] = screen.map { Screen($0) { [weak self] in self?.show() } }
    }
    show()
  }

  private func show() {
    let titles = store.path.ids.compactMap { screens[$0] }.map { screen in
      switch screen.store.local {
      case .author(let name): name
      case .book(let book):
        (screen.store.shared[id: book.id]?.title ?? "?") + (screen.isEditing ? " (writing)" : "")
      }
    }
    write((["Reading list"] + titles).joined(separator: " › "))
  }
}
