// SPDX-License-Identifier: MIT

/// The work that waits in a test scheduler, and in which order it is due.
///
/// Work that is due at the same instant comes in the order of the calls that have scheduled it;
/// repeating work keeps the place of its call. Where a random schedule has a say, it decides instead,
/// see ``DueWork``.
struct WaitingWork {
  struct Entry: Sendable {
    var instant: Int64
    let interval: Int64?
    let work: ScheduledBody
    /// How often it has run since anything else has happened or waited, besides repeating work.
    fileprivate(set) var ticks = 0
    fileprivate var calm = 0
  }

  private struct Place: Comparable {
    var instant: Int64
    /// The number of the work: calls are numbered as they come.
    var id: Int

    static func < (lhs: Self, rhs: Self) -> Bool {
      (lhs.instant, lhs.id) < (rhs.instant, rhs.id)
    }
  }

  var now: Int64
  /// How many moves of the time are under way, one within the other.
  var moves = 0
  private(set) var entries: [Int: Entry] = [:]
  private var heap = Heap<Place>()
  /// What is due at the instant that runs; only used if a random schedule has a say.
  private var due = DueWork()
  private var hasRandomWork = false
  private var lastID = 0
  /// How much of what waits runs once.
  private var onceCount = 0
  /// Tells apart times in which nothing but the same repeating work ran and waited.
  private var calm = 0

  init(now: Int64) {
    self.now = now
  }

  /// How many places work takes in the order of what is due, also such that was taken back.
  var placeCount: Int { heap.count + due.count }

  // MARK: Adding and removing

  mutating func add(
    at instant: Int64,
    repeatingEvery interval: Int64? = nil,
    _ work: ScheduledBody
  ) -> Int {
    lastID += 1
    let instant = max(now, instant)
    entries[lastID] = Entry(instant: instant, interval: interval, work: work)
    heap.insert(Place(instant: instant, id: lastID))
    if interval == nil { onceCount += 1 }
    if work.source.order != nil { hasRandomWork = true }
    endCalm()
    return lastID
  }

  /// Takes work back.
  ///
  /// - Returns: The work, to let go of when the lock is free.
  mutating func remove(_ id: Int) -> Entry? {
    guard let removed = entries.removeValue(forKey: id) else { return nil }
    if removed.interval == nil { onceCount -= 1 }
    due.remove(id, of: removed.work.source)
    endCalm()
    compact()
    return removed
  }

  /// Drops the places of work that was taken back, once they are more than the others, so that work
  /// for a distant instant, taken back again and again, takes no more room.
  private mutating func compact() {
    guard heap.count > 2 * entries.count else { return }
    heap.removeAll { [entries] place in entries[place.id] == nil }
  }

  // MARK: Taking what is due

  /// Whether work is due at an instant or before, or without one at all.
  mutating func isDue(notAfter limit: Int64?) -> Bool {
    let limit = limit ?? .max
    if due.isEmpty == false { return due.instant <= limit }
    // Work that was taken back leaves its place in the heap behind.
    while let next = heap.first, entries[next.id] == nil { heap.removeFirst() }
    return heap.first.map { $0.instant <= limit } ?? false
  }

  /// Takes the work that comes next, and moves the time to when it is due.
  mutating func take(notAfter limit: Int64?) -> (id: Int, work: ScheduledBody)? {
    guard isDue(notAfter: limit), let id = takeNext(), let index = entries.index(forKey: id) else {
      return nil
    }
    let entry = entries.values[index]
    now = max(now, entry.instant)
    // After the end of time nothing repeats.
    if let interval = entry.interval, entry.instant <= .max - interval {
      if onceCount > 0 { endCalm() }
      entries.values[index].instant += interval
      entries.values[index].ticks = entry.calm == calm ? entry.ticks + 1 : 1
      entries.values[index].calm = calm
      heap.insert(Place(instant: entry.instant + interval, id: id))
    } else {
      _ = remove(id)
    }
    return (id, entry.work)
  }

  private mutating func takeNext() -> Int? {
    guard hasRandomWork else {
      defer { heap.removeFirst() }
      return heap.first?.id
    }
    if due.isEmpty, let next = heap.first { due.instant = next.instant }
    while let next = heap.first, next.instant == due.instant {
      heap.removeFirst()
      if let entry = entries[next.id] { due.add(next.id, of: entry.work.source) }
    }
    return due.takeNext()
  }

  // MARK: What repeats without an end

  /// Lets what repeats count anew how often it has run.
  mutating func endCalm() {
    calm += 1
  }

  /// How often repeating work has run while nothing but repeating work waited, and nothing was
  /// scheduled or taken back; `nil` if that is less than a limit, or it may have an end.
  func ticks(of id: Int, notBelow limit: Int) -> Int? {
    guard onceCount == 0, let entry = entries[id], entry.calm == calm else { return nil }
    return entry.ticks >= limit ? entry.ticks : nil
  }
}

/// Work, and what it was scheduled for.
struct ScheduledBody: Sendable {
  let run: @Sendable () -> Void
  let action = IssueReporting.activity?.action
  /// The part of an effect of a test store that waits for it.
  private(set) weak var waiter: EffectScope?
  let source: WorkSource

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
    waiter = EffectScope.current
    source = WorkSource(EffectScope.scheduling ?? EffectScope.current)
  }
}
