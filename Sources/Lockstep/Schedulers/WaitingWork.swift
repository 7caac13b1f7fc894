// SPDX-License-Identifier: MIT

/// The work that waits in a test scheduler, and the order in which it is due.
///
/// Work that is due at the same instant comes in the order of the calls that have scheduled it; repeating
/// work keeps the place of its call. Where a random schedule is involved, the schedule decides instead; see
/// ``DueWork``.
struct WaitingWork {
  struct Entry: Sendable {
    var instant: Int64
    let interval: Int64?
    let work: ScheduledBody
    /// How many pieces of work have led to one another up to this one.
    let chain: Int
    /// How often the work has run since anything other than repeating work last happened or waited.
    fileprivate(set) var ticks = 0
    fileprivate var calm = 0
  }

  var now: Int64
  /// The number of moves of time that are in progress, one within the other.
  var moves = 0
  /// The length of the chain of the work that was taken last.
  ///
  /// In a move by a length of time, the chain starts again whenever time passes; outside of a move it is zero.
  var chain = 0
  private var queue = TimerQueue<Entry>()
  /// The work that is due at the current instant; only used if a random schedule is involved.
  private var due = DueWork()
  private var hasRandomWork = false
  /// The number of waiting pieces of work that run once.
  private var onceCount = 0
  /// A number that distinguishes periods in which nothing but the same repeating work ran and waited.
  private var calm = 0

  init(now: Int64) {
    self.now = now
  }

  /// The number of places that work takes in the order of what is due, including withdrawn work.
  var placeCount: Int { queue.placeCount + due.count }

  /// The waiting work by its number.
  var entries: [Int: Entry] { queue.work }

  // MARK: Adding and removing

  mutating func add(
    at instant: Int64,
    repeatingEvery interval: Int64? = nil,
    _ work: ScheduledBody
  ) -> Int {
    let instant = max(now, instant)
    let entry = Entry(instant: instant, interval: interval, work: work, chain: chain + 1)
    if interval == nil { onceCount += 1 }
    if work.source.order != nil { hasRandomWork = true }
    endCalm()
    return queue.add(entry, at: instant).id
  }

  /// Withdraws work.
  ///
  /// - Returns: The work, to be released when the lock is free.
  mutating func remove(_ id: Int) -> Entry? {
    guard let removed = queue.remove(id) else { return nil }
    if removed.interval == nil { onceCount -= 1 }
    due.remove(id, of: removed.work.source)
    endCalm()
    return removed
  }

  // MARK: Taking due work

  /// Returns whether work is due at or before an instant or, without an instant, at any time.
  mutating func isDue(notAfter limit: Int64?) -> Bool {
    let limit = limit ?? .max
    if due.isEmpty == false { return due.instant <= limit }
    return queue.first.map { $0.instant <= limit } ?? false
  }

  /// Takes the work that comes next, and moves time to the instant at which it is due.
  mutating func take(notAfter limit: Int64?) -> (id: Int, work: ScheduledBody)? {
    guard isDue(notAfter: limit), let id = takeNext(), let index = queue.work.index(forKey: id)
    else { return nil }
    let entry = queue.work.values[index]
    let isLink = entry.interval == nil && (limit == nil || entry.instant <= now)
    chain = isLink ? entry.chain : 0
    now = max(now, entry.instant)
    // After the end of time, nothing repeats.
    if let interval = entry.interval, entry.instant <= .max - interval {
      if onceCount > 0 { endCalm() }
      queue.work.values[index].instant += interval
      queue.work.values[index].ticks = entry.calm == calm ? entry.ticks + 1 : 1
      queue.work.values[index].calm = calm
      queue.add(.init(instant: entry.instant + interval, id: id))
    } else {
      _ = remove(id)
    }
    return (id, entry.work)
  }

  private mutating func takeNext() -> Int? {
    guard hasRandomWork else {
      defer { queue.removeFirst() }
      return queue.first?.id
    }
    if due.isEmpty, let next = queue.first { due.instant = next.instant }
    while let next = queue.first, next.instant == due.instant {
      queue.removeFirst()
      if let entry = queue.work[next.id] { due.add(next.id, of: entry.work.source) }
    }
    return due.takeNext()
  }

  // MARK: Endless repetition

  /// Makes repeating work count anew how often it has run.
  mutating func endCalm() {
    calm += 1
  }

  /// Returns how often repeating work has run while nothing but repeating work waited and nothing was
  /// scheduled or withdrawn; `nil` if that is less than a limit, or if the work may have an end.
  func ticks(of id: Int, notBelow limit: Int) -> Int? {
    guard onceCount == 0, let entry = queue.work[id], entry.calm == calm else { return nil }
    return entry.ticks >= limit ? entry.ticks : nil
  }
}

/// Work, and the circumstances in which it was scheduled.
struct ScheduledBody: Sendable {
  let run: @Sendable () -> Void
  let action = IssueReporting.activity?.action
  /// The part of an effect of a test store that waits for the work.
  private(set) weak var waiter: EffectScope?
  let source: WorkSource

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
    waiter = EffectScope.current
    source = WorkSource(EffectScope.scheduling ?? EffectScope.current)
  }
}
