// SPDX-License-Identifier: MIT

public import Lockstep

extension OutlineDocument {
  /// Returns this document merged with another edited copy.
  ///
  /// The result contains the changes of both copies. If both copies changed the text of an item, the item keeps this
  /// document's text, and a new item after it has the other text. An item that one copy deleted stays if the other copy
  /// changed the item or one of its descendants. If both copies moved an item, this document's position wins.
  ///
  /// - Parameters:
  ///   - theirs: The other copy.
  ///   - base: The common ancestor of both documents.
  ///   - uuid: Generates the identifiers of new items.
  /// - Returns: The merged document.
  public func merging(
    _ theirs: OutlineDocument,
    since base: OutlineDocument,
    uuid: UUIDGenerator
  ) -> OutlineDocument {
    if theirs == base { return self }
    if self == base || self == theirs { return theirs }
    let title =
      merged(settings.title, theirs.settings.title, since: base.settings.title)
      ?? "\(settings.title) / \(theirs.settings.title)"
    let hidesDone =
      settings.hidesDone == base.settings.hidesDone
      ? theirs.settings.hidesDone : settings.hidesDone
    var merge = OutlineMerge(items, theirs.items, since: base.items)
    return OutlineDocument(
      items: merge.items(uuid),
      settings: OutlineSettings(hidesDone: hidesDone, title: title)
    )
  }
}

/// Returns the changed value; nil if both values changed to different ones.
private func merged<Value: Equatable>(_ ours: Value, _ theirs: Value, since base: Value?) -> Value?
{
  if ours == theirs || theirs == base { return ours }
  return ours == base ? theirs : nil
}

private struct OutlineMerge {
  typealias ID = OutlineItem.ID

  struct Node: Equatable {
    var parent: ID?
    var text: String
    var isDone: Bool
  }

  struct Tree {
    var ids: [ID] = []
    var nodes: [ID: Node] = [:]
    var places: [ID: Int] = [:]

    init(_ items: IdentifiedArrayOf<OutlineItem>) {
      for row in items.rows() {
        places[row.id] = ids.count
        ids.append(row.id)
        nodes[row.id] = Node(
          parent: row.path.dropLast().last,
          text: row.item.text,
          isDone: row.item.isDone
        )
      }
    }
  }

  private let base: Tree
  private let ours: Tree
  private let theirs: Tree
  private var nodes: [ID: Node] = [:]
  /// The other text of items whose text both copies changed.
  private var conflicts: [ID: String] = [:]

  init(
    _ ours: IdentifiedArrayOf<OutlineItem>,
    _ theirs: IdentifiedArrayOf<OutlineItem>,
    since base: IdentifiedArrayOf<OutlineItem>
  ) {
    self.base = Tree(base)
    self.ours = Tree(ours)
    self.theirs = Tree(theirs)
  }

  mutating func items(_ uuid: UUIDGenerator) -> IdentifiedArrayOf<OutlineItem> {
    let ids = ours.ids + theirs.ids.filter { ours.nodes[$0] == nil }
    for id in ids { nodes[id] = node(id) }
    keepParents(of: ids)
    if nodes.keys.contains(where: isInCircle) {
      // If both copies moved items below each other, use our parents.
      for (id, node) in ours.nodes where nodes[id] != nil { nodes[id]?.parent = node.parent }
      keepParents(of: ids)
    }
    var children: [ID?: [ID]] = [:]
    for id in ids {
      guard let node = nodes[id] else { continue }
      children[node.parent, default: []].append(id)
    }
    return items(below: nil, children, uuid)
  }

  private mutating func node(_ id: ID) -> Node? {
    let before = base.nodes[id]
    switch (ours.nodes[id], theirs.nodes[id]) {
    case (let mine?, let other?):
      let text = merged(mine.text, other.text, since: before?.text)
      if text == nil { conflicts[id] = other.text }
      return Node(
        parent: merged(mine.parent, other.parent, since: before?.parent) ?? mine.parent,
        text: text ?? mine.text,
        isDone: merged(mine.isDone, other.isDone, since: before?.isDone) ?? mine.isDone
      )
    case (let node?, nil), (nil, let node?):
      // One copy deleted the item, or the item is new.
      return node == before ? nil : node
    case (nil, nil):
      return nil
    }
  }

  /// Restores deleted items that are ancestors of remaining items.
  private mutating func keepParents(of ids: [ID]) {
    for id in ids {
      var parent = nodes[id]?.parent
      while let id = parent, nodes[id] == nil {
        nodes[id] = ours.nodes[id] ?? theirs.nodes[id]
        parent = nodes[id]?.parent
      }
    }
  }

  private func isInCircle(_ id: ID) -> Bool {
    var parent = nodes[id]?.parent
    var count = 0
    while let next = parent, count <= nodes.count {
      parent = nodes[next]?.parent
      count += 1
    }
    return parent != nil
  }

  private func items(
    below parent: ID?,
    _ children: [ID?: [ID]],
    _ uuid: UUIDGenerator
  ) -> IdentifiedArrayOf<OutlineItem> {
    var items: IdentifiedArrayOf<OutlineItem> = []
    for id in sorted(children[parent] ?? [], below: parent) {
      guard let node = nodes[id] else { continue }
      items.append(
        OutlineItem(
          id: id,
          text: node.text,
          isDone: node.isDone,
          children: self.items(below: id, children, uuid)
        )
      )
      if let text = conflicts[id], text.isEmpty == false {
        items.append(OutlineItem(id: uuid(), text: text, isDone: node.isDone))
      }
    }
    return items
  }

  /// Orders siblings like the copy that reordered them.
  ///
  /// An item that only the other copy has below this parent follows its predecessor in that copy.
  private func sorted(_ ids: [ID], below parent: ID?) -> [ID] {
    let common = ids.filter { id in
      [base, ours, theirs].allSatisfy { $0.contains(id, below: parent) }
    }
    let hasOrder = base.sorted(common) == ours.sorted(common)
    let (first, second) = hasOrder ? (theirs, ours) : (ours, theirs)
    var sorted = first.sorted(ids.filter { first.contains($0, below: parent) })
    let rest = ids.filter { first.contains($0, below: parent) == false }
    for id in second.sorted(rest) {
      let end = second.place(id)
      let before = sorted.indices.filter { index in
        second.contains(sorted[index], below: parent) && second.place(sorted[index]) < end
      }
      .max { second.place(sorted[$0]) < second.place(sorted[$1]) }
      sorted.insert(id, at: before.map { $0 + 1 } ?? 0)
    }
    return sorted
  }
}

extension OutlineMerge.Tree {
  func contains(_ id: OutlineItem.ID, below parent: OutlineItem.ID?) -> Bool {
    nodes[id].map { $0.parent == parent } == true
  }

  func sorted(_ ids: [OutlineItem.ID]) -> [OutlineItem.ID] {
    ids.sorted { place($0) < place($1) }
  }

  func place(_ id: OutlineItem.ID) -> Int { places[id] ?? .max }
}
