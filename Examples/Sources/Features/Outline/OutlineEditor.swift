// SPDX-License-Identifier: MIT

public import Lockstep

/// The state of an item's editor.
public struct OutlineEditorState: Equatable, Sendable {
  /// The identifier of the item.
  public let id: OutlineItem.ID

  /// The item's text before editing.
  public let original: String

  /// The current text.
  public var text: String

  /// Creates an editor with the item's text.
  public init(_ item: OutlineItem) {
    id = item.id
    original = item.text
    text = item.text
  }
}

/// An action of an editor.
public enum OutlineEditorAction: Equatable, Sendable {
  case binding(BindingAction<OutlineEditorState>)
  case cancelButtonTapped
  case doneButtonTapped
}

/// Edits an item's text; the parent closes the editor.
public let outlineEditorReducer = Reducer<OutlineEditorState, OutlineEditorAction, Void>
  .withoutEffects { state, action in
    switch action {
    case .binding, .doneButtonTapped:
      break
    case .cancelButtonTapped:
      state.text = state.original
    }
  }
  .binding(action: /OutlineEditorAction.binding)
