// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// A test that does something between two steps of a store.
@Suite struct FirstOrderTests {
  enum Action: Equatable {
    case appeared
    case received(Int)
  }

  static let reducer = Reducer<Int, Action, AsyncStream<Int>> { number, action, later in
    switch action {
    case .appeared:
      return .merge(
        .task {
          await Task.yield()
          return .received(1)
        },
        .run { send in
          for await number in later { send(.received(number)) }
        }
      )
    case .received(let received):
      number = received
      return .none
    }
  }

  private func play() {
    let (later, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = TestStore(
      initialState: 0,
      reducer: Self.reducer,
      environment: later
    )
    store.send(.appeared)
    continuation.yield(2)
    continuation.finish()
    store.skipReceived()
    check(store.state == 2, "The later number was lost.")
  }

  @Test func `a run without an exploration passes`() {
    #expect(withReportedIssues(play) == [])
  }

  @Test func `the first order is the same as without an exploration`() {
    #expect(withReportedIssues { explore(.order(""), play) } == [])
  }

  @Test func `a race found among all orders is reported as a failing schedule`() {
    let issues = withReportedIssues { explore(.every(), play) }
    #expect(issues.last?.message.hasPrefix("A schedule fails: ") == true)
  }
}
