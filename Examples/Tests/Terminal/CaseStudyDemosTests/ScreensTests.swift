// SPDX-License-Identifier: MIT

import DemoSupport
import LockstepTerminal
import Testing

@testable import CaseStudyDemos

@MainActor @Suite struct ScreensTests {
  @Test(arguments: [(0, 0), (1, 1), (3, 5), (10, 20), (24, 80), (60, 200)])
  func `each demo draws screens of any size`(rows: Int, columns: Int) {
    let size = Screen.Size(rows: rows, columns: columns)
    #expect(screen(of: .primes(), size) == size)
    #expect(screen(of: .feed(), size) == size)
    #expect(screen(of: .bookshelf(), size) == size)
    #expect(screen(of: .onboarding(), size) == size)
    #expect(screen(of: .app(AppDemoInput(games: [], words: [])), size) == size)
    #expect(screen(of: .outline(), size) == size)
    #expect(screen(of: .race(), size) == size)
    #expect(screen(of: .readingList(), size) == size)
    let schedule = RaceSchedule(seed: 5)
    let playback = RaceDemoState.Playback(schedule: schedule, stepCount: schedule.steps.count)
    let demo = RaceDemo.race()
    #expect(demo.program.screen(RaceDemoState(playback: playback), size).size == size)
  }

  private func screen<State, Action, Environment>(
    of demo: Demo<State, Action, Environment>,
    _ size: Screen.Size
  ) -> Screen.Size {
    demo.program.screen(demo.initialState, size).size
  }
}
