// SPDX-License-Identifier: MIT

public import Lockstep

public import struct Foundation.UUID

/// An item of an outline.
public struct OutlineItem: Codable, Equatable, Identifiable, Sendable {
  /// The identifier.
  public let id: UUID

  /// The text.
  public var text: String

  /// Whether the item is completed.
  public var isDone: Bool

  /// The child items.
  public var children: IdentifiedArrayOf<OutlineItem>

  /// Creates an item from its values.
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
  case child(id: OutlineItem.ID, action: OutlineItemAction)
  case doneToggled
}

/// Handles the actions of an item; marking an item applies to all its descendants.
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
