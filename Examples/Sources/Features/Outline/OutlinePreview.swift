// SPDX-License-Identifier: MIT

public import DependencyClients
internal import Foundation
public import Lockstep

/// Writes an outline to a file as Markdown whenever the visible outline changes.
///
/// ```markdown
/// # Shopping
///
/// - [ ] Vegetables
///   - [x] Leek
///
/// *Editing: Vegetables › Leek*
/// ```
@MainActor
public final class OutlinePreview {
  private let fileClient: FileClient
  private let fileName: String
  private let store: Store<OutlineState, OutlineAction>

  private var editor: Store<OutlineEditorState, OutlineEditorAction>?
  private var observations: [StoreObservation] = []
  private var text: String?
  private var writing: AnyCancellable?

  /// Starts observing a store.
  ///
  /// - Parameters:
  ///   - store: The store of the outline.
  ///   - fileClient: The client that writes the file. Failures are ignored.
  ///   - fileName: The name of the file.
  public init(
    store: Store<OutlineState, OutlineAction>,
    fileClient: FileClient,
    fileName: String
  ) {
    self.fileClient = fileClient
    self.fileName = fileName
    self.store = store
    observations = [
      store.ifLet(
        \.editor,
        action: OutlineAction.editor,
        then: { [weak self] in self?.show($0) },
        else: { [weak self] in self?.show(nil) }
      ),
      // Ignore changes of hidden items.
      store.scope(state: \.document).observe(
        removeDuplicates: { $0.settings.title == $1.settings.title && $0.rows == $1.rows },
        { [weak self] _, _ in self?.write() }
      ),
    ]
  }

  private func show(_ editor: Store<OutlineEditorState, OutlineEditorAction>?) {
    self.editor = editor
    write()
  }

  private func write() {
    let newText = markdown
    guard newText != text else { return }
    text = newText
    writing = fileClient.save(fileName, Data(newText.utf8))
      .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
  }

  private var markdown: String {
    let settings = store.scope(state: \.document.settings)
    var lines = ["# \(settings.title)", ""]
    store.scope(forEach: \.document.items, action: OutlineAction.item) { item in
      append(item, depth: 0, hidesDone: settings.hidesDone, to: &lines)
    }
    if let editor { lines += ["", "*Editing: \(trail(of: editor.id).joined(separator: " › "))*"] }
    return lines.joined(separator: "\n") + "\n"
  }

  private func append(
    _ item: Store<OutlineItem, OutlineItemAction>,
    depth: Int,
    hidesDone: Bool,
    to lines: inout [String]
  ) {
    if item.isDone && hidesDone { return }
    let indentation = String(repeating: "  ", count: depth)
    lines.append("\(indentation)- [\(item.isDone ? "x" : " ")] \(item.text)")
    item.scope(forEach: \.children, action: OutlineItemAction.child) { child in
      append(child, depth: depth + 1, hidesDone: hidesDone, to: &lines)
    }
  }

  private func trail(of id: OutlineItem.ID) -> [String] {
    guard let path = store.document.items.path(to: id), let first = path.first else { return [] }
    var item = store.scope(element: first, of: \.document.items, action: OutlineAction.item)
    var texts = [item?.text]
    for id in path.dropFirst() {
      item = item?.scope(element: id, of: \.children, action: OutlineItemAction.child)
      texts.append(item?.text)
    }
    return texts.compactMap(\.self)
  }
}
