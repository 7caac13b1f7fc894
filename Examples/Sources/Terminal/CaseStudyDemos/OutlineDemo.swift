// SPDX-License-Identifier: MIT

// An outline that is edited in place, in a text field that is a feature of its own.

internal import DemoSupport
internal import DependencyClients
internal import Foundation
internal import Lockstep
internal import LockstepTerminal
internal import Outline

extension CaseStudyProgram {
  package static let outline = Self(
    "outline",
    about: """
      Edits an outline in a file, outline.json in the folder. What is typed is saved a second later, and before
      the end, also at Ctrl-C. Others may edit the file at the same time: their changes and these are merged, and
      of two texts of one item both are kept, one below the other.
      """,
    keepsFiles: true,
    hasPreview: true
  ) { options in .outline(options) }
}

struct OutlineDemoState: Equatable, Sendable {
  /// The field for the text of an item or for the title; nil while neither is being edited.
  var field: TextField?
  /// Whether the file outlives the program.
  var isKept = true
  var outline = OutlineState()

  /// The item whose text is being edited, with its original text.
  fileprivate var edited: OutlineItem? {
    outline.editor.map { OutlineItem(id: $0.id, text: $0.original) }
  }
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
    action: /OutlineDemoAction.outline
  ),
  TextField.reducer.optional().pullback(
    state: \.field,
    action: /OutlineDemoAction.field
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
      break

    case .titleButtonTapped:
      state.field = TextField(state.outline.document.settings.title)

    case .titleDoneButtonTapped:
      state.field = nil
    }
    return .none
  }
)
.onChange(of: \.edited) { _, state, _, _ in
  state.field = state.outline.editor.map { TextField($0.text) }
  return .none
}

extension OutlineDemo {
  static func outline(_ options: CaseStudyOptions = CaseStudyOptions()) -> Self {
    Self(
      initialState: OutlineDemoState(isKept: options.folder != nil),
      reducer: outlineDemoReducer,
      environment: { time in
        OutlineEnvironment(
          fileClient: options.fileClient,
          mainRunLoop: time.mainRunLoop,
          uuid: .live
        )
      },
      appeared: .outline(.appeared),
      program: TerminalProgram(
        features: [.paste],
        keys: { state, _ in state.keys },
        isEditing: { $0.field != nil },
        screen: { state, size, help in state.screen(size: size, help: help) },
        action: { event, state, _ in
          state.field?.action(for: event).map(OutlineDemoAction.field)
        }
      ),
      farewell: { $0.outline.isClosed ? "You have left the outline." : nil },
      ended: .outline(.closeButtonTapped),
      loss: { state in
        state.outline.needsSaving
          ? "the outline could not be saved. This is what it says:\n\(state.outline.document.text)"
          : nil
      },
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
  /// The key bindings, most important first.
  var keys: [KeyBinding<OutlineDemoAction>] {
    let quit = KeyBinding<OutlineDemoAction>.quit("q", .control("c"))
    guard field == nil else { return fieldKeys + [quit] }
    let close = KeyBinding("c", "Close", OutlineAction.closeButtonTapped)
    let retry = KeyBinding("r", "Try again", OutlineAction.retryButtonTapped)
    let settings = outline.document.settings
    switch outline.file {
    case .loading: return [close].outline + [quit]
    case .loadingFailed: return [retry, close].outline + [quit]
    case .saved, .savingFailed, .unsaved:
      let add = KeyBinding("a", "Add", OutlineAction.addButtonTapped)
      let hide = KeyBinding(
        "h",
        settings.hidesDone ? "Show done" : "Hide done",
        OutlineAction.settings(.set(\.hidesDone, settings.hidesDone == false))
      )
      return ((outline.file == .savingFailed ? [retry] : []) + [add] + rowKeys).outline
        + [quit] + [hide, close].outline + [KeyBinding("t", "Title", .titleButtonTapped)]
    }
  }

  private var rowKeys: [KeyBinding<OutlineAction>] {
    guard let row = outline.selectedRow, let toggle = OutlineAction.item(at: row.path, .doneToggled)
    else { return [] }
    return [
      KeyBinding(.return, "Edit", .editButtonTapped),
      KeyBinding(" ", row.item.isDone ? "Not done" : "Done", toggle),
      KeyBinding(.right, "Indent", .indentButtonTapped),
      KeyBinding(.left, "Outdent", .outdentButtonTapped),
      KeyBinding("d", "Delete", .deleteButtonTapped),
      KeyBinding(.up, "Move", .selectionMoved(by: -1)),
      KeyBinding(.down, "Move", .selectionMoved(by: 1)),
    ]
  }

  private var fieldKeys: [KeyBinding<OutlineDemoAction>] {
    guard outline.editor != nil else {
      return [KeyBinding(.return, "Done", .titleDoneButtonTapped)]
    }
    return [
      KeyBinding(.return, "Done", .outline(.editor(.doneButtonTapped))),
      KeyBinding(.escape, "Never mind", .outline(.editor(.cancelButtonTapped))),
    ]
  }
}

extension [KeyBinding<OutlineAction>] {
  fileprivate var outline: [KeyBinding<OutlineDemoAction>] {
    map { $0.map(OutlineDemoAction.outline) }
  }
}

extension OutlineDocument {
  fileprivate var text: String {
    items.rows()
      .map { row in
        let indentation = String(repeating: "  ", count: row.depth)
        return "\(indentation)\(row.item.isDone ? "[x]" : "[ ]") \(row.item.text)"
      }
      .joined(separator: "\n")
  }
}

private struct ListRow: ListElement {
  let id: OutlineItem.ID
  let title: String
}

extension OutlineDemoState {
  func screen(size: Screen.Size, help: HelpLine) -> Screen {
    var (screen, _, content) = Screen.framed(outline.document.settings.title, size: size)
    let needed = max(1, outline.document.rows.count) + (isTitling ? 2 : 1)
    let main = screen.footer(help, in: content, below: needed)
    let parts = main.rows([.fixed(isTitling ? 1 : 0), .flexible(minimum: 1), .fixed(1)])
    if let field, isTitling { screen.draw(field, in: parts[0]) }
    drawRows(in: parts[1], on: &screen)
    drawStatus(in: parts[2], on: &screen)
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
    // Scrolls so that the selected row is centered, unless the list starts or ends nearby.
    let first = max(0, min(selected - area.rows / 2, rows.count - area.rows))
    let list = List(IdentifiedArray(titles), selection: outline.selection, firstRow: first)
    screen.draw(list, in: area, isFocused: field == nil)
    guard let field, isTitling == false else { return }
    let line = area.rows([.fixed(selected - first), .fixed(1), .flexible()])[1]
    // The list's prefix, the indentation and the check mark precede the text.
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
    let (items, words) = (counted(counts.items, "item"), counted(counts.words, "word"))
    let status = isKept || outline.file == .savingFailed ? outline.file.text : "Not kept"
    let parts = area.columns([.fixed(status.count), .flexible()], spacing: 1)
    screen.put(status, in: parts[0], style: Style(.yellow))
    let text = "\(items), \(counts.done) done, \(words)"
    screen.put(text, in: parts[1], alignment: .trailing, style: Style(.green))
  }
}

extension OutlineRow {
  /// The indentation, limited to half of the width.
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
