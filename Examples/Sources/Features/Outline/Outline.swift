// SPDX-License-Identifier: MIT

// An outline in a file: it is edited, saved a moment later, and read again when others change it.

public import DependencyClients
public import Foundation
public import Lockstep

/// The state of an outline.
public struct OutlineState: Equatable, Sendable {
  /// How the document and its file differ.
  public enum File: Equatable, Sendable {
    /// The file is being read.
    case loading
    /// The file could not be read, and is left as it is.
    case loadingFailed
    /// They are the same.
    case saved
    /// The document could not be saved.
    case savingFailed
    /// The document was changed, and is saved soon.
    case unsaved
  }

  /// The counts, as of a moment ago.
  public var counts = OutlineCounts()

  /// The saved document.
  public var document = OutlineDocument()

  /// The editor; nil while no item is edited.
  public var editor: OutlineEditorState?

  /// How the document and its file differ.
  public var file = File.loading

  /// The contents of the file when it was last read or written.
  public var fileContents = OutlineDocument()

  /// Whether the outline is left as soon as it is saved.
  public var isClosing = false

  /// The item that taps change; nil if no item is shown.
  public var selection: OutlineItem.ID?

  /// An outline whose file was not read yet.
  public init() {}

  /// Whether the outline was left, and nothing is lost.
  public var isClosed: Bool { isClosing && needsSaving == false }

  /// The row of the selected item.
  public var selectedRow: OutlineRow? { document.rows.first { $0.id == selection } }

  /// Whether the document has changes that are not in the file.
  public var needsSaving: Bool { file == .unsaved || file == .savingFailed }
}

/// An action of an outline.
public enum OutlineAction: Equatable, Sendable {
  /// An item is to be added below the selected one.
  case addButtonTapped
  /// The outline was shown.
  case appeared
  /// The outline is to be left.
  case closeButtonTapped
  /// The items were counted.
  case counted(OutlineCounts)
  /// The selected item is to go, with all below it.
  case deleteButtonTapped
  /// The file holds this.
  case documentRead(OutlineDocument)
  /// A document was saved, and the file holds it with what others have changed.
  case documentSaved(OutlineDocument, fileContents: OutlineDocument)
  /// The text of the selected item is to be changed.
  case editButtonTapped
  /// Something happened to the editor.
  case editor(OutlineEditorAction)
  /// The selected item is to become a part of the one above it.
  case indentButtonTapped
  /// Something happened to an item.
  case item(id: OutlineItem.ID, action: OutlineItemAction)
  /// The file could not be read.
  case loadingFailed
  /// The selected item is to be moved out of the one that it is a part of.
  case outdentButtonTapped
  /// The failed operation is to be repeated.
  case retryButtonTapped
  /// The file could not be written.
  case savingFailed
  /// The selection was moved by a number of rows.
  case selectionMoved(by: Int)
  /// A setting was changed.
  case settings(BindingAction<OutlineSettings>)

  /// The action of an item wherever it is, given its path; nil if the path is empty.
  public static func item(at path: [OutlineItem.ID], _ action: OutlineItemAction) -> Self? {
    guard let first = path.first else { return nil }
    let nested = path.dropFirst().reversed().reduce(action) { .child(id: $1, action: $0) }
    return .item(id: first, action: nested)
  }
}

/// The dependencies of an outline.
public struct OutlineEnvironment: Sendable {
  /// Keeps the file.
  public var fileClient: FileClient

  /// Decides when changes are saved and counted, and when the file is read again.
  public var mainRunLoop: SchedulerOf<RunLoop>

  /// Makes the ids of items.
  public var uuid: UUIDGenerator

  /// An environment made of its parts.
  public init(
    fileClient: FileClient,
    mainRunLoop: SchedulerOf<RunLoop>,
    uuid: UUIDGenerator
  ) {
    self.fileClient = fileClient
    self.mainRunLoop = mainRunLoop
    self.uuid = uuid
  }

