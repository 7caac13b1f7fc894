// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

private enum Action: Equatable {
  case closeButtonTapped
  case loadButtonTapped
  case loaded(Int)
  case loadLaterButtonTapped
  case refreshButtonTapped
  case searchChanged(String)
}

private struct Environment: Sendable {
  var load: @Sendable () async -> Int = { unimplemented("Client.load", placeholder: 0) }
  var mainQueue: SchedulerOf<DispatchQueue>
}

private let reducer = Reducer<Int, Action, Environment> { state, action, environment in
  switch action {
  case .closeButtonTapped:
    return .failing("Client.close is unimplemented")
  case .loadButtonTapped:
    return .task(name: "load") { .loaded(await environment.load()) }
  case .loaded(let value):
    state = unimplemented("Client.limit", placeholder: value)
    return .none
  case .loadLaterButtonTapped:
    return .concatenate(
      Effect(value: .loaded(1)).delay(for: 1, scheduler: environment.mainQueue),
      .failing("Client.loadNext is unimplemented")
    )
  case .refreshButtonTapped:
    return Effect(value: .loaded(1))
      .delay(for: 1, scheduler: environment.mainQueue)
      .receive(on: AnySchedulerOf<DispatchQueue>.failing("backgroundQueue"))
  case .searchChanged:
    state = unimplemented("Client.search", placeholder: 0)
    return .none
  }
}

/// Failing dependencies name the action that they were used for, and stand at the step.
@Suite struct ActionInFlightTests {
  private let mainQueue = DispatchQueue.test

  private func description(
    _ heading: String,
    _ action: String,
    effect: String? = nil,
    line: Int
  ) -> String {
    """
    LockstepTestingTests/ActionInFlightTests.swift:\(line): \(heading)

    Action in flight: \(action)\(effect.map { "\nEffect: \($0)" } ?? "")

    Supply it in the environment of the test, or change the feature so that this action does not \
    use it.
    """
  }

  private func issues(_ steps: (TestStore<Int, Action, Environment>) -> Void) -> [String] {
    withReportedIssues {
      let store = TestStore(
        initialState: 0,
        reducer: reducer,
        environment: Environment(mainQueue: mainQueue)
      )
      steps(store)
    }
    .map(\.description)
  }

