// SPDX-License-Identifier: MIT

// A stack of screens in a terminal, with a sheet and a question.

internal import CaseStudies
internal import DemoSupport
internal import DependencyClients
internal import Foundation
internal import Lockstep
internal import LockstepTerminal

extension CaseStudyProgram {
  package static let readingList = Self(
    "reading-list",
    about: "Goes from books to authors and back, and keeps notes, whoever closes them.",
    hasPreview: true
  ) { options in .readingList(options) }
}

struct ReadingListDemoState: Equatable, Sendable {
  var reading = ReadingListState(books: ReadingListDemoState.books)
  /// The selected row of the visible list.
  var selection = 0
  /// The field for the note; nil while no editor is open.
  var field: TextField?

  fileprivate var isEditing: Bool { reading.editor != nil }

  static let books: ReadingBooks = [
    ReadingBook(id: 1, title: "Emma", author: "Jane Austen"),
    ReadingBook(id: 2, title: "Persuasion", author: "Jane Austen"),
    ReadingBook(id: 3, title: "Frankenstein", author: "Mary Shelley"),
    ReadingBook(id: 4, title: "สี่แผ่นดิน", author: "คึกฤทธิ์ ปราโมช"),
  ]
}

enum ReadingListDemoAction: Equatable {
  case appeared
  case backToListButtonTapped
  case field(TextField.Action)
  case reading(ReadingListAction)
  case selectionMoved(by: Int)
}

typealias ReadingListDemo = Demo<ReadingListDemoState, ReadingListDemoAction, Void>

let readingListDemoReducer = Reducer<ReadingListDemoState, ReadingListDemoAction, Void>.combine(
  readingListReducer.pullback(
    state: \.reading,
    action: /ReadingListDemoAction.reading
  ),
  TextField.reducer.pullback(
    state: OptionalPath(\ReadingListDemoState.field),
    action: /ReadingListDemoAction.field
  ),
  Reducer { state, action, _ in
    switch action {
    case .backToListButtonTapped:
      state.reading.path.removeAll()
    case .field:
      guard let text = state.field?.text, let action = state.reading.onTop(.textChanged(text))
      else { return .none }
      return Effect(value: .reading(action))
    case .selectionMoved(let distance):
      let last = max(0, state.reading.shownBooks.count - 1)
      state.selection = min(max(0, state.selection + distance), last)
    case .appeared, .reading:
      break
    }
    return .none
  }
)
.onChange(of: \.reading.path.ids) { _, state, _, _ in
  state.selection = 0
  return .none
}
.onChange(of: \.isEditing) { isEditing, state, _, _ in
  state.field = isEditing ? state.reading.editor.map { TextField($0.text) } : nil
  return .none
}

extension ReadingListState {
  var top: (id: Int, state: ReadingScreenState)? {
    path.ids.last.flatMap { id in path[id: id].map { (id, $0) } }
  }

  var editor: NoteEditorState? {
    if case .book(let screen)? = path.top { screen.editor } else { nil }
  }

  /// The books on the visible screen: all books, those of an author, or none.
  var shownBooks: [ReadingBook] {
    switch path.top {
    case nil: books.elements
    case .author(let name)?: books.filter { $0.author == name }
    case .book?: []
    }
  }

  func onTop(_ action: ReadingScreenAction) -> ReadingListAction? {
    top.map { .path(.element(id: $0.id, action: action)) }
  }

  func onTop(_ action: NoteEditorAction) -> ReadingListAction? {
    editor == nil ? nil : onTop(.book(.editor(.presented(action))))
  }
}

extension ReadingListDemo {
  static func readingList(_ options: CaseStudyOptions = CaseStudyOptions()) -> Self {
    Self(
      initialState: ReadingListDemoState(),
      reducer: readingListDemoReducer,
      environment: { _ in },
      appeared: .appeared,
      program: TerminalProgram(
        features: [.paste],
        keys: { state, _ in state.keys },
        isEditing: { $0.field != nil },
        screen: { state, size, help in state.screen(size: size, help: help) },
        action: { event, state, _ in
          state.field?.action(for: event).map(ReadingListDemoAction.field)
        }
      ),
      companion: { store in
        guard let preview = options.preview else { return nil }
        let file = URL(filePath: preview)
        let files = FileClient.live(directory: file.deletingLastPathComponent())
        var writing: AnyCancellable?
        let reading = store.scope(state: \.reading, action: ReadingListDemoAction.reading)
        return ReadingTrail(reading) { trail in
          writing = files.save(file.lastPathComponent, Data("\(trail)\n".utf8))
            .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
          _ = writing
        }
      }
    )
  }
}

