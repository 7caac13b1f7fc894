// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

@testable import Outline

/// Tests laws of random trees.
@Suite struct TreeTests {
  private typealias Items = IdentifiedArrayOf<OutlineItem>

  /// Returns a random tree of up to 60 items with their numbers as ids.
  private func tree(seed: UInt64) -> Items {
    var random = SplitMix64(seed: seed)
    var items: Items = []
    for number in 1...Int.random(in: 2...60, using: &random) {
      let item = OutlineItem(number, "\(number)", isDone: Bool.random(using: &random))
      let parent = items.rows().randomElement(using: &random)?.id
      if let parent, Bool.random(using: &random) {
        items.update(parent) { _ = $0.children.append(item) }
      } else {
        items.insert(item, below: parent, hidesDone: false)
      }
    }
    return items
  }

  private func texts(_ items: Items, hidesDone: Bool = false) -> [String] {
    items.rows(hidesDone: hidesDone).map { row in
      String(repeating: "-", count: row.depth) + row.item.text
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `outdenting an indented item restores the tree`(seed: UInt64) {
    let items = tree(seed: seed)
    for row in items.rows() {
      var changed = items
      changed.indent(row.id, hidesDone: false)
      guard changed != items else { continue }
      #expect(changed.rows().map(\.id) == items.rows().map(\.id))
      #expect(changed.path(to: row.id)?.count == row.depth + 2)
      changed.outdent(row.id)
      #expect(changed == items, "The item \(row.item.text)")
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `an outdented item keeps its children`(seed: UInt64) {
    let items = tree(seed: seed)
    for row in items.rows() {
      var changed = items
      changed.outdent(row.id)
      #expect(changed.path(to: row.id)?.count == max(1, row.depth))
      #expect(changed.rows().first { $0.id == row.id }?.item == row.item)
      #expect(changed.rows().count == items.rows().count)
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a new item appears in the next row and removing it restores the tree`(seed: UInt64) {
    let items = tree(seed: seed)
    for hidesDone in [false, true] {
      for (index, row) in items.rows(hidesDone: hidesDone).enumerated() {
        var changed = items
        changed.insert(OutlineItem(100), below: row.id, hidesDone: hidesDone)
        let rows = changed.rows(hidesDone: hidesDone)
        #expect(rows.firstIndex { $0.id == UUID(100) } == index + 1)
        #expect(changed.take(UUID(100)) == OutlineItem(100))
        #expect(changed == items, "The item below \(row.item.text)")
      }
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `the path to an item equals the path of its row`(seed: UInt64) {
    let items = tree(seed: seed)
    for row in items.rows() { #expect(items.path(to: row.id) == row.path) }
    #expect(items.path(to: UUID(100)) == nil)
  }

  @Test func `an item is indented below the previous visible item`() {
    let items: Items = [
      OutlineItem(1, "1"), OutlineItem(2, "2", isDone: true), OutlineItem(3, "3"),
    ]
    var changed = items
    changed.indent(UUID(3), hidesDone: false)
    #expect(texts(changed) == ["1", "2", "-3"])
    changed = items
    changed.indent(UUID(3), hidesDone: true)
    #expect(texts(changed, hidesDone: true) == ["1", "-3"])
    changed = items
    changed.indent(UUID(1), hidesDone: false)
    #expect(changed == items)
  }

  @Test func `hiding done items also hides their children`() {
    let items: Items = [
      OutlineItem(1, "1", isDone: true, [OutlineItem(2, "2")]), OutlineItem(3, "3"),
    ]
    #expect(texts(items) == ["1", "-2", "3"])
    #expect(texts(items, hidesDone: true) == ["3"])
  }

  @Test func `counts include all levels`() {
    #expect(
      OutlineCounts(OutlineDocument.shopping.items) == OutlineCounts(items: 4, done: 1, words: 5)
    )
    #expect(OutlineCounts([OutlineItem(1, "  two\twords ")]).words == 2)
  }
}
