// SPDX-License-Identifier: MIT

/// A schedule that chooses the next step of a store, in an order that only a seed or a script determines.
///
/// A uniform choice among all ready steps rarely delays one job while many others run, but many races need exactly
/// that. A schedule therefore also has a bias, which the seed determines. Half of the schedules occasionally set a
/// chosen step aside until nothing else is ready, for at most 1,000 steps, so that no step waits forever behind a loop
/// that waits for it. The bias also determines how often the test and its time continue while steps are ready.
///
/// Complexity: O(*n*) for each step, in the number of ready steps.
package struct RandomSchedule {
  struct Ready {
    enum Work {
      case job(UnownedJob)
      /// The next value that an effect has sent; `nil` if only the owner has it.
      case mail((@Sendable () -> Void)?)
      case scheduled(@Sendable () -> Void)
      case goOn
    }

    let work: Work
    let number: Int
    let time: OwnTime
  }

  private struct Place {
    var steps: ArraySlice<Ready>
    var instants: ArraySlice<Int64> = []
    var source: WorkSource?
    var isSetAside = false
  }

  let choices: ScheduleChoices?
  private var generator: SplitMix64?
  private var isVaried: Bool
  private let storeNumber: Int

  private var places: [Place] = []
  private var mail: ArraySlice<Ready> = []
  /// Work that runs only when nothing else is ready, and its due instants.
  private var last: (steps: ArraySlice<Ready>, instants: ArraySlice<Int64>) = ([], [])
  private var isMailSetAside = false
  private var lastNumber = 0
  private var steps = 0
  private var isNotedAsWaiting = false

  /// The average number of choices before the schedule sets one aside; zero for never.
  private var setsAsideOneIn = 0
  /// The average number of steps before the owner or the time continues.
  private var goesOnOneIn = 1

  /// Creates a schedule that decides by a seed or, without one, always chooses the first ready step.
  package init(seed: UInt64?, choices: ScheduleChoices? = nil, number: Int = 0) {
    self.choices = choices
    storeNumber = number
    generator = seed.map(SplitMix64.init)
    isVaried = choices?.variation == nil
    if seed != nil { takeBias() }
  }

  private mutating func takeBias() {
    setsAsideOneIn = [0, 0, 4, 16][random(among: 4)]
    goesOnOneIn = [1, 2, 2, 8][random(among: 4)]
  }

  // MARK: Adding

  var isEmpty: Bool { places.isEmpty && mail.isEmpty && last.steps.isEmpty }

  var hasMail: Bool { mail.isEmpty == false }

  mutating func append(_ job: UnownedJob) {
    // In first in, first out order, the jobs of one piece of due work run before the next piece.
    let index = places.firstIndex { $0.source != nil } ?? places.endIndex
    places.insert(Place(steps: [makeReady(.job(job))]), at: index)
    noteWaiting()
  }

  mutating func appendMail(_ deliver: @escaping @Sendable () -> Void) {
    mail.append(makeReady(.mail(deliver)))
    noteWaiting()
  }

  mutating func appendWork(
    of source: WorkSource,
    at instant: Int64,
    _ time: OwnTime,
    isLast: Bool,
    _ run: @escaping @Sendable () -> Void
  ) {
    let work = makeReady(.scheduled(run), time)
    if isLast {
      let position = last.instants.firstIndex { $0 > instant } ?? last.instants.endIndex
      last.instants.insert(instant, at: position)
      last.steps.insert(work, at: last.steps.startIndex + (position - last.instants.startIndex))
      return noteWaiting()
    }
    guard let index = places.firstIndex(where: { $0.source == source }) else {
      places.append(Place(steps: [work], instants: [instant], source: source))
      return noteWaiting()
    }
    let instants = places[index].instants
    let position = instants.firstIndex { $0 > instant } ?? instants.endIndex
    places[index].instants.insert(instant, at: position)
    places[index].steps.insert(
      work,
      at: places[index].steps.startIndex + (position - instants.startIndex)
    )
  }

  private mutating func makeReady(_ work: Ready.Work, _ time: OwnTime = .now) -> Ready {
    lastNumber += 1
    return Ready(work: work, number: storeNumber << 32 | lastNumber, time: time)
  }

  mutating func takeAll() -> [Ready] {
    defer {
      (places, mail, last) = ([], [], ([], []))
      noteWaiting()
    }
    return places.flatMap(\.steps) + mail + last.steps
  }

  mutating func takeMail() -> ArraySlice<Ready> {
    defer {
      (mail, isMailSetAside) = ([], false)
      noteWaiting()
    }
    return mail
  }

  mutating func nextMail() -> Ready? {
    defer { noteWaiting() }
    isMailSetAside = false
    return mail.popFirst()
  }

  private mutating func noteWaiting() {
    guard isNotedAsWaiting == isEmpty else { return }
    isNotedAsWaiting = isEmpty == false
    OwnTime.noteWaiting(isNotedAsWaiting)
  }

  // MARK: Choosing

  /// Removes and returns the next step; `nil` if nothing is ready.
  mutating func next(hasMail: Bool, orGoOn canGoOn: Bool) -> Ready? {
    let hasMail = hasMail || mail.isEmpty == false
    guard hasMail || places.isEmpty == false else {
      defer { noteWaiting() }
      _ = last.instants.popFirst()
      return last.steps.popFirst()
    }
    steps += 1
    if steps == 1_000 { bringBack() }
    // In first in, first out order, the values of effects precede all other steps.
    let first = hasMail ? 1 : 0
    let count = first + places.count + (canGoOn ? 1 : 0)
    var numbers: [Int] = []
    if choices?.isTraced == true, count > 1 {
      if hasMail { numbers.append(mail.first?.number ?? 0) }
      numbers += places.map { $0.steps.first?.number ?? 0 }
      if canGoOn { numbers.append(-1) }
    }
    let index = choose(among: count, steps: numbers) { schedule in
      schedule.pick(hasMail: hasMail, orGoOn: canGoOn)
    }
    guard index >= first else { return nextMail() ?? makeReady(.mail(nil)) }
    guard index < first + places.count else { return makeReady(.goOn) }
    defer { noteWaiting() }
    return take(index - first)
  }

  private mutating func take(_ index: Int) -> Ready? {
    if places[index].steps.count > 1 {
      places[index].instants.removeFirst()
      return places[index].steps.removeFirst()
    }
    return places.remove(at: index).steps.first
  }

  private mutating func pick(hasMail: Bool, orGoOn canGoOn: Bool) -> Int {
    guard generator != nil else { return 0 }
    let first = hasMail ? 1 : 0
    let end = first + places.count
    if canGoOn, random(among: goesOnOneIn) == 0 { return end }
    while true {
      var free = places.indices.filter { places[$0].isSetAside == false }.map { $0 + first }
      if hasMail, isMailSetAside == false { free.insert(0, at: 0) }
      if free.isEmpty { return canGoOn ? end : random(among: end) }
      let index = free[random(among: free.count)]
      guard setsAside(oneOf: free.count + (canGoOn ? 1 : 0)) else { return index }
      if index < first { isMailSetAside = true } else { places[index - first].isSetAside = true }
    }
  }

  private mutating func bringBack() {
    steps = 0
    isMailSetAside = false
    for index in places.indices { places[index].isSetAside = false }
  }

  /// Returns whether all ready work waits until later.
  mutating func leavesWork() -> Bool {
    choose(among: 2) { schedule in
      schedule.generator != nil && schedule.random(among: schedule.goesOnOneIn) == 0 ? 1 : 0
    } == 1
  }

  mutating func beginsAtOnce() -> Bool {
    choose(among: 2) { $0.random(among: 2) } == 0
  }

  mutating func chooseDue(among count: Int) -> Int {
    choose(among: count) { $0.random(among: count) }
  }

  private mutating func setsAside(oneOf count: Int) -> Bool {
    setsAsideOneIn > 0 && count > 1 && random(among: setsAsideOneIn) == 0
  }

  private mutating func random(among count: Int) -> Int {
    guard count > 1, let word = generator?.next() else { return 0 }
    return Int(word % UInt64(count))
  }

  private mutating func choose(
    among count: Int,
    steps: [Int] = [],
    _ pick: (inout Self) -> Int
  ) -> Int {
    guard count > 1 else { return 0 }
    guard let choices else { return pick(&self) }
    if isVaried == false, choices.isScriptOver {
      isVaried = true
      generator = SplitMix64(seed: (choices.variation ?? 0) &+ UInt64(storeNumber) << 32)
      takeBias()
    }
    return choices.choose(among: count, steps: steps) { pick(&self) }
  }
}
