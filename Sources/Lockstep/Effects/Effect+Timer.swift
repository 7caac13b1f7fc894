// SPDX-License-Identifier: MIT

extension Effect where Failure == Never {
  /// Returns an effect that sends the scheduler's current time at regular intervals until it is cancelled by its id.
  ///
  /// ```swift
  /// case .startButtonTapped:
  ///   return Effect.timer(id: TimerID(), every: 1, on: environment.mainQueue)
  ///     .map { _ in .timerTicked }
  /// case .stopButtonTapped:
  ///   return .cancel(id: TimerID())
  /// ```
  ///
  /// The first value is sent after one interval. Starting a timer cancels a running timer of the feature with the same
  /// id. On an immediate scheduler, no time passes, so no value is sent.
  ///
  /// - Parameters:
  ///   - id: The id by which the timer is cancelled.
  ///   - interval: The time between two values.
  ///   - tolerance: The maximum additional delay of a value.
  ///   - scheduler: The scheduler that measures the time and sends the values.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  /// - Returns: A timer that runs until it is cancelled.
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
        // If a scheduler runs the work before `schedule` returns, no time has passed, so this is not a tick.
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
