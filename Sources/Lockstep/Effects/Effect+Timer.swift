// SPDX-License-Identifier: MIT

extension Effect where Failure == Never {
  /// Returns an effect that sends the current instant repeatedly, until it is cancelled by its id.
  ///
  /// ```swift
  /// case .startButtonTapped:
  ///   return Effect.timer(id: TimerID(), every: 1, on: environment.mainQueue)
  ///     .map { _ in .timerTicked }
  /// case .stopButtonTapped:
  ///   return .cancel(id: TimerID())
  /// ```
  ///
  /// The first value is sent after one interval. A running timer of the feature with the same id is cancelled. On an
  /// immediate scheduler no time passes, so no value is sent.
  ///
  /// - Parameters:
  ///   - id: The id by which the timer is cancelled.
  ///   - interval: The time from one value to the next.
  ///   - tolerance: How much later a value may be sent.
  ///   - scheduler: The scheduler that measures the time and on which the values are sent.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  /// - Returns: The timer, which completes only when it is cancelled.
  public static func timer<Domain>(
    id: some Hashable & Sendable,
    every interval: SchedulerStride,
    tolerance: SchedulerStride = .zero,
    on scheduler: some Scheduler<Domain> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self where Output == SchedulerTime<Domain> {
    let description = EffectDescription(.timer, fileID: fileID, line: line)
    return Self(
      FunctionNode(description) { outlet in
        // Work that a scheduler runs before `schedule` has returned is not a tick: no time has passed.
        let isArmed = AtomicFlag()
        let queueScheduler = QueueScheduler(scheduler, of: description)
        let work = scheduler.schedule(
          after: scheduler.now.advanced(by: interval),
          interval: interval,
          tolerance: tolerance
        ) {
          if isArmed.isUp { outlet.send(on: queueScheduler) { scheduler.now } }
        }
        isArmed.isUp = true
        return .callback(work)
      }
    )
    .cancellable(id: id, cancelInFlight: true, fileID: fileID, line: line)
  }
}
