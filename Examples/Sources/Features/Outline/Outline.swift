// SPDX-License-Identifier: MIT

public import DependencyClients
public import Foundation
public import Lockstep

/// The state of an outline.
public struct OutlineState: Equatable, Sendable {
  /// The status of the document's file.
  public enum File: Equatable, Sendable {
    case loading
    /// The file could not be read. The feature does not overwrite it.
    case loadingFailed
    /// The document equals the contents of the file.
    case saved
    case savingFailed
    case unsaved
  }

  /// The counts, updated at most every half second.
  public var counts = OutlineCounts()

  /// The document.
  public var document = OutlineDocument()

  /// The editor; nil while no item is being edited.
  public var editor: OutlineEditorState?

  /// The status of the document's file.
  public var file = File.loading

  /// The contents of the file when it was last read or written.
  public var fileContents = OutlineDocument()

  /// Whether the outline closes as soon as it is saved.
  public var isClosing = false

  /// The identifier of the selected item; nil if no item is shown.
  public var selection: OutlineItem.ID?

  /// Creates an outline whose file has not been read.
  public init() {}

  /// Whether the outline is closed and all changes are saved.
  public var isClosed: Bool { isClosing && needsSaving == false }

  /// The row of the selected item.
  public var selectedRow: OutlineRow? { document.rows.first { $0.id == selection } }

  /// Whether the document has changes that the file does not contain.
  public var needsSaving: Bool { file == .unsaved || file == .savingFailed }
}

/// An action of an outline.
public enum OutlineAction: Equatable, Sendable {
  case addButtonTapped
  case appeared
  case closeButtonTapped
  case counted(OutlineCounts)
  case deleteButtonTapped
  case documentRead(OutlineDocument)
  /// The document was saved. `fileContents` also contains changes made by others.
  case documentSaved(OutlineDocument, fileContents: OutlineDocument)
  case editButtonTapped
  case editor(OutlineEditorAction)
  /// The user makes the selected item a child of the item above it.
  case indentButtonTapped
  case item(id: OutlineItem.ID, action: OutlineItemAction)
  case loadingFailed
  /// The user moves the selected item out of its parent.
  case outdentButtonTapped
  case retryButtonTapped
  case savingFailed
  case selectionMoved(by: Int)
  case settings(BindingAction<OutlineSettings>)

  /// Returns the action for the item at a path; nil if the path is empty.
  public static func item(at path: [OutlineItem.ID], _ action: OutlineItemAction) -> Self? {
    guard let first = path.first else { return nil }
    let nested = path.dropFirst().reversed().reduce(action) { .child(id: $1, action: $0) }
    return .item(id: first, action: nested)
  }
}

/// The dependencies of an outline.
public struct OutlineEnvironment: Sendable {
  /// The client that reads and writes the file.
  public var fileClient: FileClient

  /// The scheduler for saving, for counting, and for polling the file.
  public var mainRunLoop: SchedulerOf<RunLoop>

  /// The generator of item identifiers.
  public var uuid: UUIDGenerator

  /// Creates an environment from its dependencies.
  public init(
    fileClient: FileClient,
    mainRunLoop: SchedulerOf<RunLoop>,
    uuid: UUIDGenerator
  ) {
    self.fileClient = fileClient
    self.mainRunLoop = mainRunLoop
    self.uuid = uuid
  }

  /// An environment that fails the test on every use.
  public static let failing = Self(
    fileClient: .failing,
    mainRunLoop: .failing("OutlineEnvironment.mainRunLoop"),
    uuid: .failing
  )
}

/// Edits, loads and saves an outline.
///
/// Others may write the same file at any time, so the feature merges their changes both when it reads and when it
/// writes the file. It watches the file only while the document has no unsaved changes, so it never reads contents
/// that are older than the contents that it wrote.
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
      // The document cannot be edited before the first read.
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
  // Do not overwrite a file that could not be read. Changes that come from the file are already saved.
  guard action.isEdit, state.isClosing == false, state.file == .saved || state.needsSaving
  else { return .none }
  state.file = .unsaved
  return environment.saveLater(state)
}

extension OutlineAction {
  fileprivate var isEdit: Bool {
    switch self {
    case .documentRead, .documentSaved: false
    default: true
    }
  }
}

extension OutlineState {
  /// Merges changes that others made to the file since it contained `document`.
  fileprivate mutating func merge(
    _ fileContents: OutlineDocument,
    since document: OutlineDocument,
    _ uuid: UUIDGenerator
  ) {
    self.document = self.document.merging(fileContents, since: document, uuid: uuid)
    self.fileContents = fileContents
    if let editor {
      if let item = self.document.items.item(editor.id) {
        // Keep the editor if its text is already in the item.
        if item.text != editor.text { self.editor = OutlineEditorState(item) }
      } else {
        // Others deleted the item that is being edited. Keep its text.
        let item = OutlineItem(id: editor.id, text: editor.text)
        self.document.items.insert(item, below: nil, hidesDone: false)
      }
    }
    file = self.document == fileContents ? .saved : .unsaved
  }

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

  /// Reads the file; a missing file is an empty outline.
  fileprivate var load: Effect<OutlineAction, Never> {
    fileClient.load(OutlineDocument.self, from: Self.fileName)
      .map(OutlineAction.documentRead)
      .catch { error in
        let isMissing = (error as? CocoaError)?.code == .fileReadNoSuchFile
        return Effect(value: isMissing ? .documentRead(OutlineDocument()) : .loadingFailed)
      }
      .cancellable(id: EffectID.load, cancelInFlight: true)
  }

  fileprivate func saveLater(_ state: OutlineState) -> Effect<OutlineAction, Never> {
    .merge(
      .cancel(id: EffectID.watch),
      save(state).debounce(id: EffectID.save, for: 1, scheduler: mainRunLoop)
    )
  }

  fileprivate func saveNow(_ state: OutlineState) -> Effect<OutlineAction, Never> {
    save(state).cancellable(id: EffectID.save, cancelInFlight: true)
  }

  fileprivate func save(_ state: OutlineState) -> Effect<OutlineAction, Never> {
    let (document, base) = (state.document, state.fileContents)
    return .lazy {
      fileClient.update(OutlineDocument.self, in: Self.fileName) { contents in
        // If the file was deleted, write it again.
        document.merging(contents ?? base, since: base, uuid: uuid)
      }
      .map { .documentSaved(document, fileContents: $0) }
      .catch { _ in Effect(value: .savingFailed) }
    }
  }

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
