// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

@Suite struct DateGeneratorTests {
  private let start = Date(timeIntervalSince1970: 1_000)

  @Test func `the live date is that of the system`() {
    let date = DateGenerator.live
    let before = Date()
    let now = date.now
    let after = Date()
    #expect(before <= now && now <= after)
  }

  @Test func `a constant date is always the same`() {
    let date = DateGenerator.constant(start)
    #expect([date.now, date.now] == [start, start])
  }

  @Test func `a date advances with each use`() {
    let date = DateGenerator.advancing(from: start, by: 0.5)
    let copy = date
    #expect([date.now, copy.now, date.now] == [start, start + 0.5, start + 1])
    let backwards = DateGenerator.advancing(from: start, by: -60)
    #expect([backwards.now, backwards.now] == [start, start - 60])
  }

  @Test func `many steps do not add up an error`() {
    let date = DateGenerator.advancing(from: Date(timeIntervalSince1970: 0), by: 0.1)
    let dates = (0...10_000).map { _ in date.now }
    #expect(abs((dates.last?.timeIntervalSince1970 ?? 0) - 1_000) < 0.000_001)
  }

  @Test func `tasks that use a generator at the same time get different dates`() async {
    let date = DateGenerator.advancing(from: start, by: 1)
    let dates = await withTaskGroup(of: Date.self) { group in
      for _ in 1...100 {
        group.addTask { date.now }
      }
      return await group.reduce(into: Set<Date>()) { $0.insert($1) }
    }
    #expect(dates == Set((0..<100).map { start + TimeInterval($0) }))
  }

  @Test func `a failing generator reports each use`() {
    let date = DateGenerator.failing
    let issues = withReportedIssues {
      #expect(date.now == Date(timeIntervalSince1970: 0))
    }
    #expect(issues.map(\.message) == ["DateGenerator is unimplemented"])
  }
}
