// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Testing
internal import XCTest

/// The sequence of runs of an exploration: the schedules to try and, after a failure, the runs that examine it.
struct ScheduleSearch {
  /// Returns the code that replays schedules, for use in a message.
  typealias Replay = (Schedules) -> String

  private enum Stage {
    case trying
    /// Searching for the failing order with the fewest deviations from FIFO order.
    case nearing(NearestOrderSearch)
    /// Repeating that order to report its failures.
    case showing
    case comparing
    /// Searching for the action that makes the failure certain.
    case turning(TurningPointSearch)
    case over
  }

  struct Failure {
    var run: ScheduledRun
    /// The position of the schedule among the tried schedules, starting at 1.
    var number: Int
    var seed: UInt64?
    var isShown: Bool
    /// Whether the failures could be counted without being reported.
    var canHide: Bool
    /// Whether no other tried order has fewer deviations from FIFO order.
    var isNearest: Bool

    var deviations: Deviations { Deviations(run.choices?.made ?? []) }
  }

  let schedules: Schedules
  /// Whether a body without test stores is an error.
  private let needsStores: Bool
  /// Whether a body without choices causes a warning.
  let needsVariety: Bool
  private let findsTurningPoint: Bool
  let replay: Replay
  let location: CodeLocation
  let notes = ShownNotes()
  /// Whether failures can be counted without being reported.
  private let canHide = Test.current != nil || RunningTest.current == nil

  private var stage = Stage.trying
  private(set) var orders = OrderSearch()
  private var tried = 0
  private var hashes: Set<Int> = []
  private var actions = DistinctActions()
  private(set) var hasStores = false
  private(set) var hasDrawn = false
  /// The first deviation of a replayed order that the body does not support, with the number of alternatives.
  private(set) var missing: (deviation: String, count: Int)?
  private(set) var isWithoutStores = false
  private(set) var failure: Failure?
  private(set) var fifo: (run: ScheduledRun, hasFailed: Bool)?
  private(set) var turningPoint: String?

  private(set) var exploration = Exploration()

  init(
    _ schedules: Schedules,
    needsStores: Bool,
    needsVariety: Bool,
    findsTurningPoint: Bool,
    at location: CodeLocation,
    replay: @escaping Replay
  ) {
    self.schedules = schedules
    self.needsStores = needsStores
    self.needsVariety = needsVariety
    self.findsTurningPoint = findsTurningPoint
    self.location = location
    self.replay = replay
  }

  // MARK: Runs

  mutating func next() -> ScheduledRun? {
    while true {
      switch stage {
      case .trying:
        if let run = nextTried() { return run }
        stage = afterTrying()
      case .nearing(let search):
        if let script = search.script { return scripted(script, isHidden: true) }
        if search.hasMore { failure?.isNearest = false }
        stage = .showing
      case .showing:
        guard let failure, failure.isShown == false else {
          stage = .comparing
          continue
        }
        return scripted(failure.deviations.script, isHidden: false)
      case .comparing:
        guard fifo == nil, failure?.run.hasChoices == true else {
          stage = afterComparing()
          continue
        }
        return ScheduledRun(choices: nil, isHidden: true, notes: notes)
      case .turning(let search):
        if let choices = search.next() {
          return ScheduledRun(choices: choices, seed: failure?.seed, isHidden: true, notes: notes)
        }
        turningPoint = search.text
        stage = .over
      case .over:
        return nil
      }
    }
  }

  private func nextTried() -> ScheduledRun? {
    guard failure?.isShown != true, isWithoutStores == false else { return nil }
    switch schedules.kind {
    case .random(let count, let seed):
      guard tried < count, exploration.isComplete == false else { return nil }
      let seed = seed &+ UInt64(tried)
      let choices = ScheduleChoices(seed: seed)
      return ScheduledRun(choices: choices, seed: seed, isHidden: false, notes: notes)
    case .every(let limit):
      guard tried < limit, let script = orders.script else { return nil }
      return scripted(script, isHidden: canHide)
    case .order(let text):
      guard tried == 0, let deviations = Deviations(text) else { return nil }
      return scripted(deviations.script, isHidden: false)
    }
  }

