// SPDX-License-Identifier: MIT

import DemoSupport
import LockstepTerminal
import Testing

@testable import CaseStudyDemos

@MainActor @Suite struct ScreensTests {
  @Test(arguments: [(0, 0), (1, 1), (3, 5), (10, 20), (24, 80), (60, 200)])
  func `screens of any size can be drawn`(rows: Int, columns: Int) throws {
    let size = Screen.Size(rows: rows, columns: columns)
    let onboarding = OnboardingDemo.onboarding().initialState.onboarding
    #expect(PrimesDemoState().screen(size: size).size == size)
    #expect(FeedDemoState().screen(size: size).size == size)
    #expect(BookshelfDemoState().screen(size: size).size == size)
    #expect(onboarding.screen(size: size).size == size)
    #expect(AppDemoState().screen(size: size).size == size)
    #expect(OutlineDemoState().screen(size: size).size == size)
    #expect(RaceDemoState().screen(size: size).size == size)
    let schedule = RaceSchedule(seed: 5)
    let playback = RaceDemoState.Playback(schedule: schedule, stepCount: schedule.steps.count)
    #expect(RaceDemoState(playback: playback).screen(size: size).size == size)
  }
}
