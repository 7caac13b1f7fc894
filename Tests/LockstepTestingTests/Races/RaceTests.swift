// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

@Suite struct RaceTests {
  /// How many schedules the fixed features are played with: `LOCKSTEP_SCHEDULES`, or 1,000.
  private static let schedules =
    ProcessInfo.processInfo.environment["LOCKSTEP_SCHEDULES"].flatMap(Int.init) ?? 1_000

  @Test(arguments: Race.all) func `the race is found`(_ race: Race) throws {
    let issues = withReportedIssues {
      explore(schedules: 1_000, race.player(.broken))
    }
    #expect(
      issues.map { $0.message.prefix { $0 != "\n" && $0 != ":" } } == [
        race.symptom[...], "A schedule fails",
      ]
    )
    // The seed that the message names shows the same again.
    let message = try #require(issues.last?.message)
    let match = try #require(message.firstMatch(of: /which has the seed (\d+)\./))
    let seed = try #require(UInt64(match.1))
    let replayed = withReportedIssues {
      explore(schedules: 1, seed: seed, race.player(.broken))
    }
    #expect(replayed.first == issues.first)
    #expect(replayed.count == 2)
  }

  @Test(arguments: Race.all) func `the race does not show first in, first out`(_ race: Race) {
    let issues = withReportedIssues(race.player(.broken))
    #expect(issues == [])
  }

  @Test(arguments: Race.all) func `the fixed feature passes every schedule`(_ race: Race) {
    let play = race.player(.fixed)
    var runs = 0
    explore(schedules: Self.schedules) {
      runs += 1
      play()
    }
    #expect(runs == Self.schedules)
  }
}