  private func scripted(_ script: [Int], isHidden: Bool) -> ScheduledRun {
    let choices = ScheduleChoices(script: script, seed: nil, isTraced: true)
    return ScheduledRun(choices: choices, isHidden: isHidden, notes: notes)
  }

  private func afterTrying() -> Stage {
    guard let failure else { return .over }
    guard case .every(let limit) = schedules.kind, failure.isShown == false else {
      return .comparing
    }
    return .nearing(NearestOrderSearch(below: failure.deviations.count, limit: limit))
  }

  private func afterComparing() -> Stage {
    guard findsTurningPoint, fifo?.hasFailed == false, let failure, failure.canHide else {
      return .over
    }
    return .turning(TurningPointSearch(failure.run, seed: failure.seed))
  }

  /// Records the result of a run.
  ///
  /// If the test is cancelled, for example by its time limit, or skipped, the schedule does not count as failed.
  mutating func ended(
    _ run: ScheduledRun,
    failures: Int,
    canHide: Bool = true,
    throwing error: (any Error)? = nil
  ) {
    guard Task.isCancelled == false, error is XCTSkip == false else {
      if case .trying = stage { failure = nil }
      // The failures have not been reported yet.
      if failure?.isShown == false { failure = nil }
      stage = .over
      return
    }
    let hasFailed = failures > 0 || error != nil
    switch stage {
    case .trying: ended(tried: run, hasFailed, canHide: canHide)
    case .nearing(var search):
      search.next(after: run.choices?.made ?? [])
      stage = hasFailed ? .showing : .nearing(search)
      if hasFailed { failure?.run = run }
    case .showing:
      failure?.run = run
      failure?.isShown = true
    case .comparing: fifo = (run, hasFailed)
    case .turning(var search):
      search.ended(hasFailed: hasFailed)
      stage = .turning(search)
    case .over: break
    }
  }

  private mutating func ended(tried run: ScheduledRun, _ hasFailed: Bool, canHide: Bool) {
    tried += 1
    var isNew = true
    switch schedules.kind {
    case .random, .order:
      // Without choices, every other seed produces the same order.
      exploration.isComplete = run.hasChoices == false
    case .every:
      exploration.isSearch = true
      isNew = orders.next(after: run.choices?.events ?? [])
      exploration.isComplete = orders.script == nil && orders.isErratic == false
    }
    let made = run.choices?.made ?? []
    exploration.lastChoices = made
    if run.choices?.hasDrawn == true { hasDrawn = true }
    if case .order(let text) = schedules.kind { missing = Deviations(text)?.missing(in: made) }
    if isNew { exploration.schedules += 1 }
    hasStores = hasStores || run.hasStores
    if run.overlap.isUp { exploration.hadOverlappingEffects = true }
    if hashes.count < Exploration.countedOrders { hashes.insert(run.trace.orderHash(&actions)) }
    exploration.distinctOrders = hashes.count
    if hasFailed { note(run, canHide: canHide) }
    if needsStores, hasFailed == false, run.hasStores == false { isWithoutStores = true }
  }

  /// Keeps a failing schedule if it deviates less from FIFO order than the current one.
  private mutating func note(_ run: ScheduledRun, canHide: Bool) {
    exploration.hasFailed = true
    let new = Failure(
      run: run,
      number: tried,
      seed: schedules.seed.map { $0 &+ UInt64(tried - 1) },
      isShown: run.isHidden == false,
      canHide: canHide,
      isNearest: run.isHidden
    )
    guard let failure, failure.deviations.count <= new.deviations.count else {
      failure = new
      return
    }
  }
}
