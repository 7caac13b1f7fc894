// SPDX-License-Identifier: MIT

/// The results of reading parts, for the routes that are still to be tried with the same request, so
/// that no conversion runs a second time.
///
/// The result of reading a part depends on where in the path it begins and on the alternatives in it.
/// An instance is used by one call of `match`, on one thread.
final class ReadParts {
  private struct Key: Hashable {
    let node: ObjectIdentifier
    /// The first alternative that is taken in the node, if there is one.
    let choice: Int?
  }

  struct Entry {
    let start: Int
    /// The number of components of the path that were read.
    let count: Int
    let choices: ArraySlice<Int>
    /// The number of parts that were read in the node.
    let progress: Int
    let result: Result

    enum Result {
      /// The value, in its own memory.
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

  /// Returns the result of reading a node that begins at a position, with the alternatives that are to
  /// be taken.
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

  /// Returns a copy of a value, which is kept as long as this instance.
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
