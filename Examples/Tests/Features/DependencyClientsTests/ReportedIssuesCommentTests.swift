// SPDX-License-Identifier: MIT

import ApiClient
import DependencyClients
import Lockstep
import LockstepTesting
import Testing

/// Runs the examples from the comment of `withReportedIssues` with the clients of the example apps.
@Suite struct ReportedIssuesCommentTests {
  @Test func `an endpoint reports when it is called`() {
    let issues = withReportedIssues {
      #expect(ApiClient.failing.currentPlayer() == nil)
    }
    #expect(issues.map(\.message) == ["ApiClient.currentPlayer is unimplemented"])
  }

  @Test func `an effect reports when it is run`() async {
    let issues = await withReportedIssues {
      for await _ in AudioPlayerClient.failing.play(.transitionIn).values() {}
    }
    #expect(
      issues.map(\.message) == ["AudioPlayerClient.play is unimplemented - A failing effect ran."]
    )
    let none = await withReportedIssues { _ = AudioPlayerClient.failing.play(.transitionIn) }
    #expect(none == [])
  }
}
