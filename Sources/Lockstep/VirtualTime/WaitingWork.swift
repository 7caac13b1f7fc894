// SPDX-License-Identifier: MIT

/// The work that waits in a test scheduler, and the order in which it is due.
///
/// Work that is due at the same instant comes in the order of the calls that have scheduled it; repeating
/// work keeps the place of its call. What a store with a random schedule has scheduled becomes ready when it is
/// due, and then runs when the schedule says so. Where several stores are involved, ``DueWork`` decides between
/// them.
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
    /// Whether it has been due, and waits for the schedule of its store.
    fileprivate var isReady = false
    /// The instant up to which it is ready whenever it repeats, if that is later than the current one.
    fileprivate var readyLimit = Int64.min
  }

  private(set) var now: Int64
  /// The instants before the current one, for what comes late.
  private var past = PastInstants()
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

  /// The number of places that work takes in the order of due work, including withdrawn work.
  var placeCount: Int { queue.placeCount + due.count }

  /// The waiting work by its number.
  var entries: [Int: Entry] { queue.work }

  // MARK: Time

  /// Begins to move time; returns the executors of the stores with a random schedule that have scheduled
  /// work.
  ///
  /// - Parameter isEndless: Whether to move it until nothing is left.
  /// - Returns: The executors.
  mutating func begin(isEndless: Bool) -> [ManualExecutor] {
    past.note(now, after: now, isEnd: isEndless)
    return randomOrders
  }

  /// Moves time forward to an instant.
  mutating func move(to instant: Int64) {
    guard instant > now else { return }
    past.note(instant, after: now)
    now = instant
  }

  /// Returns the instant at which something became ready; `nil` if time has not moved since.
  func pastInstant(for time: OwnTime, on scheduler: ObjectIdentifier) -> Int64? {
    time.instants[scheduler] ?? past.instant(at: time.moment)
  }

  /// Returns the instant that time has been moved to since something became ready.
  func reach(since time: OwnTime) -> Int64 {
    past.hasEnded(since: time.moment) ? .max : now
  }

  private var randomOrders: [ManualExecutor] {
    guard hasRandomWork else { return [] }
    var orders: [ObjectIdentifier: (first: Int, order: ManualExecutor)] = [:]
    for (id, entry) in queue.work {
      guard let order = entry.work.source.order else { continue }
      let first = orders[ObjectIdentifier(order)]?.first ?? id
      orders[ObjectIdentifier(order)] = (min(first, id), order)
    }
    return orders.values.sorted { $0.first < $1.first }.map(\.order)
  }

  // MARK: Adding and removing

  /// Returns whether work of a source is not ready yet that comes before what the source schedules for an
  /// instant.
  func hasWork(of source: WorkSource, notAfter instant: Int64) -> Bool {
    queue.work.values.contains {
      $0.instant <= instant && $0.isReady == false && $0.work.source == source
    }
  }

  /// Adds work that is ready at once, because it would have run earlier, had what schedules it not been late.
  mutating func addReady(
    at instant: Int64,
    repeatingEvery interval: Int64?,
    until limit: Int64,
    _ work: ScheduledBody
  ) -> Int {
    if interval == nil { onceCount += 1 }
    endCalm()
    var entry = Entry(instant: instant, interval: interval, work: work, chain: chain + 1)
    entry.isReady = true
    entry.readyLimit = limit
    return queue.addWithoutPlace(entry)
  }

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
    due.remove(id, of: removed.work.source.order)
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

  /// Work that is due.
  struct Due {
    var id: Int
    var work: ScheduledBody
    /// The instant at which it is due.
    var instant: Int64
    /// Whether the schedule of its store decides when it runs; it has to be taken again then.
    var isReady: Bool
  }

  /// Takes the work that comes next, and moves time to the instant at which it is due.
  mutating func take(notAfter limit: Int64?) -> Due? {
    guard isDue(notAfter: limit), let id = takeNext(), let index = queue.work.index(forKey: id)
    else { return nil }
    let entry = queue.work.values[index]
    let isLink = entry.interval == nil && (limit == nil || entry.instant <= now)
    chain = isLink ? entry.chain : 0
    move(to: entry.instant)
    if entry.work.isReadyWhenDue {
      queue.work.values[index].isReady = true
    } else {
      _ = takeNow(id)
    }
    return Due(
      id: id,
      work: entry.work,
      instant: entry.instant,
      isReady: entry.work.isReadyWhenDue
    )
  }

  /// Takes work that runs now, and gives repeating work its next place; returns `nil` if it has been withdrawn.
  ///
  /// - Parameters:
  ///   - id: The number of the work.
  ///   - isLate: Whether work that would have been due again by now is ready again; if not, it waits in the queue.
  /// - Returns: The work and, if it is ready again, the instant at which it was due.
  mutating func takeNow(_ id: Int, isLate: Bool = true) -> (work: ScheduledBody, next: Int64?)? {
    guard let index = queue.work.index(forKey: id) else { return nil }
    let entry = queue.work.values[index]
    // After a move without an end, time moves with the work that would have been a part of it.
    if entry.readyLimit == .max { move(to: entry.instant) }
    // After the end of time, nothing repeats.
    guard let interval = entry.interval, entry.instant <= .max - interval else {
      _ = remove(id)
      return (entry.work, nil)
    }
    if onceCount > 0 { endCalm() }
    let next = entry.instant + interval
    queue.work.values[index].instant = next
    queue.work.values[index].ticks = entry.calm == calm ? entry.ticks + 1 : 1
    queue.work.values[index].calm = calm
    if isLate, entry.isReady, next <= max(now, entry.readyLimit) { return (entry.work, next) }
    queue.work.values[index].isReady = false
    queue.add(.init(instant: next, id: id))
    return (entry.work, nil)
  }

  private mutating func takeNext() -> Int? {
    guard hasRandomWork else {
      defer { queue.removeFirst() }
      return queue.first?.id
    }
    fillDue()
    return due.takeNext()
  }

  /// Returns whether the work that comes next becomes ready at the same instant, and in the same store, as work that
  /// has become ready just now: the schedule then chooses between the two.
  mutating func isNextReady(beside ready: Due) -> Bool {
    guard ready.isReady, let order = ready.work.source.order else { return false }
    // Later work stays in the queue, where other work may still come before it.
    guard due.isEmpty == false || queue.first?.instant == ready.instant else { return false }
    fillDue()
    guard due.instant == ready.instant, let id = due.only(of: order) else { return false }
    return queue.work[id]?.work.isReadyWhenDue == true
  }

  private mutating func fillDue() {
    if due.isEmpty, let next = queue.first { due.instant = next.instant }
    while let next = queue.first, next.instant == due.instant {
      queue.removeFirst()
      if let entry = queue.work[next.id] { due.add(next.id, of: entry.work.source.order) }
    }
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
  /// Whether a random schedule decides when it runs once it is due.
  ///
  /// The end of a sleep only makes a job ready, about which the schedule decides.
  let isReadyWhenDue: Bool

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
    waiter = EffectScope.current
    source = WorkSource(EffectScope.scheduling ?? EffectScope.current)
    isReadyWhenDue = source.order != nil && EffectScope.isSleeping == false
  }
}
