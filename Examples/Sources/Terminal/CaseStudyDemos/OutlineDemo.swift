// SPDX-License-Identifier: MIT

// An outline that is edited in place: texts are typed in a field, which is a feature of its own.

internal import DemoSupport
internal import DependencyClients
internal import Foundation
internal import Lockstep
internal import LockstepTerminal
internal import Outline

extension CaseStudyProgram {
  /// An outline.
  package static let outline = Self(
    "outline",
    about: "Edits an outline in a file, and follows what others do to the file.",
    keepsFiles: true,
    hasPreview: true
  ) { options in .outline(options) }
}

struct OutlineDemoState: Equatable, Sendable {
  /// Where the text of an item or the title is typed; nil while nothing is.
  var field: TextField?
  var outline = OutlineState()

  /// The id of the item whose text is typed.
  fileprivate var editedID: UUID? { outline.editor?.id }
}

enum OutlineDemoAction: Equatable, Sendable {
  case field(TextField.Action)
  case outline(OutlineAction)
  case titleButtonTapped
  case titleDoneButtonTapped
}

typealias OutlineDemo = Demo<OutlineDemoState, OutlineDemoAction, OutlineEnvironment>

let outlineDemoReducer = Reducer<OutlineDemoState, OutlineDemoAction, OutlineEnvironment>.combine(
  outlineReducer.pullback(
    state: \.outline,
    action: /OutlineDemoAction.outline,
    environment: { $0 }
  ),
  TextField.reducer.optional().pullback(
    state: \.field,
    action: /OutlineDemoAction.field,
    environment: { _ in () }
  ),
  Reducer { state, action, _ in
    switch action {
    case .field:
      guard let text = state.field?.text else { return .none }
      return Effect(
        value: state.outline.editor == nil
          ? .outline(.settings(.set(\.title, text)))
          : .outline(.editor(.binding(.set(\.text, text))))
      )

    case .outline:
      return .none

    case .titleButtonTapped:
      state.field = TextField(state.outline.document.settings.title)
      return .none

    case .titleDoneButtonTapped:
      state.field = nil
      return .none
    }
  }
)
.onChange(of: \.editedID) { _, state, _, _ in
  state.field = state.outline.editor.map { TextField($0.text) }
  return .none
}

extension OutlineDemo {
  static func outline(_ options: CaseStudyOptions = CaseStudyOptions()) -> Self {
    Self(
      initialState: OutlineDemoState(),
      reducer: outlineDemoReducer,
      environment: { time in
        OutlineEnvironment(
          fileClient: options.fileClient,
          makeID: { UUID() },
          mainRunLoop: time.mainRunLoop
        )
      },
      appeared: .outline(.appeared),
      action: { key, state in state.action(for: key) },
      takesText: { $0.field != nil },
      render: { state, size in state.screen(size: size) },
      farewell: { $0.outline.isClosed ? "You have left the outline." : nil },
      companion: { store in
        guard let preview = options.preview else { return nil }
        let file = URL(filePath: preview)
        return OutlinePreview(
          store: store.scope(state: \.outline, action: OutlineDemoAction.outline),
          fileClient: .live(directory: file.deletingLastPathComponent()),
          fileName: file.lastPathComponent
        )
      }
    )
  }
}

extension OutlineDemoState {
  /// What the screen offers, the most important first.
  var bindings: [KeyBinding<OutlineDemoAction>] {
    guard field == nil else { return fieldBindings }
    let close = KeyBinding(.character("c"), "Close", OutlineAction.closeButtonTapped)
    let retry = KeyBinding(.character("r"), "Try again", OutlineAction.retryButtonTapped)
    let hidesDone = outline.document.settings.hidesDone
    let bindings =
      switch outline.file {
      case .loading: [close]
      case .loadingFailed: [retry, close]
      case .saved, .savingFailed, .unsaved:
        (outline.file == .savingFailed ? [retry] : [])
          + [KeyBinding(.character("a"), "Add", OutlineAction.addButtonTapped)]
          + rowBindings
          + [
            KeyBinding(
              .character("h"),
              hidesDone ? "Show done" : "Hide done",
              .settings(.set(\.hidesDone, hidesDone == false))
            ),
            close,
          ]
      }
    return bindings.map { $0.map(OutlineDemoAction.outline) }
      + (outline.file == .loading || outline.file == .loadingFailed
        ? [] : [KeyBinding(.character("t"), "Title", .titleButtonTapped)])
  }

  private var rowBindings: [KeyBinding<OutlineAction>] {
    guard let row = outline.selectedRow, let toggle = OutlineAction.item(at: row.path, .doneToggled)
    else { return [] }
    return [
      KeyBinding(.return, "Edit", .editButtonTapped),
      KeyBinding(.character(" "), row.item.isDone ? "Not done" : "Done", toggle),
      KeyBinding(.right, "Indent", .indentButtonTapped),
      KeyBinding(.left, "Outdent", .outdentButtonTapped),
      KeyBinding(.character("d"), "Delete", .deleteButtonTapped),
      KeyBinding(.up, "Up", .selectionMoved(by: -1)),
      KeyBinding(.down, "Down", .selectionMoved(by: 1)),
    ]
  }

