// SPDX-License-Identifier: MIT

/// A schedule that chooses what a store runs next, in an order that only a seed determines.
///
/// Choosing among everything that is ready, with equal probability, is unlikely to hold one job back while
/// many others run, which is exactly what many races need. A schedule therefore has a temper, which the seed
/// determines too: half of the schedules now and then set aside what they have chosen, until nothing else is
/// ready or many steps have been taken; so nothing waits forever behind a loop that waits for it.
///
/// Complexity: O(1) for each job.
struct RandomSchedule {
  enum Step {
    case job(UnownedJob)
    /// The mail; the owner knows whether there is any, and takes it.
    case mail
  }

  /// A choice among several sources that are due at the same instant of a test scheduler.
  struct Choice {
    var index: Int
    /// Whether the chosen source is to wait, and another one is to be chosen.
    var isSetAside = false
  }

  private var generator: SplitMix64
  private var ready: [UnownedJob] = []
  private var setAside: [UnownedJob] = []
  private var isMailSetAside = false
  /// The number of steps taken since everything that was set aside came back.
  private var steps = 0
  /// The number of choices of which one is set aside; zero for none.
  private let setsAsideOneIn: Int
  /// The number of steps of which one is the last before more work that is due now.
  private let yieldsOneIn: Int
  /// A flag that goes up when anything is decided that could have been decided otherwise.
  private let choice: AtomicFlag?

  init(seed: UInt64, choice: AtomicFlag? = nil) {
    generator = SplitMix64(seed: seed)
    self.choice = choice
    setsAsideOneIn = [0, 0, 4, 16][Int(generator.next() & 3)]
    yieldsOneIn = [1, 2, 2, 8][Int(generator.next() & 3)]
  }

  mutating func append(_ job: UnownedJob) {
    ready.append(job)
  }

  /// Takes the step that comes next; returns `nil` if nothing is ready.
  mutating func next(hasMail: Bool) -> Step? {
    steps += 1
    if steps == 1_000 { bringBack() }
    var canTakeMail = hasMail && isMailSetAside == false
    while ready.isEmpty == false || canTakeMail {
      let count = ready.count + (canTakeMail ? 1 : 0)
      let index = choose(among: count)
      let isSetAside = setsAside(oneOf: count)
      guard index < ready.count else {
        guard isSetAside else { return .mail }
        isMailSetAside = true
        canTakeMail = false
        continue
      }
      let job = Self.take(index, from: &ready)
      guard isSetAside else { return .job(job) }
      setAside.append(job)
    }
    let index = choose(among: setAside.count + (hasMail ? 1 : 0))
    guard index < setAside.count else {
      isMailSetAside = false
      return hasMail ? .mail : nil
    }
    return .job(Self.take(index, from: &setAside))
  }

  /// Takes everything that is ready, in no particular order.
  mutating func takeAll() -> [UnownedJob] {
    bringBack()
    defer { ready = [] }
    return ready
  }

  private mutating func bringBack() {
    steps = 0
    ready += setAside
    setAside.removeAll()
    isMailSetAside = false
  }

  /// Returns whether a task begins in the call that starts it.
  mutating func beginsAtOnce() -> Bool {
    choose(among: 2) == 0
  }

  /// Chooses among the sources of work that is due at the same instant.
  mutating func chooseDue(among count: Int) -> Choice {
    Choice(index: choose(among: count), isSetAside: setsAside(oneOf: count))
  }

  /// Returns whether more work that is due now comes before the next step.
  mutating func yieldsToWorkDueNow() -> Bool {
    choose(among: yieldsOneIn) == 0
  }

  private static func take(_ index: Int, from jobs: inout [UnownedJob]) -> UnownedJob {
    jobs.swapAt(index, jobs.count - 1)
    return jobs.removeLast()
  }

  private mutating func setsAside(oneOf count: Int) -> Bool {
    setsAsideOneIn > 0 && count > 1 && choose(among: setsAsideOneIn) == 0
  }

  private mutating func choose(among count: Int) -> Int {
    guard count > 1 else { return 0 }
    choice?.isUp = true
    return Int(generator.next() % UInt64(count))
  }
}
