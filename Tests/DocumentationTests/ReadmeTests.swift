// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

@Test func `a fact is about the current count`() {
  let store = TestStore(
    initialState: CounterFeature.State(),
    reducer: CounterFeature.reducer,
    environment: FactClient(fetch: { "\($0) is a good number." })
  )
  store.send(.incrementButtonTapped) { $0.count = 1 }
  store.send(.factButtonTapped)
  store.receive(.factResponse("1 is a good number.")) { $0.fact = "1 is a good number." }
}

@Suite struct ReadmeTests {
  @Test func `the message for a missing step matches the README`() throws {
    let issues = withReportedIssues {
      let store = TestStore(
        initialState: CounterFeature.State(),
        reducer: CounterFeature.reducer,
        environment: FactClient(fetch: { "\($0) is a good number." })
      )
      store.send(.incrementButtonTapped) { $0.count = 1 }
      store.send(.factButtonTapped)
    }
    let message = try #require(issues.first?.message.split(separator: "\n"))
    let readme = try MarkdownFile("README.md").text
    #expect(issues.count == 1)
    for line in [try #require(message.first), try #require(message.last)] {
      #expect(readme.contains("`\(line)`"))
    }
  }
}
