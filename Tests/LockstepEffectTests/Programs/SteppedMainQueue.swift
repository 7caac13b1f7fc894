// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting

/// The main queue with a clock that a test moves, from one piece of work to the next.
///
/// Work that is due at the same time runs in the order in which it was scheduled.
final class SteppedMainQueue: Scheduler, Sendable {
  private struct Work {
    let number: Int
    var due: SchedulerTime<Never>
    let interval: SchedulerStride?
    let action: @Sendable () -> Void

    var key: (Int64, Int) { (due.nanoseconds, number) }
  }

  private struct State {
    var now = SchedulerTime<Never>(nanoseconds: 0)
    var works: [Work] = []
    var lastNumber = 0
  }

  private let state = Recorder(State())

  var now: SchedulerTime<Never> { state.value.now }

  func schedule(_ work: @escaping @Sendable () -> Void) {
    _ = add(after: now, every: nil, work)
  }

  func schedule(
    after instant: SchedulerTime<Never>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    add(after: instant, every: nil, work)
  }

  func schedule(
    after instant: SchedulerTime<Never>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    add(after: instant, every: interval, work)
  }

  private func add(
    after instant: SchedulerTime<Never>,
    every interval: SchedulerStride?,
    _ action: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let number = state.update { state in
      state.lastNumber += 1
      state.works.append(
        Work(number: state.lastNumber, due: instant, interval: interval, action: action)
      )
      return state.lastNumber
    }
    return ScheduledWork { [weak self] in
      let removed = self?.state.update { state in
        let index = state.works.firstIndex { $0.number == number }
        return index.map { state.works.remove(at: $0) }
      }
      withExtendedLifetime(removed) {}
    }
  }

  /// Runs what is due next, and returns whether there was anything; if not, the clock shows the instant.
  @MainActor func runNext(until end: SchedulerTime<Never>) -> Bool {
    let work = state.update { state -> Work? in
      let next = state.works.indices.min { state.works[$0].key < state.works[$1].key }
      guard let next, state.works[next].due <= end else {
        state.now = end
        return nil
      }
      let work = state.works[next]
      state.now = max(state.now, work.due)
      if let interval = work.interval {
        state.works[next].due = work.due.advanced(by: interval)
      } else {
        state.works.remove(at: next)
      }
      return work
    }
    work?.action()
    return work != nil
  }
}
