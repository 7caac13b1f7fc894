// SPDX-License-Identifier: MIT

// The editor of an item's text.

public import Lockstep

/// The state of an editor, which is there while an item is edited.
public struct OutlineEditorState: Equatable, Sendable {
  /// The item.
  public let id: OutlineItem.ID

  /// The text of the item before.
  public let original: String

  /// The current text.
  public var text: String

  /// The editor of an item that nothing was typed in yet.
  public init(_ item: OutlineItem) {
    id = item.id
    original = item.text
    text = item.text
  }
}

/// An action of an editor.
public enum OutlineEditorAction: Equatable, Sendable {
  /// The text was changed.
  case binding(BindingAction<OutlineEditorState>)
  /// The item is to say what it said before.
  case cancelButtonTapped
  /// The text is complete.
  case doneButtonTapped
}

/// The feature of an editor; its parent closes it.
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
