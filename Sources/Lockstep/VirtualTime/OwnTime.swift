// SPDX-License-Identifier: MIT

internal import Synchronization

/// The time at which something became ready that a random schedule lets come later.
///
/// However late a step comes, the instants that it reads and those for which it schedules work are the ones it would
/// have had at once: being late once makes nothing that follows later. Work that would have been due meanwhile is
/// ready as soon as it is scheduled.
///
/// All test schedulers number the moments at which they move their time, and each remembers which instant it had
/// reached at which moment, as long as something may be late.
struct OwnTime {
  /// The moment of a move of a test scheduler.
  var moment: UInt64
  /// The instants of the schedulers whose work has led here.
  var instants: [ObjectIdentifier: Int64] = [:]

  /// The step of a store with a random schedule that a thread runs.
  struct Step {
    fileprivate(set) var time: OwnTime
    let executor: ManualExecutor
  }

  private static let lastMoment = Atomic<UInt64>(0)
  /// The number of stores that have something ready which may come late.
  private static let waitingCount = Atomic(0)
  private static let step = ThreadPointer { _ in }

  /// The step in progress on this thread.
  static var current: Step? {
    step.value?.assumingMemoryBound(to: Step.self).pointee
  }

  /// The time of what becomes ready now: that of the step it comes from, or else the current one.
  static var now: OwnTime {
    current?.time ?? OwnTime(moment: lastMoment.load(ordering: .relaxed))
  }

  /// Runs a function as a step, or as no step at all.
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

  /// Notes that the step in progress on this thread has moved time itself, and goes on at the instant it has reached.
  static func stepHasMovedTime() {
    step.value?.assumingMemoryBound(to: Step.self).pointee.time =
      OwnTime(moment: lastMoment.load(ordering: .relaxed))
  }

  /// Whether anything may be late.
  static var isNeeded: Bool { waitingCount.load(ordering: .relaxed) > 0 }

  static func makeMoment() -> UInt64 {
    lastMoment.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Notes that a store has something ready, or has nothing ready any more.
  static func noteWaiting(_ isWaiting: Bool) {
    waitingCount.wrappingAdd(isWaiting ? 1 : -1, ordering: .relaxed)
  }
}

/// The instants that a test scheduler has shown since something became ready that may come late.
struct PastInstants {
  private var instants: [(moment: UInt64, instant: Int64)] = []
  /// The last moment at which the scheduler was told to run until nothing is left.
  private var endMoment: UInt64 = 0

  /// Notes the instant that the scheduler shows from this moment on.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - last: The instant that it has shown until now.
  ///   - isEnd: Whether the scheduler now runs until nothing is left.
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

  /// Whether the scheduler has been told to run until nothing is left since a moment.
  func hasEnded(since moment: UInt64) -> Bool { moment < endMoment }

  /// Returns the instant that was shown at a moment; `nil` if the scheduler has not moved since.
  func instant(at moment: UInt64) -> Int64? {
    guard let last = instants.last, moment < last.moment else { return nil }
    return instants.last { $0.moment <= moment }?.instant
  }
}
