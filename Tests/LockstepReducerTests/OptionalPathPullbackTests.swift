// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

private struct MultiplayerState: Equatable, Sendable {
  var route: Route?
  var total = 0

  enum Route: Equatable, Sendable {
    case pastGames(PastGames)
    case help
  }
}

private struct PastGames: Equatable, Sendable {
  var count = 0
  var rows: [Int] = []
}

private enum PastGamesAction: Equatable {
  case add(Int)
  case addLater(Int)
}

private enum MultiplayerAction: Equatable {
  case pastGames(PastGamesAction)
  case showHelp
}

private struct MultiplayerEnvironment: Sendable {
  var factor = 2
}

private let pastGamesReducer = Reducer<PastGames, PastGamesAction, Int> { state, action, factor in
  switch action {
  case .add(let number):
    state.count += number * factor
    return .none
  case .addLater(let number):
    return .merge(Effect(value: .add(number)), .task { .add(number * 10) })
  }
}

private let multiplayerReducer = Reducer<
  MultiplayerState, MultiplayerAction, MultiplayerEnvironment
>.combine(
  pastGamesReducer.pullback(
    state: (\MultiplayerState.route).appending(path: /MultiplayerState.Route.pastGames),
    action: /MultiplayerAction.pastGames,
    environment: \.factor
  ),
  Reducer { state, action, _ in
    switch action {
    case .pastGames:
      state.total += 1
    case .showHelp:
      state.route = .help
    }
    return .none
  }
)

@Suite struct OptionalPathPullbackTests {
  private func run(
    _ state: MultiplayerState,
    _ actions: MultiplayerAction...
  ) -> MultiplayerState {
    let store = ManualStore(
      initialState: state,
      reducer: multiplayerReducer,
      environment: MultiplayerEnvironment()
    )
    for action in actions { store.send(action) }
    return store.store.state
  }

  @Test func `the reducer runs on the state at the end of the path`() {
    let state = MultiplayerState(route: .pastGames(PastGames(count: 1)))
    #expect(
      run(state, .pastGames(.add(5)), .pastGames(.addLater(1)))
        == MultiplayerState(route: .pastGames(PastGames(count: 33)), total: 4)
    )
    #expect(run(state, .showHelp) == MultiplayerState(route: .help))
  }

  @Test(arguments: [nil, MultiplayerState.Route.help])
  private func `an action for a missing state is reported once and ignored`(
    route: MultiplayerState.Route?
  ) {
    let line: UInt = #line + 1
    let reducer = pastGamesReducer.pullback(
      state: (\MultiplayerState.route).appending(path: /MultiplayerState.Route.pastGames),
      action: /MultiplayerAction.pastGames,
      environment: { (environment: MultiplayerEnvironment) in environment.factor }
    )
    var state = MultiplayerState(route: route)
    var pictures: [String] = []
    let issues = withReportedIssues {
      for action in [MultiplayerAction.pastGames(.addLater(5)), .showHelp] {
        pictures.append(picture(reducer.run(&state, action, MultiplayerEnvironment())))
      }
    }
    #expect(pictures == ["|", "|"])
    #expect(state == MultiplayerState(route: route))
    #expect(
      issues.map(\.message) == [
        unhandledMessage(
          "pulled back",
          line,
          "its state was missing",
          "MultiplayerAction.pastGames(\n  PastGamesAction.addLater(\n    5\n  )\n)",
          path: #"\MultiplayerState.route .. /Route.pastGames"#,
          sentBy: "'send' at LockstepTestSupport/EffectRun.swift:1"
        )
      ]
    )
    #expect(issues.map(\.location.line) == [line])
  }

  @Test func `pullback accepts an optional path made from functions`() {
    let reducer = pastGamesReducer.pullback(
      state: OptionalPath<[PastGames], PastGames>(
        extract: { $0.last },
        set: { root, value in
          guard root.isEmpty == false else { return }
          root[root.count - 1] = value
        }
      ),
      action: /MultiplayerAction.pastGames,
      environment: { (_: Void) in 3 }
    )
    var state = [PastGames(count: 1), PastGames(count: 2)]
    #expect(picture(reducer.run(&state, .pastGames(.add(1)), ())) == "|")
    #expect(state == [PastGames(count: 1), PastGames(count: 5)])
  }

  @Test func `pullback along an optional path does not copy a million rows`() {
    let rows = Reducer<[Int], Int, Void> { state, action, _ in
      state[action] += 1
      return .none
    }
    let reducer = rows.pullback(
      state: (\MultiplayerState.route).appending(path: /MultiplayerState.Route.pastGames)
        .appending(path: \.rows),
      action: CasePath(embed: { $0 }, extract: { $0 }),
      environment: { (_: Void) in }
    )
    var state = MultiplayerState(
      route: .pastGames(PastGames(rows: Array(repeating: 0, count: 1_000_000)))
    )
    let path = (\MultiplayerState.route).appending(path: /MultiplayerState.Route.pastGames)
    func address() -> UInt? {
      path.extract(from: state)?.rows
        .withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    let before = address()
    _ = reducer.run(&state, 999_999, ())
    #expect(path.extract(from: state)?.rows.last == 1)
    #expect(before != nil && address() == before)
  }
}