  private var fieldBindings: [KeyBinding<OutlineDemoAction>] {
    guard outline.editor != nil else {
      return [KeyBinding(.return, "Done", .titleDoneButtonTapped)]
    }
    return [
      KeyBinding(.return, "Done", .outline(.editor(.doneButtonTapped))),
      KeyBinding(.escape, "Never mind", .outline(.editor(.cancelButtonTapped))),
    ]
  }

  func action(for key: Key) -> OutlineDemoAction? {
    // What quits the demo closes the outline first, so that no change is lost.
    if key == .character("q"), field == nil, outline.file == .unsaved, outline.isClosing == false {
      return .outline(.closeButtonTapped)
    }
    return bindings.action(for: .key(key))
      ?? field?.action(for: .key(key)).map(OutlineDemoAction.field)
  }
}

/// The row of an item, as a list shows it.
private struct ListRow: ListElement {
  let id: OutlineItem.ID
  let title: String
}

extension OutlineDemoState {
  /// What the state looks like; the same state and size always give the same screen.
  func screen(size: Screen.Size) -> Screen {
    var (screen, _, content) = Screen.framed(outline.document.settings.title, size: size)
    let help = HelpLine(bindings)
    let helpRows = help.lines(columns: content.columns, rows: content.rows / 3).count
    let parts = content.rows([
      .fixed(isTitling ? 1 : 0), .flexible(minimum: 1), .fixed(1), .fixed(helpRows), .fixed(1),
    ])
    if let field, isTitling { screen.draw(field, in: parts[0]) }
    drawRows(in: parts[1], on: &screen)
    drawStatus(in: parts[2], on: &screen)
    screen.draw(help, in: parts[3], alignment: .center, style: Style(bold: true))
    let quit = field == nil ? "[q] Quit the demo" : "[Ctrl-C] Quit the demo"
    screen.put(quit, in: parts[4], alignment: .center, style: Style(dim: true))
    return screen
  }

  private var isTitling: Bool { field != nil && outline.editor == nil }

  private func drawRows(in area: Screen.Area, on screen: inout Screen) {
    let rows = outline.document.rows
    guard let selected = rows.firstIndex(where: { $0.id == outline.selection }) else {
      let middle = area.rows([.flexible(), .fixed(1), .flexible()])[1]
      return screen.put(emptyText, in: middle, alignment: .center, style: Style(.magenta))
    }
    let titles = rows.map { row in
      let mark = row.item.isDone ? "[x]" : "[ ]"
      return ListRow(id: row.id, title: "\(row.indentation(in: area))\(mark) \(row.item.text)")
    }
    // The selected row is in the middle, if there is more above and below than there is room for.
    let first = max(0, min(selected - area.rows / 2, rows.count - area.rows))
    let list = List(IdentifiedArray(titles), selection: outline.selection, firstRow: first)
    screen.draw(list, in: area, isFocused: field == nil)
    guard let field, isTitling == false else { return }
    let line = area.rows([.fixed(selected - first), .fixed(1), .flexible()])[1]
    // After what the list puts in front of a title, and the mark.
    let margin = 2 + rows[selected].indentation(in: area).count + 4
    screen.draw(
      field,
      in: line.columns([.fixed(margin), .flexible()])[1],
      style: Style(bold: true)
    )
  }

  private var emptyText: String {
    switch outline.file {
    case .loading: "Loading …"
    case .loadingFailed: "The outline could not be read."
    case .saved, .savingFailed, .unsaved:
      outline.document.items.isEmpty ? "There is nothing yet." : "All is done."
    }
  }

  private func drawStatus(in area: Screen.Area, on screen: inout Screen) {
    let counts = outline.counts
    let text = "\(counts.items) items, \(counts.done) done, \(counts.words) words"
    let parts = area.columns([.flexible(), .fixed(text.count)], spacing: 1)
    screen.put(outline.file.text, in: parts[0], style: Style(.yellow))
    screen.put(text, in: parts[1], style: Style(.green))
  }
}

extension OutlineRow {
  /// The space in front of the row, which is no more than half of the width.
  fileprivate func indentation(in area: Screen.Area) -> String {
    String(repeating: "  ", count: min(depth, area.columns / 4))
  }
}

extension OutlineState.File {
  fileprivate var text: String {
    switch self {
    case .loading, .loadingFailed: ""
    case .saved: "Saved"
    case .savingFailed: "Not saved"
    case .unsaved: "Edited"
    }
  }
}
