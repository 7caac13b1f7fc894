// SPDX-License-Identifier: MIT

internal import Lockstep
internal import XCTest

/// The schedules to try, and the outcome of those already tried.
struct Exploration {
  private enum End {
    case failed(ScheduledRun, seed: UInt64)
    case withoutStores
  }

  private let schedules: Int
  private let seed: UInt64
  /// The line of code that tries only the schedule of a seed.
  private let replay: (UInt64) -> String
  /// Whether a body that makes no store is a mistake.
  private let needsStores: Bool
  private let location: CodeLocation
  private let notes = ShownNotes()
  private var tried = 0
  private var isOver = false
  private var end: End?
  /// How a failing schedule differs from the usual order.
  private var parting: Parting?

  init(
    schedules: Int,
    seed: UInt64,
    needsStores: Bool,
    at location: CodeLocation,
    replay: @escaping (UInt64) -> String
  ) {
    self.schedules = schedules
    self.seed = seed
    self.needsStores = needsStores
    self.location = location
    self.replay = replay
  }

  /// Returns the next run, or `nil` if no more are needed.
  mutating func next() -> ScheduledRun? {
    guard isOver == false, tried < schedules else { return nil }
    defer { tried += 1 }
    return ScheduledRun(seed: seed &+ UInt64(tried), notes: notes)
  }

  /// Notes how a run has ended.
  ///
  /// The schedule is not responsible if a test is cancelled, for example by a time limit, or skipped.
  mutating func ended(_ run: ScheduledRun, hasFailed: Bool, throwing error: (any Error)? = nil) {
    guard Task.isCancelled == false, error is XCTSkip == false else {
      isOver = true
      return
    }
    if hasFailed || error != nil {
      end = .failed(run, seed: seed &+ UInt64(tried - 1))
    } else if needsStores, run.hasStores == false {
      end = .withoutStores
    }
    // If there was nothing to choose, every other seed gives the same order.
    isOver = end != nil || run.choice.isUp == false
  }

  /// Returns a run in the usual order, first in, first out, to compare a failed schedule with; `nil` if
  /// none has failed, or if the failed schedule was that order itself.
  func usualRun() -> ScheduledRun? {
    guard case .failed(let run, _) = end, run.choice.isUp else { return nil }
    return ScheduledRun(seed: nil, notes: notes)
  }

  /// Notes how the run in the usual order has ended.
  mutating func usualEnded(
    _ usual: ScheduledRun,
    hasFailed: Bool,
    throwing error: (any Error)? = nil
  ) {
    guard Task.isCancelled == false, error is XCTSkip == false else { return }
    guard case .failed(let run, let seed) = end else { return }
    parting = Parting(
      run.trace,
      seed: seed,
      from: usual.trace,
      isUsualFailing: hasFailed || error != nil
    )
  }

  /// Reports the seed of a failed schedule, or that nothing was explored.
  func reportEnd() {
    guard let message else { return }
    IssueReporting.current.report(ReportedIssue(message, at: location))
  }

  private var message: String? {
    switch end {
    case .failed(let run, let seed) where run.choice.isUp:
      """
      A schedule fails: number \(tried) of \(schedules), which has the seed \(seed).
      \(parting.map { "\n\($0.text)\n" } ?? "")
      Its failures are reported with this one. To replay it alone, write

        \(replay(seed))
      """
    case .failed(_, let seed):
      """
      Every schedule fails: the first of \(schedules), which has the seed \(seed), had nothing to choose.

      Its failures are reported with this one. They come in the usual order, first in, first out, which is \
      the only one.
      """
    case .withoutStores:
      """
      An exploration has made no test store.

      Make the store in the body, so that each schedule begins with a new one, and leave out \
      'schedule:', or pass '.current'.
      """
    case nil where schedules < 1:
      """
      An exploration of \(schedules) schedules tests nothing.

      Explore at least one. The body was not run.
      """
    case nil:
      nil
    }
  }
}
