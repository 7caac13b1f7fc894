// SPDX-License-Identifier: MIT

/// Those who are told of each turn of a store, in the order in which they came.
@usableFromInline
final class ObserverList {
  /// What is called with the place of the store's state, and with how the change came about.
  @usableFromInline typealias Observer = (UnsafeRawPointer, StoreChange) -> Void

  @usableFromInline
  struct Entry {
    let id: Int
    /// `nil` once it has been removed while others were told.
    @usableFromInline var observer: Observer?
  }

  @exclusivity(unchecked) @usableFromInline var entries: [Entry] = []
  @exclusivity(unchecked) @usableFromInline var isNotifying = false
  @exclusivity(unchecked) @usableFromInline var hasGaps = false
  private var lastID = 0

  init() {}

  @inlinable
  var isEmpty: Bool { entries.isEmpty }

  @usableFromInline
  func add(_ observer: @escaping Observer) -> Int {
    lastID += 1
    entries.append(Entry(id: lastID, observer: observer))
    return lastID
  }

  /// Removes an observer.
  ///
  /// - Complexity: O(*n*) in the number of observers, of which few are told something.
  func remove(_ id: Int) {
    // The ids ascend.
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].id == id else { return }
    if isNotifying {
      entries[low].observer = nil
      hasGaps = true
    } else {
      entries.remove(at: low)
    }
  }

  @inlinable
  func notify(_ state: UnsafeRawPointer, _ change: StoreChange) {
    isNotifying = true
    // Who comes while others are told is told of the next turn.
    for index in 0..<entries.count {
      entries[index].observer?(state, change)
    }
    isNotifying = false
    if hasGaps { closeGaps() }
  }

  @usableFromInline
  func closeGaps() {
    hasGaps = false
    entries.removeAll { $0.observer == nil }
  }
}
