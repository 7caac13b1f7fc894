// SPDX-License-Identifier: MIT

// An item of an outline, which has items of its own kind below it.

public import Lockstep

public import struct Foundation.UUID

/// An item of an outline.
public struct OutlineItem: Codable, Equatable, Identifiable, Sendable {
  /// The identifier.
  public let id: UUID

  /// The text.
  public var text: String

  /// Whether it is done.
  public var isDone: Bool

  /// The items that it is divided into.
  public var children: IdentifiedArrayOf<OutlineItem>

  /// An item made of its parts.
  public init(
    id: UUID,
    text: String = "",
    isDone: Bool = false,
    children: IdentifiedArrayOf<OutlineItem> = []
  ) {
    self.id = id
    self.text = text
    self.isDone = isDone
    self.children = children
  }

  fileprivate mutating func mark(isDone: Bool) {
    self.isDone = isDone
    for index in children.indices { children[index].mark(isDone: isDone) }
  }
}

/// An action of an item.
public indirect enum OutlineItemAction: Equatable, Sendable {
  /// Something happened to an item below it.
  case child(id: OutlineItem.ID, action: OutlineItemAction)
  /// It was marked as done, or as not done after all.
  case doneToggled
}

/// The feature of an item, and of all below it.
///
/// What is below an item is done when the item is.
public let outlineItemReducer = Reducer<OutlineItem, OutlineItemAction, Void>.recursive { reducer in
  .combine(
    reducer.forEach(
      state: \.children,
      action: /OutlineItemAction.child
    ),
    .withoutEffects { item, action in
      switch action {
      case .child:
        break
      case .doneToggled:
        item.mark(isDone: item.isDone == false)
      }
    }
  )
}
