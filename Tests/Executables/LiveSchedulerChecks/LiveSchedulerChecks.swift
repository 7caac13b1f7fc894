// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import Synchronization

/// Schedules work of each form on each of the main schedulers, one scheduler after the other, and
/// prints what ran.
///
/// - Parameter end: Called when all has been printed.
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
  // A date is coarser than other clocks, and may be set right while this runs; so each scheduler's own
  // time counts, and a millisecond does not.
  let log = Log { scheduler.now < start.advanced(by: .milliseconds($0 - 1)) }
  // Each is scheduled by the one before: on a busy machine several may be late, and what is late has
  // no order among timers.
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
      // Long enough for a tick that should not come.
      scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(30)), end)
    }
  }
}

/// The work that ran, in order, and whether it was on the main actor and not too early.
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
