// SPDX-License-Identifier: MIT

/// What parts were read as, for the routes that are still to be tried with the same request: no
/// conversion runs a second time.
///
/// What a part is read as follows from where in the path it begins and from the alternatives in it.
/// It is used by one call of `match`, on one thread.
final class ReadParts {
  private struct Key: Hashable {
    let node: ObjectIdentifier
    /// The first alternative that is taken in it, if there is one.
    let choice: Int?
  }

  struct Entry {
    let start: Int
    /// How many components of the path it has.
    let count: Int
    let choices: ArraySlice<Int>
    /// How many parts were read in it.
    let progress: Int
    let result: Result

    enum Result {
      /// The value, in memory of its own.
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

  /// What a node was read as that begins there, with the alternatives that are to be taken.
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

  /// A copy of a value, which is kept as long as this is.
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
