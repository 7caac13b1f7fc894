// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Outline
import Testing

/// Tests the merge of two edited versions of an outline.
@Suite struct MergeTests {
  private func merged(
    _ ours: [OutlineItem],
    _ theirs: [OutlineItem],
    since base: [OutlineItem]
  ) -> [OutlineItem] {
    let base = OutlineDocument(items: IdentifiedArray(base))
    let theirs = OutlineDocument(items: IdentifiedArray(theirs))
    let document = OutlineDocument(items: IdentifiedArray(ours))
      .merging(theirs, since: base, uuid: .incrementing(from: 100))
    return Array(document.items)
  }

  private let a = OutlineItem(1, "A")
  private let b = OutlineItem(2, "B")
  private let c = OutlineItem(3, "C")
  private let d = OutlineItem(4, "D")

  @Test func `a merge keeps added items from both sides in their places`() {
    #expect(merged([a, c, b], [a, b, d], since: [a, b]) == [a, c, b, d])
    #expect(merged([c, a], [d, a], since: [a]).map(\.text).sorted() == ["A", "C", "D"])
  }

  @Test func `a merge combines different changes of one item`() {
    #expect(
      merged([OutlineItem(1, "A!")], [OutlineItem(1, "A", isDone: true)], since: [a])
        == [OutlineItem(1, "A!", isDone: true)]
    )
  }

  @Test func `if both sides change a text, their text becomes a new item below`() {
    #expect(
      merged([OutlineItem(1, "Mine"), b], [OutlineItem(1, "Theirs"), b], since: [a, b])
        == [OutlineItem(1, "Mine"), OutlineItem(100, "Theirs"), b]
    )
    #expect(merged([OutlineItem(1, "Mine")], [OutlineItem(1, "")], since: [a]).count == 1)
  }

  @Test func `an item that one side deletes is removed unless the other side changes it`() {
    #expect(merged([b], [a, b], since: [a, b]) == [b])
    #expect(merged([a, b], [b], since: [a, b]) == [b])
    let changed = OutlineItem(1, "A!")
    #expect(merged([b], [changed, b], since: [a, b]) == [changed, b])
    #expect(merged([changed, b], [b], since: [a, b]) == [changed, b])
    let parent = OutlineItem(1, "A", [c])
    #expect(
      merged([], [OutlineItem(1, "A", [c, d])], since: [parent]) == [OutlineItem(1, "A", [d])]
    )
  }

  @Test func `an item that one side moves is in its new place`() {
    #expect(
      merged([OutlineItem(1, "A", [b])], [a, b, c], since: [a, b]) == [OutlineItem(1, "A", [b]), c]
    )
    #expect(merged([b, a, c], [a, b, c, d], since: [a, b, c]) == [b, a, c, d])
    #expect(merged([a, b, c, d], [c, b, a], since: [a, b, c]) == [c, d, b, a])
  }

  @Test func `a merge keeps two items that were moved below each other`() {
    #expect(
      merged([OutlineItem(1, "A", [b])], [OutlineItem(2, "B", [a])], since: [a, b])
        == [OutlineItem(1, "A", [b])]
    )
  }

  @Test func `a merge keeps both titles`() {
    let base = OutlineDocument()
    func named(_ title: String) -> OutlineDocument {
      OutlineDocument(settings: OutlineSettings(title: title))
    }
    let title = named("Supper").merging(named("Dinner"), since: base, uuid: .failing)
      .settings.title
    #expect(title == "Supper / Dinner")
  }

  /// Returns the document with random changes.
  private func changed(
    _ document: OutlineDocument,
    _ name: String,
    _ random: inout SplitMix64
  ) -> OutlineDocument {
    var rows = document.items.rows().map { ($0.id, $0.path.dropLast().last, $0.item.text) }
    for number in 0..<Int.random(in: 0...4, using: &random) {
      let index = rows.isEmpty ? nil : Int.random(in: rows.indices, using: &random)
      switch (Int.random(in: 0..<4, using: &random), index) {
      case (0, let index?):
        rows[index].2 = "\(name)\(number)"
      case (1, let index?):
        let parent = Int.random(in: rows.indices, using: &random)
        if isBelow(rows[parent].0, rows[index].0, rows) == false {
          rows[index].1 = rows[parent].0
        }
      case (2, let index?):
        let removed = rows[index].0
        rows = rows.filter { isBelow($0.0, removed, rows) == false }
      default:
        let bytes = random.next()
        let id = UUID(Int(UInt8(truncatingIfNeeded: bytes >> 8)))
        if rows.contains(where: { $0.0 == id }) == false {
          rows.append((id, index.map { rows[$0].0 }, "\(name)\(number)"))
        }
      }
    }
    func items(below parent: UUID?) -> IdentifiedArrayOf<OutlineItem> {
      IdentifiedArray(
        rows.filter { $0.1 == parent }
          .map { OutlineItem(id: $0.0, text: $0.2, children: items(below: $0.0)) }
      )
    }
    return OutlineDocument(items: items(below: nil))
  }

  private func isBelow(_ id: UUID, _ top: UUID, _ rows: [(UUID, UUID?, String)]) -> Bool {
    var id: UUID? = id
    while let next = id, next != top { id = rows.first { $0.0 == next }?.1 }
    return id != nil
  }

  @Test func `random merges lose no text of either side`() {
    for seed in 0..<2_000 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let base = changed(changed(OutlineDocument(), "x", &random), "y", &random)
      let ours = changed(base, "ours ", &random)
      let theirs = changed(base, "theirs ", &random)
      let merged = ours.merging(theirs, since: base, uuid: .incrementing(from: 1_000))
      let rows = merged.items.rows()
      #expect(Set(rows.map(\.id)).count == rows.count, "seed \(seed)")
      let texts = Set(rows.map(\.item.text))
      let before = Dictionary(uniqueKeysWithValues: base.items.rows().map { ($0.id, $0.item.text) })
      for row in ours.items.rows() + theirs.items.rows() where before[row.id] != row.item.text {
        #expect(texts.contains(row.item.text), "seed \(seed)")
      }
      let ids = Set(ours.items.rows().map(\.id)).intersection(theirs.items.rows().map(\.id))
      #expect(ids.isSubset(of: rows.map(\.id)), "seed \(seed)")
      #expect(merged.merging(theirs, since: theirs, uuid: .failing) == merged)
    }
  }
}