  /// Each use fails the test.
  public static let failing = Self(
    fileClient: .failing,
    mainRunLoop: .failing("OutlineEnvironment.mainRunLoop"),
    uuid: .failing
  )
}

/// The feature.
///
/// Others may write the same file at any time, so what they have changed and what was changed here are merged,
/// both when the file is read and when it is written. The file is watched only while there is nothing to save, so
/// what is read is never older than what was written.
public let outlineReducer = Reducer<OutlineState, OutlineAction, OutlineEnvironment>.combine(
  outlineItemReducer.forEach(
    state: \.document.items,
    action: /OutlineAction.item
  ),
  outlineEditorReducer.optional().pullback(
    state: \.editor,
    action: /OutlineAction.editor
  ),
  Reducer { state, action, environment in
    let hidesDone = state.document.settings.hidesDone

    switch action {
    case .addButtonTapped:
      let item = OutlineItem(id: environment.uuid())
      state.document.items.insert(item, below: state.selection, hidesDone: hidesDone)
      state.selection = item.id
      state.editor = OutlineEditorState(item)
      return .none

    case .appeared:
      return environment.load

    case .closeButtonTapped:
      state.finishEditing()
      if state.file == .saved && state.document != state.fileContents { state.file = .unsaved }
      state.isClosing = true
      return .merge(
        .cancel(ids: [EffectID.count, .load, .watch]),
        state.needsSaving ? environment.saveNow(state) : .none
      )

    case .counted(let counts):
      state.counts = counts
      return .none

    case .deleteButtonTapped:
      guard let selection = state.selection else { return .none }
      state.document.items.take(selection)
      return .none

    case .documentRead(let document):
      let isFirst = state.file == .loading
      // Before, nothing could be changed.
      state.merge(
        document,
        since: isFirst ? state.document : state.fileContents,
        environment.uuid
      )
      if state.needsSaving { return environment.saveLater(state) }
      return isFirst ? environment.watch : .none

    case .documentSaved(let document, let fileContents):
      state.merge(fileContents, since: document, environment.uuid)
      if state.isClosing { return .none }
      return state.needsSaving ? environment.saveLater(state) : environment.watch

    case .editButtonTapped:
      state.editor = (state.selectedRow?.item).map(OutlineEditorState.init)
      return .none

    case .editor(let action):
      guard let editor = state.editor else { return .none }
      state.document.items.update(editor.id) { $0.text = editor.text }
      if case .binding = action { return .none }
      state.finishEditing()
      return .none

    case .indentButtonTapped:
      guard let selection = state.selection else { return .none }
      state.document.items.indent(selection, hidesDone: hidesDone)
      return .none

    case .item, .settings:
      return .none

    case .loadingFailed:
      state.file = .loadingFailed
      return .none

    case .outdentButtonTapped:
      guard let selection = state.selection else { return .none }
      state.document.items.outdent(selection)
      return .none

    case .retryButtonTapped:
      switch state.file {
      case .loadingFailed:
        state.file = .loading
        return environment.load
      case .savingFailed:
        state.file = .unsaved
        return environment.saveNow(state)
      case .loading, .saved, .unsaved:
        return .none
      }

    case .savingFailed:
      state.file = .savingFailed
      state.isClosing = false
      return .none

    case .selectionMoved(let distance):
      let rows = state.document.rows
      guard let index = rows.firstIndex(where: { $0.id == state.selection }) else { return .none }
      state.selection = rows[min(max(0, index + distance), rows.count - 1)].id
      return .none
    }
  }
)
.binding(state: \.document.settings, action: /OutlineAction.settings)
.onChange(of: { $0.document.rows.map(\.id) }) { previous, shown, state, _, _ in
  // If the selected item is no longer shown, the item that took its place is selected.
  guard state.selection.map(shown.contains) != true else { return .none }
  let index = previous.firstIndex { $0 == state.selection } ?? 0
  state.selection = shown.isEmpty ? nil : shown[min(index, shown.count - 1)]
  return .none
}
.onChange(of: \.document.items) { items, _, _, environment in
  Effect(value: items)
    .throttle(id: EffectID.count, for: 0.5, scheduler: environment.mainRunLoop, latest: true)
    .map { .counted(OutlineCounts($0)) }
}
.onChange(of: \.document) { _, state, action, environment in
  // A file that could not be read is not overwritten, and all other changes are saved already.
  guard action.isEdit, state.isClosing == false, state.file == .saved || state.needsSaving
  else { return .none }
  state.file = .unsaved
  return environment.saveLater(state)
}

