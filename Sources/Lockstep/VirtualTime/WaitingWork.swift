// SPDX-License-Identifier: MIT

/// The waiting work of a test scheduler, in the order in which it is due.
///
/// Work that is due at the same instant is in the order of the calls that scheduled it. Repeating work keeps the
/// position of its call. Due work of a store with a random schedule becomes ready, and the schedule decides when it
/// runs. ``DueWork`` chooses between several stores.
struct WaitingWork {
  struct Entry: Sendable {
    var instant: Int64
    let interval: Int64?
    let work: ScheduledBody
    /// The length of the chain that ends with this work, in which each piece of work scheduled the next.
    let chain: Int
    /// The number of runs of the work since anything other than repeating work last ran or waited.
    fileprivate(set) var ticks = 0
    fileprivate var calm = 0
    /// Whether the work was due and now waits for the schedule of its store.
    fileprivate var isReady = false
    /// The instant up to which each repetition is ready immediately, if it is later than the current instant.
    fileprivate var readyLimit = Int64.min
  }

  private(set) var now: Int64
  private var past = PastInstants()
  var moves = 0
  /// The chain length of the work that was taken last, which restarts when time passes in a move by a stride.
  var chain = 0
  private var queue = TimerQueue<Entry>()
  /// The work due at the current instant, if a random schedule is involved.
  private var due = DueWork()
  private var hasRandomWork = false
  private var onceCount = 0
  /// The number of the current period, in which only the same repeating work runs and waits.
  private var calm = 0

  init(now: Int64) {
    self.now = now
  }

  var placeCount: Int { queue.placeCount + due.count }

  var entries: [Int: Entry] { queue.work }

  // MARK: Time

  mutating func begin(isEndless: Bool) -> [ManualExecutor] {
    past.note(now, after: now, isEnd: isEndless)
    return randomOrders
  }

  mutating func move(to instant: Int64) {
    guard instant > now else { return }
    past.note(instant, after: now)
    now = instant
  }

  /// Returns the scheduler's instant at which a step became ready; `nil` if the time has not moved since.
  func pastInstant(for time: OwnTime, on scheduler: ObjectIdentifier) -> Int64? {
    time.instants[scheduler] ?? past.instant(at: time.moment)
  }

  /// Returns the instant that the time has reached since a step became ready; `.max` after an endless move.
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

  func hasWork(of source: WorkSource, notAfter instant: Int64) -> Bool {
    queue.work.values.contains {
      $0.instant <= instant && $0.isReady == false && $0.work.source == source
    }
  }

  /// Adds work that is ready immediately, because it would have run already if its step were not late.
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

  /// Removes work, and returns it so that the caller can release it outside the lock.
  mutating func remove(_ id: Int) -> Entry? {
    guard let removed = queue.remove(id) else { return nil }
    if removed.interval == nil { onceCount -= 1 }
    due.remove(id, of: removed.work.source.order)
    endCalm()
    return removed
  }

  // MARK: Taking due work

  mutating func isDue(notAfter limit: Int64?) -> Bool {
    let limit = limit ?? .max
    if due.isEmpty == false { return due.instant <= limit }
    return queue.first.map { $0.instant <= limit } ?? false
  }

  struct Due {
    var id: Int
    var work: ScheduledBody
    var instant: Int64
    /// Whether the store's schedule decides when the work runs, with `takeNow(_:isLate:)`.
    var isReady: Bool
  }

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

  /// Takes work that runs now, and schedules its next repetition; returns `nil` if the work was removed.
  ///
  /// If `isLate` is `true`, an overdue repetition becomes ready again, and the result contains its instant.
  mutating func takeNow(_ id: Int, isLate: Bool = true) -> (work: ScheduledBody, next: Int64?)? {
    guard let index = queue.work.index(forKey: id) else { return nil }
    let entry = queue.work.values[index]
    // If work that belongs to an endless move runs after it, the work moves the time itself.
    if entry.readyLimit == .max { move(to: entry.instant) }
    // Nothing repeats after the last representable instant.
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

  /// Returns whether the next work becomes ready together with `ready`, so that the schedule chooses between them.
  mutating func isNextReady(beside ready: Due) -> Bool {
    guard ready.isReady, let order = ready.work.source.order else { return false }
    // Later work stays in the queue, because other work may still precede it.
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

  mutating func endCalm() {
    calm += 1
  }

  /// Returns the number of times that work has run while only repeating work waited and nothing was scheduled or
  /// removed; `nil` if the number is below `limit` or other work is waiting.
  func ticks(of id: Int, notBelow limit: Int) -> Int? {
    guard onceCount == 0, let entry = queue.work[id], entry.calm == calm else { return nil }
    return entry.ticks >= limit ? entry.ticks : nil
  }
}

struct ScheduledBody: Sendable {
  let run: @Sendable () -> Void
  let action = IssueReporting.activity?.action
  private(set) weak var waiter: EffectScope?
  let source: WorkSource
  /// Whether a random schedule decides when the work runs once it is due.
  ///
  /// A sleep ends as soon as it is due, because this only makes a job ready, and the schedule orders the jobs.
  let isReadyWhenDue: Bool

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
    waiter = EffectScope.current
    source = WorkSource(EffectScope.scheduling ?? EffectScope.current)
    isReadyWhenDue = source.order != nil && EffectScope.isSleeping == false
  }
}
