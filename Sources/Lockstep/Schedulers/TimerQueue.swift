// SPDX-License-Identifier: MIT

/// Waiting work, and the order in which it is due: by instant and, at the same instant, in the order of the
/// calls that added it.
///
/// Complexity: adding and taking are O(log *n*) in the number of places; removing is O(log *n*) on average.
struct TimerQueue<Work> {
  /// A place in the order.
  struct Place: Comparable, Sendable {
    var instant: Int64
    /// The number of the work: calls are numbered in order.
    var id: Int

    static func < (lhs: Self, rhs: Self) -> Bool {
      (lhs.instant, lhs.id) < (rhs.instant, rhs.id)
    }
  }

  /// The work by its number.
  var work: [Int: Work] = [:]
  private var places = Heap<Place>()
  private var lastID = 0

  /// The number of places in the order, including those of removed work.
  var placeCount: Int { places.count }

  /// The place that comes next; removed work leaves its place behind until it would come.
  var first: Place? {
    mutating get {
      while let next = places.first, work[next.id] == nil { places.removeFirst() }
      return places.first
    }
  }

  /// Adds work.
  mutating func add(_ new: Work, at instant: Int64) -> Place {
    lastID += 1
    work[lastID] = new
    let place = Place(instant: instant, id: lastID)
    places.insert(place)
    return place
  }

  /// Adds work without a place in the order.
  mutating func addWithoutPlace(_ new: Work) -> Int {
    lastID += 1
    work[lastID] = new
    return lastID
  }

  /// Adds a place for work that has been added before.
  mutating func add(_ place: Place) {
    places.insert(place)
  }

  /// Takes the first place; its work stays.
  mutating func removeFirst() {
    places.removeFirst()
  }

  /// Removes work; its places go once they outnumber the others, so that work for a distant instant that is
  /// removed again and again takes no more room.
  ///
  /// - Returns: The work, to be released outside of the lock.
  mutating func remove(_ id: Int) -> Work? {
    let removed = work.removeValue(forKey: id)
    if places.count > 2 * work.count { places.removeAll { [work] in work[$0.id] == nil } }
    return removed
  }
}
