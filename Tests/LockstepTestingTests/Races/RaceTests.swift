// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

@Suite struct RaceTests {
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

  @Test(arguments: Race.all) func `the fixed feature passes 10,000 schedules`(_ race: Race) {
    let play = race.player(.fixed)
    var runs = 0
    explore(schedules: 10_000) {
      runs += 1
      play()
    }
    #expect(runs == 10_000)
  }
}
