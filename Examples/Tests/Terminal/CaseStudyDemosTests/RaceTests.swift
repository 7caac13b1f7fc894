// SPDX-License-Identifier: MIT

import DemoSupport
import DemoTestSupport
import Foundation
import Lockstep
import LockstepTerminal
import LockstepTerminalTesting
import LockstepTesting
import Testing

@testable import CaseStudyDemos

@MainActor @Suite struct RaceTests {
  @Test func `the demo finds and plays a schedule that distinguishes the searches`() throws {
    try checkSnapshot(
      "race",
      of: RaceDemo.race().makeTerminal(),
      script: """
        type 123
        wait 400ms
        wait 200ms
        wait 1s
        press f
        press n
        press n
        press n
        press n
        press n
        press n
        press n
        press n
        press n
        press a
        press b
        press c
        """
    )
  }

  @Test func `recording a script includes the screens that change during a wait`() throws {
    let script = try TerminalScript("press 1\nwait 2s\nresize 40x12\nwait 1s")
    let recording = RaceDemo.race().makeTerminal().record(script)
    let isAsking = recording.frames.map { $0.screen.plainText.contains("asking …") }
    #expect(isAsking == [true, false, false])
    #expect(recording.frames.map(\.screen.size.rows) == [24, 24, 12])
    #expect(recording.frames.first?.start == 0)
    #expect(recording.frames.last?.start == 2)
    #expect(recording.duration == 3)
  }

  @Test func `seed 5 is the first at which the searches end differently`() throws {
    let schedule = try #require(RaceSchedule.firstDifference(upTo: 200))
    #expect(schedule.seed == 5)
    for seed in 1...4 as ClosedRange<UInt64> {
      #expect(RaceSchedule(seed: seed).endsDifferently == false, "seed \(seed)")
    }
    #expect(RaceSchedule.firstDifference(upTo: 4) == nil)

    let end = try #require(schedule.steps.last)
    #expect(end.action == .broken(.answered(.dogs)))
    #expect(end.milliseconds == 1_500)
    #expect(
      end.state
        == RaceState(
          broken: SearchState(answer: .dogs, topic: .birds),
          fixed: SearchState(answer: .birds, topic: .birds)
        )
    )
  }

  /// Searches three times while earlier answers are pending.
  ///
  /// The schedule determines the delay of each answer.
  private func search(_ reducer: Reducer<SearchState, SearchAction, SearchEnvironment>) {
    let clock = RunLoop.test
    let mainRunLoop = clock
    let schedule = Schedule.current
    let store = TestStore(
      initialState: SearchState(),
      reducer: reducer,
      environment: SearchEnvironment { topic in
        .lazy {
          Effect(value: topic)
            .delay(for: schedule.delay(upTo: .milliseconds(900)), scheduler: mainRunLoop)
        }
      }
    )
    store.exhaustivity.remove(.receivedActions)
    store.exhaustivity.remove(.stateChanges)
    for topic in SearchTopic.allCases {
      store.send(.searchTapped(topic))
      clock.advance(by: schedule.delay(upTo: .milliseconds(500)))
    }
    clock.run()
    store.skipReceived()
    #expect(store.state == SearchState(answer: .birds, topic: .birds))
  }

  @Test(.schedules(1_000)) func `the fixed search ends with the last answer`() {
    search(fixedSearchReducer)
  }

  @Test func `the broken search ends with an older answer in some schedule`() {
    withKnownIssue {
      explore { search(brokenSearchReducer) }
    }
    search(brokenSearchReducer)
  }

  @Test func `the schedule of a seed is always the same`() {
    #expect(RaceSchedule(seed: 5) == RaceSchedule(seed: 5))
    #expect(RaceSchedule(seed: 5).steps != RaceSchedule(seed: 6).steps)
  }

  @Test func `if no seed ends differently, the screen says so`() {
    let clock = RunLoop.test
    let store = TestStore(
      initialState: RaceDemoState(),
      reducer: raceDemoReducer,
      environment: RaceDemoEnvironment(
        findSchedule: { nil },
        race: RaceEnvironment(seed: 1, clock: clock)
      )
    )
    store.send(.findButtonTapped)
    store.receive(.scheduleFound(nil)) {
      $0.hasFoundNothing = true
    }
    #expect(
      store.state.screen(size: Screen.Size(rows: 24, columns: 80), help: HelpLine([])).plainText
        .contains("No seed up to 1000 ends differently.")
    )
  }
}
