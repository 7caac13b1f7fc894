// SPDX-License-Identifier: MIT

import Foundation
import LockstepBase
import LockstepTesting
import Testing

@Suite struct DateProviderTests {
  private let start = Date(timeIntervalSince1970: 1_000)

  @Test func `the live date is the date of the system`() {
    let date = ValueProvider<Date>.live
    let before = Date()
    let now = date.current
    let after = Date()
    #expect(before <= now && now <= after)
  }

  @Test func `a constant date is always the same`() {
    let date = ValueProvider.constant(start)
    #expect([date.current, date.current] == [start, start])
  }

  @Test func `a date advances with each use`() {
    let date = ValueProvider<Date>.advancing(from: start, by: 0.5)
    let copy = date
    #expect([date.current, copy.current, date.current] == [start, start + 0.5, start + 1])
    let backwards = ValueProvider<Date>.advancing(from: start, by: -60)
    #expect([backwards.current, backwards.current] == [start, start - 60])
  }

  @Test func `many steps do not accumulate a rounding error`() {
    let date = ValueProvider<Date>.advancing(from: Date(timeIntervalSince1970: 0), by: 0.1)
    let dates = (0...10_000).map { _ in date.current }
    #expect(abs((dates.last?.timeIntervalSince1970 ?? 0) - 1_000) < 0.000_001)
  }

  @Test func `tasks that use a provider at the same time get different dates`() async {
    let date = ValueProvider<Date>.advancing(from: start, by: 1)
    let dates = await withTaskGroup(of: Date.self) { group in
      for _ in 1...100 {
        group.addTask { date.current }
      }
      return await group.reduce(into: Set<Date>()) { $0.insert($1) }
    }
    #expect(dates == Set((0..<100).map { start + TimeInterval($0) }))
  }

  @Test func `a failing provider reports each use`() {
    let date = ValueProvider<Date>.failing
    let issues = withReportedIssues {
      #expect(date.current == Date(timeIntervalSince1970: 0))
    }
    #expect(issues.map(\.message) == ["Date is unimplemented"])
  }
}
