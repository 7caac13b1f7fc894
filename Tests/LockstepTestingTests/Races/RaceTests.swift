// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

@Suite struct RaceTests {
  /// The number of schedules that each fixed feature is played with, which its forms share:
  /// `LOCKSTEP_SCHEDULES`, or 100.
  private static let schedules =
    ProcessInfo.processInfo.environment["LOCKSTEP_SCHEDULES"].flatMap(Int.init) ?? 100

  /// The forms to try in all orders: the quickest form of each race, or every form if there are 1,000 schedules.
  private static let orderedForms =
    schedules < 1_000 ? Race.all.map { ($0, $0.quickestForm) } : Race.forms

  @Test(arguments: Race.forms) func `the race is found within 200 schedules, from many seeds`(
    _ race: Race,
    _ form: Race.Form
  ) {
    for number in 0..<UInt64(max(2, Self.schedules / 20)) {
      let issues = withReportedIssues {
        explore(schedules: 200, seed: 1_000 * number, findsTurningPoint: false) {
          form.play(.broken)
        }
      }
      #expect(issues.map(\.summary) == [race.symptom[...], "A schedule fails"])
    }
  }

  @Test(arguments: Race.forms) func `the reported seed repeats the failure`(
    _ race: Race,
    _ form: Race.Form
  ) throws {
    let issues = withReportedIssues {
      explore(findsTurningPoint: false) { form.play(.broken) }
    }
    #expect(issues.map(\.summary) == [race.symptom[...], "A schedule fails"])
    let message = try #require(issues.last?.message)
    let match = try #require(message.firstMatch(of: /which has the seed (\d+)\./))
    let seed = try #require(UInt64(match.1))
    let replayed = withReportedIssues {
      explore(schedules: 1, seed: seed, findsTurningPoint: false) { form.play(.broken) }
    }
    #expect(replayed.first == issues.first)
    #expect(replayed.count == 2)
  }

  @Test(arguments: orderedForms) func `the race is found among all orders`(
    _ race: Race,
    _ form: Race.Form
  ) {
    var exploration: Exploration?
    let issues = withReportedIssues { exploration = exploreOrders(of: form, .broken) }
    #expect(issues.map(\.summary) == [race.symptom[...], "A schedule fails"])
    #expect(exploration?.isComplete == true || form.ordersToTry[.broken] != nil)
  }

  @Test(arguments: orderedForms) func `the fixed feature passes all orders`(
    _ race: Race,
    _ form: Race.Form
  ) {
    var exploration: Exploration?
    let issues = withReportedIssues { exploration = exploreOrders(of: form, .fixed) }
    #expect(issues == [])
    #expect((exploration?.schedules ?? 0) > 1)
    #expect(exploration?.isComplete == true || form.ordersToTry[.fixed] != nil)
  }

  private func exploreOrders(of form: Race.Form, _ variant: Race.Variant) -> Exploration {
    let limit = form.ordersToTry[variant] ?? Race.orderLimit
    return explore(.every(limit: limit), findsTurningPoint: false) { form.play(variant) }
  }

  @Test(arguments: Race.forms) func `the race does not occur in FIFO order`(
    _ race: Race,
    _ form: Race.Form
  ) {
    let issues = withReportedIssues { form.play(.broken) }
    #expect(issues == [])
  }

  @Test(arguments: Race.forms) func `the fixed feature passes every schedule`(
    _ race: Race,
    _ form: Race.Form
  ) {
    let schedules = max(2, Self.schedules / race.forms.count)
    var exploration: Exploration?
    let issues = withReportedIssues {
      exploration = explore(schedules: schedules) { form.play(.fixed) }
    }
    #expect(issues == [])
    #expect(exploration?.schedules == schedules)
  }
}

extension ReportedIssue {
  /// The first line of the message, up to a colon.
  fileprivate var summary: Substring {
    message.prefix { $0 != "\n" && $0 != ":" }
  }
}
