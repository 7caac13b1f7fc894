// SPDX-License-Identifier: MIT

/// The results of reading parts, which the router reuses when it tries other routes with the same request.
///
/// The result for a part depends on its position in the path and on the alternatives in it. One call of `match` uses an
/// instance, on one thread.
final class ReadParts {
  private struct Key: Hashable {
    let node: ObjectIdentifier
    let choice: Int?
  }

  struct Entry {
    let start: Int
    let count: Int
    let choices: ArraySlice<Int>
    let progress: Int
    let result: Result

    enum Result {
      /// A copy of the value, which the `ReadParts` instance owns.
      case value(UnsafeMutableRawPointer)
      case failure(RoutingError, refusesComponent: Bool)
    }
  }

  private var entries: [Key: [Entry]] = [:]
  private var values: [(slot: Slot, memory: UnsafeMutableRawPointer)] = []

  deinit {
    for (slot, memory) in values {
      slot.node.destroy(memory)
      memory.deallocate()
    }
  }

  func entry(of node: any RouteNode, at start: Int, _ choices: ArraySlice<Int>) -> Entry? {
    find(Key(node: ObjectIdentifier(node), choice: nil), start, choices)
      ?? choices.first.flatMap { choice in
        find(Key(node: ObjectIdentifier(node), choice: choice), start, choices)
      }
  }

  private func find(_ key: Key, _ start: Int, _ choices: ArraySlice<Int>) -> Entry? {
    entries[key]?.first { entry in
      (entry.start == start || entry.count == 0) && choices.starts(with: entry.choices)
    }
  }

  func add(_ entry: Entry, of node: any RouteNode) {
    let key = Key(node: ObjectIdentifier(node), choice: entry.choices.first)
    entries[key, default: []].append(entry)
  }

  func copy(_ memory: UnsafeRawPointer, of slot: Slot) -> UnsafeMutableRawPointer {
    let copy = UnsafeMutableRawPointer.allocate(
      byteCount: max(slot.size, 1),
      alignment: slot.alignment
    )
    slot.copy(memory, copy)
    values.append((slot, copy))
    return copy
  }
}
