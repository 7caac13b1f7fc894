// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import Synchronization

/// Schedules work in each way on each of the main schedulers, one scheduler at a time, and prints the work that ran.
///
/// - Parameter end: Called after all output is printed.
public func checkLiveSchedulers(then end: @escaping @Sendable () -> Void) {
  check("DispatchQueue", AnySchedulerOf<DispatchQueue>.main) {
    check("RunLoop", AnySchedulerOf<RunLoop>.main) {
      check("OperationQueue", AnySchedulerOf<OperationQueue>.main) {
        check("ContinuousClock", AnySchedulerOf<ContinuousClock>.main) {
          check("SuspendingClock", AnySchedulerOf<SuspendingClock>.main, then: end)
        }
      }
    }
  }
}

private func check<Domain>(
  _ name: String,
  _ scheduler: SchedulerOf<Domain>,
  then end: @escaping @Sendable () -> Void
) {
  let start = scheduler.now
  // The system can set a `Date` during the run, and a `Date` is less precise than other clocks. The check therefore
  // uses the scheduler's own time, with a tolerance of one millisecond.
  let log = Log { scheduler.now < start.advanced(by: .milliseconds($0 - 1)) }
  // Each work item schedules the next one. On a busy machine, several late timers could run in any order.
  scheduler.schedule {
    log.note("at once")
    scheduler.schedule {
      log.note("then")
      let never = scheduler.schedule(after: start.advanced(by: .milliseconds(30))) {
        log.note("cancelled")
      }
      never.cancel()
      scheduler.schedule(after: start.advanced(by: .milliseconds(20))) {
        log.note("after 20", 20)
        scheduler.schedule(after: start.advanced(by: .milliseconds(40))) {
          log.note("after 40", 40)
          tick(scheduler, start, log) {
            print("\(name): \(log.text)")
            end()
          }
        }
      }
    }
  }
}

private func tick<Domain>(
  _ scheduler: SchedulerOf<Domain>,
  _ start: SchedulerTime<Domain>,
  _ log: Log,
  then end: @escaping @Sendable () -> Void
) {
  log.timer.withLock {
    $0 = scheduler.schedule(
      after: start.advanced(by: .milliseconds(60)),
      interval: .milliseconds(5)
    ) {
      let ticks = log.tick()
      log.note("tick \(ticks)", 55 + 5 * ticks)
      guard ticks == 3 else { return }
      log.timer.withLock { $0?.cancel() }
      // Waits long enough to notice an unexpected tick.
      scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(30)), end)
    }
  }
}

/// Records work in order, and marks work that runs too early.
///
/// Traps if work runs outside the main actor.
private final class Log: Sendable {
  let timer = Mutex<ScheduledWork?>(nil)
  private let isBefore: @Sendable (_ milliseconds: Int) -> Bool
  private let entries = Mutex<[String]>([])
  private let ticks = Mutex(0)

  init(isBefore: @escaping @Sendable (_ milliseconds: Int) -> Bool) {
    self.isBefore = isBefore
  }

  func note(_ entry: String, _ due: Int = 0) {
    MainActor.assumeIsolated {}
    let isEarly = isBefore(due)
    entries.withLock { $0.append(isEarly ? "\(entry) too early" : entry) }
  }

  func tick() -> Int {
    ticks.withLock { ticks in
      ticks += 1
      return ticks
    }
  }

  var text: String { entries.withLock { $0.joined(separator: ", ") } }
}
