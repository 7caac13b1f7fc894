// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

private struct Screen: Equatable, Sendable {
  var child: Int?
  var log: [String] = []
}

private enum Action: Equatable, Sendable {
  case child(Int)
  case cancel(String)
  case spin(Int)
  case note(String)
}

private enum Route: Equatable, Sendable {
  case first(Int)
  case second(Bool)

  /// A function that looks like a case constructor.
  static func swapped(_ flag: Bool) -> Self { .first(flag ? 1 : 0) }
}

private let reducer = Reducer<Screen, Action, Void>.combine(
  Reducer<Int, Int, Void> { state, action, _ in
    state += action
    return .none
  }
  .optional(fileID: "Feature/Screen.swift", line: 12)
  .pullback(state: \.child, action: /Action.child),
  Reducer { state, action, _ in
    switch action {
    case .child: return .none
    case .cancel(let id): return .merge(.cancel(id: id), .cancel(ids: [id, id]))
    case .spin(let number):
      state.log.append("\(number)")
      return Effect(value: .spin(number + 1))
    case .note(let text): state.log.append(text)
    }
    return .none
  }
)

/// Programming errors, which a store reports or ignores before it continues to work.
@Suite @MainActor struct StoreMisuseTests {
  /// Returns the issues and the final state of a store after a misuse.
  private func outcome(
    _ misuse: (Store<Screen, Action>) -> Void
  ) -> (reports: [String], state: Screen) {
    let store = Store(initialState: Screen(), reducer: reducer, environment: (), actionLimit: 12)
    let issues = withReportedIssues { misuse(store) }
    let goesOn = withReportedIssues { store.send(.note("goes on")) }
    #expect(goesOn == [])
    return (issues.map(\.message), store.state)
  }

  private let unhandled = """
    A reducer that was made optional at Feature/Screen.swift:12 received an action while its state \
    was 'nil'.

    Action: Action.child(
      5
    )
    Path: \\Screen.child
    Sent by: 'send' at App/View.swift:34

    The reducer of that state did not run. Usual causes:
    • A parent reducer changed the state before this reducer ran. Combine this reducer before it.
    • Another action that was sent in the same turn removed or replaced the state. Send that one last.
    • A view that should have been dismissed sent the action.
    """

  @Test func `an action whose state is nil is reported`() {
    let (reports, state) = outcome { $0.send(.child(5), fileID: "App/View.swift", line: 34) }
    #expect(reports == [unhandled])
    #expect(state == Screen(log: ["goes on"]))
  }

  @Test func `an action that a scope sends to a nil state is reported`() {
    let (reports, state) = outcome { store in
      store.scope(state: \.child, action: Action.child)
        .send(5, fileID: "App/View.swift", line: 34)
    }
    #expect(reports == [unhandled])
    #expect(state == Screen(log: ["goes on"]))
  }

  @Test func `cancelling an unused id does nothing`() {
    let (reports, state) = outcome { store in
      store.send(.cancel("unknown"))
      store.send(.cancel("unknown"))
    }
    #expect(reports == [])
    #expect(state == Screen(log: ["goes on"]))
  }

  @Test func `a scope can send after its parent's variable becomes nil`() {
    var store: Store<Screen, Action>? = Store(
      initialState: Screen(child: 1),
      reducer: reducer,
      environment: ()
    )
    let child = store?.scope(state: \.child, action: Action.child)
    let plain = store?.scope(state: \.log)
    store = nil
    let issues = withReportedIssues {
      child?.send(5)
      plain?.send(.note("a"))
    }
    #expect(issues == [])
    #expect(child?.state == 6)
    #expect(plain?.state == ["a"])
  }

  @Test func `an endless chain of actions is reported and cut`() {
    let (reports, state) = outcome { $0.send(.spin(1), fileID: "App/View.swift", line: 34) }
    #expect(
      reports == [
        """
        A chain of actions does not end.

        12 actions followed from one another without input from outside. The last were:

          Action.spin(
            4
          )
          Action.spin(
            5
          )
          Action.spin(
            6
          )
          Action.spin(
            7
          )
          Action.spin(
            8
          )
          Action.spin(
            9
          )
          Action.spin(
            10
          )
          Action.spin(
            11
          )
          Action.spin(
            12
          )
          Action.spin(
            13
          )

        The store dropped this action: Action.spin(
          14
        )

        An effect or an observer of each action sent the next one. End the chain at one of them, or pass a higher \
        'actionLimit' to the store.
        """
      ]
    )
    #expect(state == Screen(log: (1...13).map(String.init) + ["goes on"]))
  }

  @Test(arguments: [-1, 0, 1, 2, 3, 9, 10, 11])
  func `an endless chain is reported for small limits`(limit: Int) {
    let store = Store(initialState: Screen(), reducer: reducer, environment: (), actionLimit: limit)
    let limit = max(limit, 0)
    // The report lists at most ten of the actions after the first one.
    let last = (max(2, limit - 8)..<limit + 2)
      .map { "  Action.spin(\n    \($0)\n  )" }.joined(separator: "\n")
    let outside = "without input from outside. The last"
    let chain =
      switch limit {
      case 0: "'actionLimit' is 0, but an action followed from another one."
      case 1: "1 action followed from another \(outside) was:\n\n\(last)"
      default: "\(limit) actions followed from one another \(outside) were:\n\n\(last)"
      }
    let message = """
      A chain of actions does not end.

      \(chain)

      The store dropped this action: Action.spin(
        \(limit + 2)
      )

      An effect or an observer of each action sent the next one. End the chain at one of them, or pass a higher \
      'actionLimit' to the store.
      """
    for round in 1...3 {
      let issues = withReportedIssues { store.send(.spin(1)) }
      #expect(issues.map(\.message) == [message])
      #expect(store.log.count == round * (limit + 1))
    }
  }

  @Test func `a case path to a function that is not a case is reported`() {
    let store = Store(changing: Route.second(true))
    let line: UInt = #line + 2
    let issues = withReportedIssues {
      let child = store.scope(ifCaseLet: CasePath(Route.swapped)) { (change: Change<Route>) in
        change
      }
      #expect(child == nil)
      let path = /Route.swapped
      let observation = store.ifCaseLet(path, action: { (change: Change<Route>) in change }) { _ in
      }
      observation.cancel()
    }
    func message(_ places: String) -> String {
      """
      A case path cannot find its case, and extracts nothing.

      Path: CasePath<Route, Bool>
      \(places)

      The path was created from a function that is not a case constructor. It put the 'Bool' of '/Route.second' into \
      '/Route.first'. Create the path with 'CasePath(embed:extract:)' or from a case constructor.
      """
    }
    let lines = [line, line + 5].map { "LockstepStoreTests/StoreMisuseTests.swift:\($0)" }
    #expect(
      issues.map(\.description) == [
        "\(lines[0]): \(message("Created at: \(lines[0])"))",
        "\(lines[1]): \(message("Used at: \(lines[1])"))",
      ]
    )
    store.change { $0 = .first(1) }
    #expect(store.state == .first(1))
  }
}
