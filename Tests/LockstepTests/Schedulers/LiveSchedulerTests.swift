// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

/// The schedulers that run on the clock of the machine; these tests wait for what they schedule.
@Suite struct LiveSchedulerTests {
  /// Schedules work of each form, and checks what ran: all of it, in order, not before it was due,
  /// and nothing that was cancelled.
  private func check<Domain>(_ scheduler: AnySchedulerOf<Domain>) async {
    let start = scheduler.now
    let log = Recorder<[Entry<Domain>]>([])
    await withCheckedContinuation { continuation in
      let note: @Sendable (String) -> Void = { name in
        log.update { $0.append(Entry(name: name, instant: scheduler.now)) }
      }
      scheduler.schedule(after: start.advanced(by: .milliseconds(-5))) { note("past") }
      for number in 1...5 {
        scheduler.schedule { note("now \(number)") }
      }
      scheduler.schedule(after: start.advanced(by: .milliseconds(60))) { note("60 ms") }
      scheduler.schedule(after: start.advanced(by: .milliseconds(30))) { note("30 ms") }
      scheduler.schedule(after: start.advanced(by: .milliseconds(20))) { note("never") }.cancel()
      let ticks = Recorder(0)
      let timer = Recorder<ScheduledWork?>(nil)
      timer.set(
        scheduler.schedule(
          after: start.advanced(by: .milliseconds(100)),
          interval: .milliseconds(10)
        ) {
          ticks.update { $0 += 1 }
          note("tick \(ticks.value)")
          guard ticks.value == 3 else { return }
          timer.value?.cancel()
          // Long enough for a tick that should not come.
          scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(40))) {
            continuation.resume()
          }
        }
      )
    }
    let entries = log.value
    #expect(entries.map(\.name).filter { $0.hasPrefix("now") } == (1...5).map { "now \($0)" })
    #expect(
      entries.map(\.name).filter { $0.hasPrefix("now") == false }
        == ["past", "30 ms", "60 ms", "tick 1", "tick 2", "tick 3"]
    )
    let due: [String: Int] = [
      "30 ms": 30, "60 ms": 60, "tick 1": 100, "tick 2": 110, "tick 3": 120,
    ]
    for entry in entries {
      let earliest = start.advanced(by: .milliseconds(due[entry.name] ?? 0))
      #expect(entry.instant >= earliest, "\(entry.name) ran too early")
    }
  }

  private struct Entry<Domain>: Sendable {
    var name: String
    var instant: SchedulerTime<Domain>
  }

  @Test func `the main queue`() async {
    await check(AnySchedulerOf<DispatchQueue>.main)
  }

  @Test func `the main run loop`() async {
    await check(AnySchedulerOf<RunLoop>.main)
  }

  @Test func `the main operation queue`() async {
    await check(AnySchedulerOf<OperationQueue>.main)
  }

  @Test func `a queue of one's own`() async {
    await check(DispatchQueue(label: "queue").eraseToAnyScheduler())
  }

  @Test func `the main schedulers run their work on the main actor's thread`() async {
    await withCheckedContinuation { continuation in
      AnySchedulerOf<RunLoop>.main.schedule {
        MainActor.assumeIsolated { continuation.resume() }
      }
    }
  }
}
