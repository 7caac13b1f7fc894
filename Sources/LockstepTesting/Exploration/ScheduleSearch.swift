// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Testing
internal import XCTest

/// The runs of an exploration, one after the other: the schedules to try and, when one has failed, those that tell
/// more about the failure.
struct ScheduleSearch {
  /// How a schedule is named in a message, and written to replay it.
  typealias Replay = (Schedules) -> String

  private enum Stage {
    /// Trying the schedules.
    case trying
    /// Looking for the failing order that deviates least from FIFO order.
    case nearing(NearestOrderSearch)
    /// Running that order once more, so that its failures are reported.
    case showing
    /// Running in FIFO order.
    case comparing
    /// Looking for the action with which the failure becomes certain.
    case turning(TurningPointSearch)
    case over
  }

  /// A schedule that has failed.
  struct Failure {
    var run: ScheduledRun
    /// Its number among the schedules.
    var number: Int
    var seed: UInt64?
    /// Whether its failures have been reported in the open.
    var isShown: Bool
    /// Whether they could have been counted instead.
    var canHide: Bool
    /// Whether it deviates least from FIFO order among all orders that were tried.
    var isNearest: Bool

    var deviations: Deviations { Deviations(run.choices?.made ?? []) }
  }

  let schedules: Schedules
  /// Whether a body that makes no store is a mistake.
  private let needsStores: Bool
  /// Whether a body that cannot vary is worth a warning.
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
  /// A deviation of the order to replay that the body does not have, and how many alternatives it has there.
  private(set) var missing: (deviation: String, count: Int)?
  private(set) var isWithoutStores = false
  private(set) var failure: Failure?
  private(set) var fifo: (run: ScheduledRun, hasFailed: Bool)?
  private(set) var turningPoint: String?

  /// The result so far.
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

  /// Returns the next run, or `nil` if no more are needed.
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

  /// Notes how a run has ended.
  ///
  /// The schedule is not responsible if a test is cancelled, for example by a time limit, or skipped.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - failures: The number of its failures.
  ///   - canHide: Whether all of them could be counted without being reported.
  ///   - error: The error that the body has thrown.
  mutating func ended(
    _ run: ScheduledRun,
    failures: Int,
    canHide: Bool = true,
    throwing error: (any Error)? = nil
  ) {
    guard Task.isCancelled == false, error is XCTSkip == false else {
      if case .trying = stage { failure = nil }
      // Its failures have not been reported yet.
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
      // If there was nothing to choose, every other seed gives the same order.
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

  /// Keeps a failing schedule, if it deviates less from FIFO order than another.
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
