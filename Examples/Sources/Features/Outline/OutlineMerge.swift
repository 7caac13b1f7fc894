// SPDX-License-Identifier: MIT

// How the changes of two who have edited the same outline come together, so that none is lost.

public import Lockstep

extension OutlineDocument {
  /// Returns this document with what somebody else has changed in another copy of the same document.
  ///
  /// Changes of different items, and different changes of one, are all made. Where both have changed the text of an
  /// item, it has this document's, and a new item below it has theirs. An item that one has deleted stays if the
  /// other has changed it, or something below it. Where both have moved an item, it is where it is in this document.
  ///
  /// - Parameters:
  ///   - theirs: The other copy.
  ///   - base: The common version of both documents.
  ///   - uuid: Makes the ids of new items.
  /// - Returns: The document with all changes.
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

/// Returns the value that was changed; nil if both were, to different ones.
private func merged<Value: Equatable>(_ ours: Value, _ theirs: Value, since base: Value?) -> Value?
{
  if ours == theirs || theirs == base { return ours }
  return ours == base ? theirs : nil
}

/// The items of three trees, one by one, and of the merged one.
private struct OutlineMerge {
  typealias ID = OutlineItem.ID

  /// An item without those below it.
  struct Node: Equatable {
    var parent: ID?
    var text: String
    var isDone: Bool
  }

  /// A tree as a list.
  struct Tree {
    /// The items, in the order in which they are read.
    var ids: [ID] = []
    var nodes: [ID: Node] = [:]
    /// The place of each item in the list.
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
  /// The other version of texts that were changed here, too.
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
      // Two that were moved below each other are where they are here.
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

  /// The merged item; nil if it was deleted.
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
      // Deleted by one, or new.
      return node == before ? nil : node
    case (nil, nil):
      return nil
    }
  }

  /// Keeps what other items are parts of.
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

  /// The parts of an item in the order of whoever has changed it, and those of the other behind what they follow.
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
      // Behind the nearest one that it follows.
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
