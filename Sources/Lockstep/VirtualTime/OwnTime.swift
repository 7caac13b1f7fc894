// SPDX-License-Identifier: MIT

internal import Synchronization

/// The time at which a step became ready, in case a random schedule delays the step.
///
/// A late step reads the same instants, and schedules work for the same instants, as it would without the delay. Delays
/// therefore do not accumulate. If work would already have been due, it is ready as soon as it is scheduled.
///
/// All test schedulers share one counter for their moves. While any step may be late, each scheduler remembers which
/// instant it reached in which move.
struct OwnTime {
  /// The number of the last move of any test scheduler.
  var moment: UInt64
  /// The instants of the schedulers whose work led to this step.
  var instants: [ObjectIdentifier: Int64] = [:]

  struct Step {
    fileprivate(set) var time: OwnTime
    let executor: ManualExecutor
  }

  private static let lastMoment = Atomic<UInt64>(0)
  private static let waitingCount = Atomic(0)
  private static let step = ThreadPointer { _ in }

  static var current: Step? {
    step.value?.assumingMemoryBound(to: Step.self).pointee
  }

  /// The time of work that becomes ready now: the current step's time or, outside any step, the present.
  static var now: OwnTime {
    current?.time ?? OwnTime(moment: lastMoment.load(ordering: .relaxed))
  }

  /// Runs a function as a step, or outside any step if `new` is `nil`.
  static func run<Result>(as new: Step?, _ body: () throws -> Result) rethrows -> Result {
    let outer = step.value
    defer { step.value = outer }
    guard var new else {
      step.value = nil
      return try body()
    }
    return try withUnsafeMutablePointer(to: &new) { pointer in
      step.value = UnsafeMutableRawPointer(pointer)
      return try body()
    }
  }

  /// Records that the current step has moved the time itself, and continues at the new instant.
  static func stepHasMovedTime() {
    step.value?.assumingMemoryBound(to: Step.self).pointee.time =
      OwnTime(moment: lastMoment.load(ordering: .relaxed))
  }

  static var isNeeded: Bool { waitingCount.load(ordering: .relaxed) > 0 }

  static func makeMoment() -> UInt64 {
    lastMoment.wrappingAdd(1, ordering: .relaxed).newValue
  }

  static func noteWaiting(_ isWaiting: Bool) {
    waitingCount.wrappingAdd(isWaiting ? 1 : -1, ordering: .relaxed)
  }
}

/// The instants that a test scheduler has reached while steps may be late.
struct PastInstants {
  private var instants: [(moment: UInt64, instant: Int64)] = []
  private var endMoment: UInt64 = 0

  /// Records a new instant, and whether the scheduler now runs until no work is left.
  mutating func note(_ instant: Int64, after last: Int64, isEnd: Bool = false) {
    guard OwnTime.isNeeded else {
      instants = []
      return
    }
    if instants.isEmpty { instants.append((0, last)) }
    let moment = OwnTime.makeMoment()
    instants.append((moment, instant))
    if isEnd { endMoment = moment }
  }

  func hasEnded(since moment: UInt64) -> Bool { moment < endMoment }

  /// Returns the instant at a moment; `nil` if the scheduler has not moved since.
  func instant(at moment: UInt64) -> Int64? {
    guard let last = instants.last, moment < last.moment else { return nil }
    return instants.last { $0.moment <= moment }?.instant
  }
}
