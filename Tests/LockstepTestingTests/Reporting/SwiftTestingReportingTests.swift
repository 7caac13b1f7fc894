// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

@Suite struct SwiftTestingReportingTests {
  @Test func `a report fails the running test at its line`() {
    let line = #line + 2
    withKnownIssue {
      reportIssue("Something is wrong")
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["Something is wrong"]
        && issue.sourceLocation?.line == line
    }
  }

  @Test func `a report from a child task fails the running test`() async {
    await withKnownIssue {
      await Task { reportIssue("From a task") }.value
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["From a task"]
    }
  }

  @Test func `collected reports fail no test`() {
    let line = #line + 2
    let issues = withReportedIssues {
      reportIssue("One")
      reportIssue("Two")
    }
    #expect(
      issues.map(\.description) == [
        "LockstepTestingTests/SwiftTestingReportingTests.swift:\(line): One",
        "LockstepTestingTests/SwiftTestingReportingTests.swift:\(line + 1): Two",
      ]
    )
  }

  @Test func `a store that is used after its reports were collected fails the test`() {
    var store: TestStore<Int, Int, Void>?
    let outer = withReportedIssues {
      let inner = withReportedIssues {
        store = TestStore(initialState: 0, reducer: Reducer { _, _, _ in .none }, environment: ())
        store?.send(1) { $0 = 1 }
      }
      #expect(inner.count == 1)
      store?.send(2) { $0 = 2 }
    }
    #expect(outer.count == 1)
    withKnownIssue { store?.send(3) { $0 = 3 } }
  }

  @Test func `an unimplemented endpoint names itself and returns its placeholder`() {
    let issues = withReportedIssues {
      #expect(unimplemented("ApiClient.baseURL", placeholder: "/") == "/")
    }
    #expect(issues.map(\.message) == ["ApiClient.baseURL is unimplemented"])
  }

  @Test func `an unimplemented throwing endpoint names itself and throws`() {
    let issues = withReportedIssues {
      #expect(throws: UnimplementedError.self) {
        let _: Int = try unimplemented("DatabaseClient.fetchPlayer")
      }
    }
    #expect(issues.map(\.message) == ["DatabaseClient.fetchPlayer is unimplemented"])
  }
}
