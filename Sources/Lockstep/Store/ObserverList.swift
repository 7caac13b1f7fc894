// SPDX-License-Identifier: MIT

internal import Synchronization

/// Those who are told of each turn of a store, in the order in which they came.
///
/// Isolation: that of the store.
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
  @usableFromInline let departures = Departures()

  init() {}

  @inlinable
  var isEmpty: Bool { entries.isEmpty }

  @usableFromInline
  func add(_ observer: @escaping Observer) -> Int {
    if departures.areThere { removeDeparted() }
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
      // Let go of when the list is not being changed: what it holds may look into the list.
      let observer = entries[low].observer
      entries[low].observer = nil
      hasGaps = true
      withExtendedLifetime(observer) {}
    } else {
      entries.remove(at: low)
    }
  }

  @usableFromInline
  func removeDeparted() {
    for id in departures.take() { remove(id) }
  }

  @inlinable
  func notify(_ state: UnsafeRawPointer, _ change: StoreChange) {
    if departures.areThere { removeDeparted() }
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

/// The observers that are to be told nothing more, until the list has removed them.
///
/// What ends with its owner ends wherever the owner is released, which need not be the store's
/// actor. So it only leaves word, and the list removes it before it next tells or takes one.
///
/// Isolation: any thread.
@usableFromInline
final class Departures: Sendable {
  @usableFromInline let flag = AtomicFlag()
  private let ids = Mutex<[Int]>([])

  @inlinable
  var areThere: Bool { flag.isUp }

  func add(_ id: Int) {
    ids.withLock {
      $0.append(id)
      flag.isUp = true
    }
  }

  func take() -> [Int] {
    ids.withLock { ids in
      flag.isUp = false
      defer { ids = [] }
      return ids
    }
  }
}