extension ReadingListDemoState {
  /// The key bindings, most important first.
  var keys: [KeyBinding<ReadingListDemoAction>] {
    let quit = KeyBinding<ReadingListDemoAction>.quit("q", .control("c"))
    guard let top = reading.top else { return listKeys + linkKeys + [quit] }
    let screen = { (action: ReadingScreenAction) in
      ReadingListDemoAction.reading(.path(.element(id: top.id, action: action)))
    }
    let home = KeyBinding("h", "To the list", ReadingListDemoAction.backToListButtonTapped)
    switch top.state {
    case .author:
      return listKeys + [
        KeyBinding(["b", .escape], "Back", screen(.author(.backButtonTapped))), home, quit,
      ]
    case .book(let book):
      if book.editor != nil {
        let editor = { (action: NoteEditorAction) in screen(.book(.editor(.presented(action)))) }
        return [
          KeyBinding(.return, "Done", editor(.doneButtonTapped)),
          KeyBinding(.escape, "Never mind", editor(.cancelButtonTapped)),
          KeyBinding(.control("d"), "Close", screen(.book(.editor(.dismiss)))),
          KeyBinding(.control("t"), "To the list", .backToListButtonTapped), quit,
        ]
      }
      if let question = dialog(of: book) {
        return question.keys.map { $0.map { screen(.book(.question($0))) } }.shownElsewhere()
          + [quit]
      }
      return [
        KeyBinding("n", "Note", screen(.book(.noteButtonTapped))),
        KeyBinding("a", "Author", screen(.book(.authorButtonTapped))),
        KeyBinding("r", "Remove", screen(.book(.removeButtonTapped))),
        KeyBinding(["b", .escape], "Back", screen(.book(.backButtonTapped))), home, quit,
      ]
    }
  }

  private var listKeys: [KeyBinding<ReadingListDemoAction>] {
    let books = reading.shownBooks
    guard books.indices.contains(selection) else { return [] }
    let id = books[selection].id
    let open: ReadingListAction =
      reading.top == nil
      ? .bookTapped(id) : reading.onTop(.author(.bookTapped(id))) ?? .bookTapped(id)
    return [
      KeyBinding(.return, "Open", .reading(open)),
      KeyBinding(.up, "Move", .selectionMoved(by: -1)),
      KeyBinding(.down, "Move", .selectionMoved(by: 1)),
    ]
  }

  /// A deep link to a note.
  private var linkKeys: [KeyBinding<ReadingListDemoAction>] {
    guard let link = ReadingLink(address: "/books/3/note"),
      link.path(in: reading.books).isEmpty == false
    else { return [] }
    return [KeyBinding("l", "/books/3/note", .reading(.linkOpened(link)))]
  }

  private func dialog(of book: BookScreenState) -> Dialog<PresentationAction<BookQuestionAction>>? {
    book.question.map { Dialog(presented: $0, reservedKeys: ["q"]) }
  }

  func screen(size: Screen.Size, help: HelpLine) -> Screen {
    var (screen, _, content) = Screen.framed(trail(columns: size.columns - 6), size: size)
    let main = screen.footer(help, in: content, below: 3)
    guard case .book(let book)? = reading.path.top else {
      drawList(in: main, on: &screen)
      return screen
    }
    let entry = reading.books[id: book.id]
    let parts = main.rows([.fixed(1), .fixed(main.rows > 6 ? 1 : 0), .flexible(minimum: 1)])
    screen.put(
      "\(entry?.title ?? "A removed book"), \(entry?.author ?? "")",
      in: parts[0],
      style: Style(bold: true)
    )
    if let field {
      let line = parts[2].rows([.fixed(1), .flexible()])[0].columns([.fixed(6), .flexible()])
      screen.put("Note:", in: line[0])
      screen.draw(field, in: line[1], style: Style(.yellow))
    } else {
      let note = entry?.note ?? ""
      var lines = StyledLines()
      lines.add(note.isEmpty ? "No note yet." : note, style: Style(.green))
      lines.draw(in: parts[2], on: &screen)
    }
    if let question = dialog(of: book) {
      screen.restyle(main) { $0.dim = true }
      screen.draw(question, in: main, style: Style(.magenta, bold: true))
    }
    return screen
  }

  /// The titles of the open screens, without the first ones if there is not enough room.
  private func trail(columns: Int) -> String {
    let titles = reading.path.elements.map { screen in
      switch screen {
      case .author(let name): name
      case .book(let book): reading.books[id: book.id]?.title ?? "?"
      }
    }
    var shown = ["Reading list"] + titles
    var trail = shown.joined(separator: " › ")
    while trail.count > columns, shown.count > 1 {
      shown.removeFirst()
      trail = (["…"] + shown).joined(separator: " › ")
    }
    return trail
  }

  private func drawList(in area: Screen.Area, on screen: inout Screen) {
    let rows = reading.shownBooks.map { book in
      ReadingRow(id: book.id, title: book.title + (book.note.isEmpty ? "" : " ✎"))
    }
    guard rows.isEmpty == false else {
      return screen.put("No books.", in: area, alignment: .center)
    }
    let selected = rows.indices.contains(selection) ? rows[selection].id : nil
    let first = max(0, min(selection - area.rows / 2, rows.count - area.rows))
    screen.draw(List(IdentifiedArray(rows), selection: selected, firstRow: first), in: area)
  }
}

private struct ReadingRow: ListElement {
  let id: Int
  let title: String
}