extension OutlineAction {
  /// Whether the action is one of a person, and not of the file.
  fileprivate var isEdit: Bool {
    switch self {
    case .documentRead, .documentSaved: false
    default: true
    }
  }
}

extension OutlineState {
  /// Takes in what others have changed in the file since it held a document.
  fileprivate mutating func merge(
    _ fileContents: OutlineDocument,
    since document: OutlineDocument,
    _ uuid: UUIDGenerator
  ) {
    self.document = self.document.merging(fileContents, since: document, uuid: uuid)
    self.fileContents = fileContents
    if let editor {
      if let item = self.document.items.item(editor.id) {
        // Nothing was typed yet, or else the item has the text of the editor.
        if item.text != editor.text { self.editor = OutlineEditorState(item) }
      } else {
        // The text that is edited here stays.
        let item = OutlineItem(id: editor.id, text: editor.text)
        self.document.items.insert(item, below: nil, hidesDone: false)
      }
    }
    file = self.document == fileContents ? .saved : .unsaved
  }

  /// Closes the editor; an item without a text goes.
  fileprivate mutating func finishEditing() {
    guard let editor else { return }
    self.editor = nil
    if editor.text.allSatisfy(\.isWhitespace) { document.items.take(editor.id) }
  }
}

private enum EffectID {
  case count
  case load
  case save
  case ticks
  case watch
}

extension OutlineEnvironment {
  private static let fileName = "outline.json"

  /// Reads the file; an outline that was never saved is empty.
  fileprivate var load: Effect<OutlineAction, Never> {
    fileClient.load(OutlineDocument.self, from: Self.fileName)
      .map(OutlineAction.documentRead)
      .catch { error in
        let isMissing = (error as? CocoaError)?.code == .fileReadNoSuchFile
        return Effect(value: isMissing ? .documentRead(OutlineDocument()) : .loadingFailed)
      }
      .cancellable(id: EffectID.load, cancelInFlight: true)
  }

  /// Writes the file a second after the last change.
  fileprivate func saveLater(_ state: OutlineState) -> Effect<OutlineAction, Never> {
    .merge(
      .cancel(id: EffectID.watch),
      save(state).debounce(id: EffectID.save, for: 1, scheduler: mainRunLoop)
    )
  }

  /// Writes the file without waiting, in place of what waits.
  fileprivate func saveNow(_ state: OutlineState) -> Effect<OutlineAction, Never> {
    save(state).cancellable(id: EffectID.save, cancelInFlight: true)
  }

  /// Writes the file, with what others have changed in it.
  fileprivate func save(_ state: OutlineState) -> Effect<OutlineAction, Never> {
    let (document, base) = (state.document, state.fileContents)
    return .lazy {
      fileClient.update(OutlineDocument.self, in: Self.fileName) { contents in
        // A deleted file is written again.
        document.merging(contents ?? base, since: base, uuid: uuid)
      }
      .map { .documentSaved(document, fileContents: $0) }
      .catch { _ in Effect(value: .savingFailed) }
    }
  }

  /// Tells each time when somebody else has changed the file.
  fileprivate var watch: Effect<OutlineAction, Never> {
    Effect.timer(id: EffectID.ticks, every: 2, on: mainRunLoop)
      .flatMap { _ in
        fileClient.load(OutlineDocument.self, from: Self.fileName).catchToEffect()
      }
      .compactMap { try? $0.get() }
      .removeDuplicates()
      .map(OutlineAction.documentRead)
      .cancellable(id: EffectID.watch, cancelInFlight: true)
  }
}
