// SPDX-License-Identifier: MIT

public import Lockstep

/// The saved contents of an outline.
public struct OutlineDocument: Codable, Equatable, Sendable {
  /// The top-level items.
  public var items: IdentifiedArrayOf<OutlineItem>

  /// The settings of the outline.
  public var settings: OutlineSettings

  /// Creates a document, by default an empty one.
  public init(
    items: IdentifiedArrayOf<OutlineItem> = [],
    settings: OutlineSettings = OutlineSettings()
  ) {
    self.items = items
    self.settings = settings
  }

  /// The visible rows.
  public var rows: [OutlineRow] { items.rows(hidesDone: settings.hidesDone) }
}

/// The settings of an outline.
public struct OutlineSettings: Codable, Equatable, Sendable {
  /// Whether completed items are hidden, with their descendants.
  public var hidesDone: Bool

  /// The title of the outline.
  public var title: String

  /// Creates settings from their values.
  public init(hidesDone: Bool = false, title: String = "Outline") {
    self.hidesDone = hidesDone
    self.title = title
  }
}

/// The counts of an outline.
public struct OutlineCounts: Equatable, Sendable {
  /// The number of items on all levels.
  public var items = 0

  /// The number of completed items.
  public var done = 0

  /// The number of words in all items.
  public var words = 0

  /// Creates counts of zero.
  public init() {}

  /// Counts the given items and their descendants.
  public init(_ items: IdentifiedArrayOf<OutlineItem>) {
    for row in items.rows() {
      self.items += 1
      done += row.item.isDone ? 1 : 0
      words += row.item.text.split(whereSeparator: \.isWhitespace).count
    }
  }
}
