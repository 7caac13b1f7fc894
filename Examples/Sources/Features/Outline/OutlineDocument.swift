// SPDX-License-Identifier: MIT

// The contents of an outline's file, and their counts.

public import Lockstep

/// An outline as it is saved.
public struct OutlineDocument: Codable, Equatable, Sendable {
  /// The items that are parts of no other.
  public var items: IdentifiedArrayOf<OutlineItem>

  /// The settings for all of it.
  public var settings: OutlineSettings

  /// A document made of its parts, by default an empty one.
  public init(
    items: IdentifiedArrayOf<OutlineItem> = [],
    settings: OutlineSettings = OutlineSettings()
  ) {
    self.items = items
    self.settings = settings
  }

  /// The items that are shown.
  public var rows: [OutlineRow] { items.rows(hidesDone: settings.hidesDone) }
}

/// The settings of a whole outline.
public struct OutlineSettings: Codable, Equatable, Sendable {
  /// Whether items that are done are hidden, with all below them.
  public var hidesDone: Bool

  /// The title of the outline.
  public var title: String

  /// Settings made of their parts.
  public init(hidesDone: Bool = false, title: String = "Outline") {
    self.hidesDone = hidesDone
    self.title = title
  }
}

/// The counts of an outline.
public struct OutlineCounts: Equatable, Sendable {
  /// The number of items, on all levels.
  public var items = 0

  /// The number of items that are done.
  public var done = 0

  /// The number of words in all items.
  public var words = 0

  /// The counts of no items.
  public init() {}

  /// Counts what is in some items and below them.
  public init(_ items: IdentifiedArrayOf<OutlineItem>) {
    for row in items.rows() {
      self.items += 1
      done += row.item.isDone ? 1 : 0
      words += row.item.text.split(whereSeparator: \.isWhitespace).count
    }
  }
}
