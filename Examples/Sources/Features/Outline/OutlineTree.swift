// SPDX-License-Identifier: MIT

// How items of an outline are found and moved, wherever they are.

public import Lockstep

/// An item as it is shown, with the items around it.
public struct OutlineRow: Equatable, Identifiable, Sendable {
  /// The ids of the items that it is a part of, from the top, and its own.
  public var path: [OutlineItem.ID]

  /// The item.
  public var item: OutlineItem

  /// The identifier.
  public var id: OutlineItem.ID { item.id }

  /// The number of items that it is a part of.
  public var depth: Int { path.count - 1 }
}

extension IdentifiedArray where ID == OutlineItem.ID, Element == OutlineItem {
  /// Returns the items and all below them, in the order in which they are read.
  ///
  /// - Parameter hidesDone: Whether to leave out those that are done, with all below them.
  /// - Returns: A row for each item.
  public func rows(hidesDone: Bool = false) -> [OutlineRow] {
    rows(below: [], hidesDone: hidesDone)
  }

  private func rows(below path: [ID], hidesDone: Bool) -> [OutlineRow] {
    filter { $0.isShown(hidesDone: hidesDone) }.flatMap { item in
      let path = path + [item.id]
      return [OutlineRow(path: path, item: item)]
        + item.children.rows(below: path, hidesDone: hidesDone)
    }
  }

  /// The ids of what an item is a part of, from the top, and its own; nil if it is not there.
  public func path(to id: ID) -> [ID]? {
    if index(id: id) != nil { return [id] }
    for item in self {
      if let path = item.children.path(to: id) { return [item.id] + path }
    }
    return nil
  }

  /// The item with an id, wherever it is; nil if it is not there.
  func item(_ id: ID) -> OutlineItem? {
    self[id: id] ?? lazy.compactMap { $0.children.item(id) }.first
  }

  /// Changes an item, wherever it is.
  mutating func update(_ id: ID, _ change: (inout OutlineItem) -> Void) {
    changeSiblings(of: id) { siblings, index in change(&siblings[index]) }
  }

  /// Removes an item, wherever it is, and returns it.
  @discardableResult
  mutating func take(_ id: ID) -> OutlineItem? {
    var item: OutlineItem?
    changeSiblings(of: id) { siblings, index in item = siblings.remove(at: index) }
    return item
  }

  /// Inserts an item in the row below another one's, or at the end if there is no other.
  mutating func insert(_ item: OutlineItem, below id: ID?, hidesDone: Bool) {
    guard let id else {
      append(item)
      return
    }
    changeSiblings(of: id) { siblings, index in
      if siblings[index].children.contains(where: { $0.isShown(hidesDone: hidesDone) }) {
        siblings[index].children.insert(item, at: 0)
      } else {
        siblings.insert(item, at: index + 1)
      }
    }
  }

  /// Makes an item the last part of the one above it, if there is one that is shown.
  mutating func indent(_ id: ID, hidesDone: Bool) {
    changeSiblings(of: id) { siblings, index in
      guard
        let above = siblings[..<index].lastIndex(where: { $0.isShown(hidesDone: hidesDone) })
      else { return }
      let item = siblings.remove(at: index)
      siblings[above].children.append(item)
    }
  }

  /// Moves an item below the one that it is a part of, if there is one.
  mutating func outdent(_ id: ID) {
    guard let parent = path(to: id)?.dropLast().last, let item = take(id) else { return }
    changeSiblings(of: parent) { siblings, index in
      siblings.insert(item, at: index + 1)
    }
  }

  /// Changes the list that an item is in, given the item's place there.
  private mutating func changeSiblings(of id: ID, _ change: (inout Self, Int) -> Void) {
    guard let path = path(to: id) else { return }
    changeSiblings(along: path[...], change)
  }

  private mutating func changeSiblings(
    along path: ArraySlice<ID>,
    _ change: (inout Self, Int) -> Void
  ) {
    guard let id = path.first, let index = index(id: id) else { return }
    let rest = path.dropFirst()
    guard rest.isEmpty == false else { return change(&self, index) }
    self[index].children.changeSiblings(along: rest, change)
  }
}

extension OutlineItem {
  fileprivate func isShown(hidesDone: Bool) -> Bool { isDone == false || hidesDone == false }
}
