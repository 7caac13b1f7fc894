// SPDX-License-Identifier: MIT

/// A scheduler whose time never advances: it runs all work immediately, drops it, or reports it.
package struct TimelessScheduler<Domain>: Scheduler, Sendable {
  private enum Behavior {
    case immediate
    case noop
    case failing(name: String, CodeLocation)
  }

  private let behavior: Behavior
  private let origin: SchedulerTime<Domain>

  package static func immediate(at instant: SchedulerTime<Domain>) -> Self {
    Self(behavior: .immediate, origin: instant)
  }

  package static func noop(at instant: SchedulerTime<Domain>) -> Self {
    Self(behavior: .noop, origin: instant)
  }

  static func failing(
    _ name: String,
    at instant: SchedulerTime<Domain>,
    _ location: CodeLocation
  ) -> Self {
    Self(behavior: .failing(name: name, location), origin: instant)
  }

  package var now: SchedulerTime<Domain> {
    report("was asked for the current time")
    return origin
  }

  package func schedule(_ work: @escaping @Sendable () -> Void) {
    _ = run(work, "was asked to run work at once")
  }

  package func schedule(
    after instant: SchedulerTime<Domain>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    run(work, "was asked to run work after a delay")
  }

  package func schedule(
    after instant: SchedulerTime<Domain>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    if case .immediate = behavior {
      EffectScope.current?
        .noteEndlessWait("waits for a timer of an immediate scheduler, whose time never advances")
    }
    return run(work, "was asked to run work repeatedly")
  }

  private func run(_ work: () -> Void, _ use: String) -> ScheduledWork {
    switch behavior {
    case .immediate:
      work()
      return .done
    case .noop:
      EffectScope.current?.noteEndlessWait("waits on a no-op scheduler, which drops all work")
      return .done
    case .failing:
      report(use)
      EffectScope.current?
        .noteEndlessWait("waits on a failing scheduler, which has dropped its work")
      return .refused
    }
  }

  private func report(_ use: String) {
    guard case .failing(let name, let location) = behavior else { return }
    IssueReporting.reportDependency("\(name) - A failing scheduler \(use).", at: location)
  }
}
