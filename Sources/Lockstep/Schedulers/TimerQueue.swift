// SPDX-License-Identifier: MIT

/// A queue of waiting work, ordered by instant and then by insertion.
///
/// Complexity: adding and removing are O(log *n*) in the number of places; removing work is so on average.
struct TimerQueue<Work> {
  struct Place: Comparable, Sendable {
    var instant: Int64
    /// Increases with each call that adds work.
    var id: Int

    static func < (lhs: Self, rhs: Self) -> Bool {
      (lhs.instant, lhs.id) < (rhs.instant, rhs.id)
    }
  }

  var work: [Int: Work] = [:]
  private var places = Heap<Place>()
  private var lastID = 0

  /// Includes the places of removed work.
  var placeCount: Int { places.count }

  /// The place of the next work, after dropping the places of removed work in front of it.
  var first: Place? {
    mutating get {
      while let next = places.first, work[next.id] == nil { places.removeFirst() }
      return places.first
    }
  }

  mutating func add(_ new: Work, at instant: Int64) -> Place {
    lastID += 1
    work[lastID] = new
    let place = Place(instant: instant, id: lastID)
    places.insert(place)
    return place
  }

  mutating func addWithoutPlace(_ new: Work) -> Int {
    lastID += 1
    work[lastID] = new
    return lastID
  }

  /// Adds a place for work that the queue already contains.
  mutating func add(_ place: Place) {
    places.insert(place)
  }

  /// Removes the first place but not its work.
  mutating func removeFirst() {
    places.removeFirst()
  }

  /// Removes work.
  ///
  /// Places of removed work are purged once they outnumber the others, so that adding and removing distant work
  /// repeatedly does not grow the heap.
  ///
  /// - Returns: The work, to be released outside the lock.
  mutating func remove(_ id: Int) -> Work? {
    let removed = work.removeValue(forKey: id)
    if places.count > 2 * work.count { places.removeAll { [work] in work[$0.id] == nil } }
    return removed
  }
}
