// SPDX-License-Identifier: MIT

public import Lockstep

/// A visible row: an item and its path.
public struct OutlineRow: Equatable, Identifiable, Sendable {
  /// The identifiers of the ancestors from the top, followed by the item's identifier.
  public var path: [OutlineItem.ID]

  /// The item.
  public var item: OutlineItem

  /// The identifier of the item.
  public var id: OutlineItem.ID { item.id }

  /// The number of ancestors.
  public var depth: Int { path.count - 1 }
}

extension IdentifiedArray where ID == OutlineItem.ID, Element == OutlineItem {
  /// Returns a row for each item and each descendant, in depth-first order.
  ///
  /// - Parameter hidesDone: Whether to omit completed items and their descendants.
  /// - Returns: The rows.
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

  /// Returns the identifiers of an item's ancestors from the top and its own; nil if the item is missing.
  public func path(to id: ID) -> [ID]? {
    if index(id: id) != nil { return [id] }
    for item in self {
      if let path = item.children.path(to: id) { return [item.id] + path }
    }
    return nil
  }

  func item(_ id: ID) -> OutlineItem? {
    self[id: id] ?? lazy.compactMap { $0.children.item(id) }.first
  }

  mutating func update(_ id: ID, _ change: (inout OutlineItem) -> Void) {
    changeSiblings(of: id) { siblings, index in change(&siblings[index]) }
  }

  @discardableResult
  mutating func take(_ id: ID) -> OutlineItem? {
    var item: OutlineItem?
    changeSiblings(of: id) { siblings, index in item = siblings.remove(at: index) }
    return item
  }

  /// Inserts an item in the row below another item, or at the end if `id` is nil.
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

  mutating func indent(_ id: ID, hidesDone: Bool) {
    changeSiblings(of: id) { siblings, index in
      guard
        let above = siblings[..<index].lastIndex(where: { $0.isShown(hidesDone: hidesDone) })
      else { return }
      let item = siblings.remove(at: index)
      siblings[above].children.append(item)
    }
  }

  mutating func outdent(_ id: ID) {
    guard let parent = path(to: id)?.dropLast().last, let item = take(id) else { return }
    changeSiblings(of: parent) { siblings, index in
      siblings.insert(item, at: index + 1)
    }
  }

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
