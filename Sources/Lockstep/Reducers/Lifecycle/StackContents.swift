// SPDX-License-Identifier: MIT

/// The ids and stamps of the screens of a stack.
@usableFromInline
struct StackContents: Sendable {
  @usableFromInline private(set) var screens: [StackScreen] = []

  /// Whether the screens are sorted by id, because none was moved.
  private(set) var isSorted = true

  var nextID = 0

  /// A stamp that is unique to this list of screens; 0 for an empty stack.
  private(set) var membership: UInt64 = 0

  /// The stamp of the last move, or of the last removal below the top; 0 if there was none.
  private(set) var arrangement: UInt64 = 0

  /// The stamp of the last change to a screen that stayed; 0 if there was none.
  @usableFromInline private(set) var modification: UInt64 = 0

  @usableFromInline
  mutating func noteModification(at index: Int) {
    modification = Membership.next()
    screens[index].version = modification
  }

  mutating func append() {
    membership = Membership.next()
    // A decoded stack may contain moved screens.
    if let last = screens.last, last.id > nextID { isSorted = false }
    screens.append(StackScreen(id: nextID, stamp: membership, version: membership))
    nextID += 1
  }

  mutating func remove(at index: Int) {
    screens.remove(at: index)
    noteArrangement()
  }

  mutating func move(from index: Int, to position: Int) {
    screens.insert(screens.remove(at: index), at: position)
    isSorted = false
    noteArrangement()
  }

  private mutating func noteArrangement() {
    arrangement = Membership.next()
    membership = screens.isEmpty ? 0 : arrangement
  }

  mutating func removeAll(from index: Int) {
    screens.removeSubrange(index...)
    membership = screens.isEmpty ? 0 : Membership.next()
  }
}

extension StackContents {
  @usableFromInline
  func index(of id: Int) -> Int? { screens.index(of: id, isSorted: isSorted) }
}

@usableFromInline
struct StackScreen: Sendable {
  @usableFromInline let id: Int
  /// A stamp that is unique in the process; the id is unique only in its stack.
  let stamp: UInt64
  /// A stamp that changes with the state of the screen.
  @usableFromInline var version: UInt64
}

extension [StackScreen] {
  func index(of id: Int, isSorted: Bool) -> Int? {
    guard let last, last.id != id else { return isEmpty ? nil : count - 1 }
    guard isSorted else { return firstIndex { $0.id == id } }
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return self[low].id == id ? low : nil
  }
}