  @Test func `a dependency that an effect uses repeatedly is reported once per effect`() {
    let mainQueue = mainQueue
    let load: @Sendable () async throws -> Int = unimplemented("Client.load")
    let reducer = Reducer<Int, Int, Void> { _, _, _ in
      let attempts = (1...2).map { number in
        Effect<Int, Never>.fireAndForget(name: "\(number)", fileID: "Feature/Load.swift", line: 1) {
          for _ in 1...3 where (try? await load()) == nil { try? await mainQueue.sleep(for: 1) }
        }
      }
      return .merge(attempts)
    }
    let issues = withReportedIssues {
      let store = TestStore(initialState: 0, reducer: reducer, environment: ())
      store.exhaustivity = .off
      store.send(7, at: .step(1))
      mainQueue.advance(by: 5)
      store.send(8, at: .step(2))
    }
    func description(_ action: Int, _ effect: String, line: Int) -> String {
      """
      Tests/Step.swift:\(line): Client.load is unimplemented

      Action in flight: \(action)
      Effect: fireAndForget "\(effect)", made at Feature/Load.swift:1

      Supply it in the environment of the test, or change the feature so that this action does not \
      use it.
      """
    }
    #expect(
      issues.map(\.description) == [
        description(7, "1", line: 1), description(7, "2", line: 1),
        description(8, "1", line: 2), description(8, "2", line: 2),
      ]
    )
  }

  @Test func `a dependency is reported with the effect and the action that used it`() {
    let line = #line + 2
    let issues = issues { store in
      store.send(.loadButtonTapped)
      store.receive(.loaded(0))
    }
    #expect(
      issues == [
        description(
          "Client.load is unimplemented",
          "Action.loadButtonTapped",
          effect: #"task "load", made at LockstepTestingTests/ActionInFlightTests.swift:27"#,
          line: line
        ),
        description("Client.limit is unimplemented", "Action.loaded(0)", line: line),
      ]
    )
  }

  @Test func `a dependency of an effect that a later step resumes is reported at that step`() {
    let (requests, continuation) = AsyncStream.makeStream(of: Int.self)
    let line = #line + 5
    let issues = issues { store in
      store.environment.load = { await Self.load(after: requests) }
      store.send(.loadButtonTapped)
      continuation.yield(1)
      store.receive(.loaded(0))
    }
    #expect(
      issues.first
        == description(
          "Client.load is unimplemented",
          "Action.loadButtonTapped",
          effect: #"task "load", made at LockstepTestingTests/ActionInFlightTests.swift:27"#,
          line: line
        )
    )
  }

  @Test func `a dependency of an effect that sleeps is reported at the move of time`() {
    let line = #line + 5
    let issues = issues { store in
      let mainQueue = mainQueue
      store.environment.load = { await Self.load(afterASecondOf: mainQueue) }
      store.send(.loadButtonTapped)
      mainQueue.advance(by: 1)
      store.receive(.loaded(0))
    }
    #expect(
      issues.first
        == description(
          "Client.load is unimplemented",
          "Action.loadButtonTapped",
          effect: #"task "load", made at LockstepTestingTests/ActionInFlightTests.swift:27"#,
          line: line
        )
    )
  }

  private static func load(after requests: AsyncStream<Int>) async -> Int {
    for await _ in requests { break }
    return unimplemented("Client.load", placeholder: 0)
  }

  private static func load(afterASecondOf mainQueue: TestScheduler<DispatchQueue>) async -> Int {
    try? await mainQueue.sleep(for: 1)
    return unimplemented("Client.load", placeholder: 0)
  }

  @Test func `a failing effect is reported with its action`() {
    let line = #line + 2
    let issues = issues { store in
      store.send(.closeButtonTapped)
    }
    #expect(
      issues == [
        description(
          "Client.close is unimplemented - A failing effect ran.",
          "Action.closeButtonTapped",
          line: line
        )
      ]
    )
  }

  @Test func `dependencies used while time moves are reported at the move`() {
    let line = #line + 3
    let issues = issues { store in
      store.send(.loadLaterButtonTapped)
      mainQueue.advance(by: 1)
      store.receive(.loaded(1)) { $0 = 1 }
    }
    #expect(
      issues == [
        description("Client.limit is unimplemented", "Action.loaded(1)", line: line),
        description(
          "Client.loadNext is unimplemented - A failing effect ran.",
          "Action.loadLaterButtonTapped",
          line: line
        ),
      ]
    )
  }

  @Test
  func `a failing scheduler used in work of another scheduler is reported at the move of time`() {
    let line = #line + 3
    let issues = issues { store in
      store.send(.refreshButtonTapped)
      mainQueue.advance(by: 1)
    }
    #expect(
      issues.first
        == description(
          "backgroundQueue - A failing scheduler was asked to run work at once.",
          "Action.refreshButtonTapped",
          line: line
        )
    )
  }

  @Test func `an action is shown on one line of bounded length`() {
    let line = #line + 2
    let issues = issues { store in
      store.send(.searchChanged(String(repeating: "long\n", count: 100)))
    }
    let shown = #"Action.searchChanged(""# + String(repeating: #"long\n"#, count: 30).prefix(178)
    #expect(
      issues == [description("Client.search is unimplemented", "\(shown)…", line: line)]
    )
  }

  @Test func `two stores report their own actions`() {
    let (first, second) = (
      CurrentAction("first"),
      CurrentAction("second")
    )
    let issues = withReportedIssues {
      first.store.send(1)
      second.store.send(2)
      first.store.send(3)
    }
    let beginnings: [[String]] = issues.map { issue in
      issue.message.split(separator: "\n").prefix(2).map(String.init)
    }
    #expect(
      beginnings == [
        ["first is unimplemented", "Action in flight: 1"],
        ["second is unimplemented", "Action in flight: 2"],
        ["first is unimplemented", "Action in flight: 3"],
      ]
    )
  }

  private struct CurrentAction {
    let store: TestStore<Int, Int, Void>

    init(_ name: String) {
      store = TestStore(
        initialState: 0,
        reducer: Reducer { state, _, _ in
          state = unimplemented(name, placeholder: 0)
          return .none
        },
        environment: ()
      )
    }
  }
}
