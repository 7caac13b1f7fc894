// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

private enum Action: Equatable {
  case loadButtonTapped
  case loaded(Int)
  case searchChanged(String)
  case waitButtonTapped
}

private struct Client: Sendable {
  var limit: @Sendable () -> Int = {
    reportIssue("No limit is set.", fileID: "Clients/Limit.swift", line: 1)
    return 0
  }
  var load: @Sendable () async -> Int = {
    reportIssue(
      "There is nothing to load.\n\nPut something there.",
      fileID: "Clients/Load.swift",
      line: 2
    )
    return 1
  }
  var mainQueue: SchedulerOf<DispatchQueue>
}

private let reducer = Reducer<Int, Action, Client> { state, action, client in
  switch action {
  case .loadButtonTapped:
    return .task(name: "load", fileID: "Feature/Feature.swift", line: 3) {
      .loaded(await client.load())
    }
  case .loaded(let value):
    state = value
    return .none
  case .searchChanged:
    state = client.limit()
    return .none
  case .waitButtonTapped:
    return .sync { .loaded(client.limit()) }
      .deferred(for: 1, scheduler: client.mainQueue)
  }
}

/// The report of a dependency appears at the step of the test, and names its own place.
@Suite struct ReportedDependencyTests {
  private let mainQueue = DispatchQueue.test

  private func issues(_ steps: (TestStore<Int, Action, Client>) -> Void) -> [String] {
    withReportedIssues {
      let store = TestStore(
        initialState: 0,
        reducer: reducer,
        environment: Client(mainQueue: mainQueue)
      )
      steps(store)
    }
    .map(\.description)
  }

  @Test func `an issue in a reducer is reported at the step`() {
    let line = #line + 2
    let issues = issues { store in
      store.send(.searchChanged("a"))
    }
    #expect(
      issues == [
        """
        LockstepTestingTests/ReportedDependencyTests.swift:\(line): No limit is set.

        Action in flight: Action.searchChanged("a")
        Reported at Clients/Limit.swift:1
        """
      ]
    )
  }

  @Test func `an issue in an effect or in its unstructured task is reported at the step`() {
    let line = #line + 2
    let issues = issues { store in
      store.send(.loadButtonTapped)
      store.receive(.loaded(1)) { $0 = 1 }
    }
    #expect(
      issues == [
        """
        LockstepTestingTests/ReportedDependencyTests.swift:\(line): There is nothing to load.

        Put something there.

        Action in flight: Action.loadButtonTapped
        Effect: task "load", made at Feature/Feature.swift:3
        Reported at Clients/Load.swift:2
        """
      ]
    )
  }

  @Test func `an issue during a move of time is reported at the move`() {
    let line = #line + 3
    let issues = issues { store in
      store.send(.waitButtonTapped)
      mainQueue.advance(by: 1)
      store.receive(.loaded(0))
    }
    #expect(
      issues == [
        """
        LockstepTestingTests/ReportedDependencyTests.swift:\(line): No limit is set.

        Action in flight: Action.waitButtonTapped
        Reported at Clients/Limit.swift:1
        """
      ]
    )
  }

  @Test func `an issue in a step's closure is reported at the step`() {
    let line = #line + 2
    let issues = issues { store in
      store.assert(.do { reportIssue("Wrong", fileID: "Tests/Helper.swift", line: 4) })
    }
    #expect(
      issues == [
        """
        LockstepTestingTests/ReportedDependencyTests.swift:\(line): Wrong

        Reported at Tests/Helper.swift:4
        """
      ]
    )
  }

  @Test func `an issue between two steps is reported unchanged at its own location`() {
    let issues = issues { store in
      _ = store.environment.limit()
      mainQueue.schedule { _ = Client(mainQueue: .immediate).limit() }
      mainQueue.advance()
    }
    #expect(
      issues == [
        "Clients/Limit.swift:1: No limit is set.", "Clients/Limit.swift:1: No limit is set.",
      ]
    )
  }
}
