// SPDX-License-Identifier: MIT

import LockstepBase
import LockstepTestSupport
import Testing

private struct Item: Hashable {
  var id: Int
  var name: String
  var tags: Set<Int> = []
}

private indirect enum Value: Equatable {
  case none
  case number(Int)
  case text(String)
  case pair(Value, label: Value?)
  case list([Value])
  case items([Item])
  case table([String: Value])
  case set(Set<Item>)
  case nested(Holder)
}

private final class Holder: Equatable {
  let value: Value
  let next: Holder?

  init(_ value: Value, _ next: Holder? = nil) {
    self.value = value
    self.next = next
  }

  static func == (lhs: Holder, rhs: Holder) -> Bool {
    lhs.value == rhs.value && lhs.next == rhs.next
  }
}

extension SplitMix64 {
  fileprivate mutating func upTo(_ bound: Int) -> Int { Int.random(in: 0...bound, using: &self) }

  fileprivate mutating func text() -> String {
    (0..<upTo(3)).map { _ in ["a", "b c", "", "\\", "\"\"\"", "\t"][upTo(5)] }
      .joined(separator: ["\n", "-"][upTo(1)])
  }

  fileprivate mutating func item() -> Item {
    Item(id: upTo(6), name: ["x", "y"][upTo(1)], tags: Set((0..<upTo(2)).map { _ in upTo(3) }))
  }

  fileprivate mutating func value(_ depth: Int = 0) -> Value {
    switch upTo(depth > 3 ? 2 : 8) {
    case 0: .none
    case 1: .number(upTo(3))
    case 2: .text(text())
    case 3: .pair(value(depth + 1), label: upTo(1) == 0 ? nil : value(depth + 1))
    case 4: .list((0..<upTo(6)).map { _ in value(depth + 1) })
    case 5: .items((0..<upTo(6)).map { _ in item() })
    case 6:
      .table(
        Dictionary((0..<upTo(4)).map { _ in (text(), value(depth + 1)) }) { first, _ in first }
      )
    case 7: .set(Set((0..<upTo(4)).map { _ in item() }))
    default:
      .nested(Holder(value(depth + 1), upTo(1) == 0 ? nil : Holder(value(depth + 1))))
    }
  }

  /// Returns a value that differs slightly from another value.
  fileprivate mutating func change(_ value: Value) -> Value {
    switch value {
    case .list(var list) where list.isEmpty == false:
      let index = upTo(list.count - 1)
      switch upTo(2) {
      case 0: list.remove(at: index)
      case 1: list.insert(self.value(3), at: index)
      default: list[index] = change(list[index])
      }
      return .list(list)
    case .items(let items):
      return .items(items.filter { _ in upTo(3) > 0 } + [item()])
    case .pair(let first, let second):
      return upTo(1) == 0
        ? .pair(change(first), label: second) : .pair(first, label: second.map { change($0) })
    case .table(let table):
      return .table(table.mapValues { upTo(2) == 0 ? change($0) : $0 })
    case .text(let text):
      return .text(text + "\n" + self.text())
    default:
      return self.value(2)
    }
  }
}

@Suite struct DiffLawTests {
  @Test(arguments: 0..<300) func `the lines of a diff contain the lines of both dumps`(seed: UInt64)
  {
    var random = SplitMix64(seed: seed)
    let old = random.value()
    let new = seed % 3 == 0 ? random.value() : random.change(old)
    let diff = Dump.wholeDiff(old, new)
    func applied(_ sign: Character) -> [Substring] {
      diff.filter { $0.first == sign || $0.first == " " || $0.isEmpty }.map { $0.dropFirst(2) }
    }
    #expect(applied("-") == Dump(old).allLines.map { $0[...] }, "seed \(seed)")
    #expect(applied("+") == Dump(new).allLines.map { $0[...] }, "seed \(seed)")
  }

  @Test(arguments: 0..<300) func `a diff is nil only if the values print the same`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let old = random.value()
    let new = seed % 3 == 0 ? random.value() : random.change(old)
    #expect((Dump.diff(old, new) == nil) == (old == new), "seed \(seed)")
    #expect((Dump(old).allLines == Dump(new).allLines) == (old == new), "seed \(seed)")
    #expect(Dump.diff(old, old) == nil, "seed \(seed)")
  }

  @Test(arguments: 0..<100) func `a diff of removed elements shows no other changes`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let old = (0..<200).map { _ in random.upTo(1_000) }
    let new = old.filter { _ in random.upTo(9) > 0 }
    let diff = Dump.diff(old, new, limit: .max) ?? ""
    let lines = diff.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("-") }.count == old.count - new.count, "seed \(seed)")
    #expect(lines.filter { $0.hasPrefix("+") }.count == 0, "seed \(seed)")
  }

  @Test(arguments: 0..<5) func `a diff of long arrays without common ends shows only the changes`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    let old = [-1] + Array(0..<3_000) + [-2]
    let new = [-3] + old.dropFirst().dropLast().filter { _ in random.upTo(99) > 0 } + [-4]
    let lines = (Dump.diff(old, new, limit: .max) ?? "").split(separator: "\n")
    let removed = lines.filter { $0.hasPrefix("-") }.count
    let added = lines.filter { $0.hasPrefix("+") }
    #expect(removed - added.count == old.count - new.count, "seed \(seed)")
    #expect(added == ["+   -3,", "+   -4,"], "seed \(seed)")
  }
}
