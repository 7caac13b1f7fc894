// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting

/// An editor of a title, which is presented by a book.
struct Editor: Equatable {
  var draft = ""
  var values: [Int] = []
}

enum EditorAction: FeatureAction {
  case typed(String)
  case cancelTapped
  case doneTapped
  case start(Effect<EditorAction, Never>)
  case value(Int)

  enum Output: Equatable {
    case done(String)
    case lost(String)
  }
}

let editorReducer = Reducer<Editor, EditorAction, BookshopWorld> { state, action, _ in
  switch action {
  case .typed(let draft):
    state.draft = draft
    return .none
  case .cancelTapped: return .dismiss
  case .doneTapped: return .merge(.output(.done(state.draft)), .dismiss)
  case .start(let effect): return effect
  case .value(let value):
    state.values.append(value)
    return .none
  }
}

/// A book, which is a screen of a stack.
struct Book: Equatable {
  var title = "Emma"
  var editor: Editor?
  var alert: AlertState<BookAlert>?
}

enum BookAlert: Equatable, Sendable {
  case deleteTapped
  case archiveTapped
  case keepTapped
}

enum BookAction: FeatureAction {
  case editTapped
  case deleteTapped
  case closeTapped
  case closeEditorTapped
  case replaceEditorTapped(Editor)
  case saved(String)
  case editor(PresentationAction<EditorAction>)
  case alert(PresentationAction<BookAlert>)

  enum Output: Equatable {
    case renamed(String)
    case deleted
  }
}

let bookReducer = Reducer<Book, BookAction, BookshopWorld> { state, action, _ in
  switch action {
  case .editTapped:
    state.editor = Editor(draft: state.title)
    return .none
  case .deleteTapped:
    state.alert = AlertState(
      title: "Delete?",
      buttons: [
        .destructive("Delete", send: .deleteTapped),
        .default("Archive", send: .archiveTapped),
        .cancel("Keep", send: .keepTapped),
      ]
    )
    return .none
  case .closeTapped: return .dismiss
  case .closeEditorTapped:
    state.editor = nil
    return .none
  case .replaceEditorTapped(let editor):
    state.editor = editor
    return .none
  case .saved(let title):
    state.title = title
    return .none
  case .alert(.presented(.deleteTapped)):
    return .merge(.output(.deleted), .dismiss)
  case .editor, .alert: return .none
  }
}
.presenting(\.editor, action: /BookAction.editor, editorReducer)
.presenting(dialog: \.alert, action: /BookAction.alert)
.onOutput(of: EditorAction.self) { output, state, _, world in
  switch output {
  case .done(let title):
    state.title = title
    return .output(.renamed(title))
  case .lost(let draft):
    return .fireAndForget(name: "save draft") { world.saved.update { $0.append(draft) } }
  }
}

struct BookshopWorld: Sendable {
  var saved = Recorder<[String]>([])
  var received = Recorder<[String]>([])
}

/// The whole: a stack of books.
struct Bookshop: Equatable {
  var path: StackState<Book> = []
  var log: [String] = []
}

enum BookshopAction: Sendable {
  case path(StackAction<Book, BookAction>)
  case bookTapped(String)
  case homeTapped
}

/// The line that composes the screens of the stack.
let bookshopStackLine: UInt = #line + 3

let bookshopReducer = Reducer<Bookshop, BookshopAction, BookshopWorld>.combine(
  bookReducer.forEach(stack: \.path, action: /BookshopAction.path),
  Reducer { state, action, _ in
    switch action {
    case .bookTapped(let title):
      state.path.append(Book(title: title))
      return .none
    case .homeTapped:
      state.path.removeAll()
      return .none
    case .path: return .none
    }
  }
)
.onOutput(of: BookAction.self) { output, state, action, _ in
  state.log.append("\(output) by \(action?.screenID.map(String.init) ?? "-")")
  return .none
}

extension BookshopAction {
  /// The id of the screen that the action is for.
  var screenID: Int? {
    switch self {
    case .path(.element(let id, _)), .path(.popFrom(let id)): id
    default: nil
    }
  }
}
