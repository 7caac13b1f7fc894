// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// The action and the path in the report of an action whose state is missing.
@Suite struct UnhandledActionPathTests {
  @Test func `the report shows the root action and the full path of a nested child`() {
    struct Street: Equatable {
      var houses: IdentifiedArrayOf<Plot> = []
    }
    struct Plot: Identifiable, Equatable {
      let id: Int
      var house = House()
    }
    enum StreetAction: Sendable {
      case plot(Int, PlotAction)
    }
    enum PlotAction: Sendable {
      case house(HouseAction)
    }
    let reducer = Composition.optional.reducer()
      .pullback(state: \House.self, action: .`self`, environment: { (_: Void) in })
      .pullback(state: \Plot.house, action: /PlotAction.house, environment: { (_: Void) in })
      .forEach(state: \Street.houses, action: /StreetAction.plot, environment: { (_: Void) in })
    let issues = withReportedIssues {
      let store = ManualStore(
        initialState: Street(houses: [Plot(id: 3)]),
        reducer: reducer,
        environment: ()
      )
      store.send(.plot(3, .house(.child(.touch))), line: 63)
    }
    #expect(
      issues.map(\.message) == [
        unhandledMessage(
          "made optional",
          1,
          "its state was 'nil'",
          """
          StreetAction.plot(
            3,
            PlotAction.house(
              HouseAction.child(
                GuestAction.touch
              )
            )
          )
          """,
          path: #"\Street.houses .. \Plot.house .. \House.optional"#,
          sentBy: "'send' at LockstepReducerTests/UnhandledActionPathTests.swift:63",
          fileID: "LockstepReducerTests/AutomaticCancellationFixture.swift"
        )
      ]
    )
  }

  @Test func `an action for a missing node of a tree is reported once`() {
    struct Node: Identifiable, Equatable, Sendable {
      let id: Int
      var nodes: IdentifiedArrayOf<Self> = []
    }
    indirect enum NodeAction: Sendable {
      case node(id: Int, action: Self)
      case touch
    }
    let reducer = Reducer<Node, NodeAction, Void>.recursive { reducer in
      .combine(
        reducer.forEach(state: \.nodes, action: /NodeAction.node, line: 1),
        .empty
      )
    }
    let leaf = Node(id: 3)
    let issues = withReportedIssues {
      let store = ManualStore(
        initialState: Node(id: 1, nodes: [Node(id: 2, nodes: [leaf])]),
        reducer: reducer,
        environment: ()
      )
      store.send(.node(id: 2, action: .node(id: 3, action: .node(id: 4, action: .touch))), line: 5)
    }
    #expect(
      issues.map(\.message) == [
        unhandledMessage(
          "run for each element",
          1,
          "there was no element with the id 4",
          """
          NodeAction.node(
            id: 2,
            action: NodeAction.node(
              id: 3,
              action: NodeAction.node(
                id: 4,
                action: NodeAction.touch
              )
            )
          )
          """,
          path: #"\Node.nodes .. \Node.nodes .. \Node.nodes"#,
          sentBy: "'send' at LockstepReducerTests/UnhandledActionPathTests.swift:5"
        )
      ]
    )
  }

  @Test func `the path names the right case after a value shows which of two cases it is not`() {
    enum Route: Equatable, Sendable {
      case home
      case guest(Guest)
      case other(Guest)
    }
    struct Hall: Equatable, Sendable { var route: Route }
    let reducer = guestReducer.pullback(
      state: (\Hall.route).appending(path: /Route.guest),
      action: CasePath<GuestAction, GuestAction>.`self`
    )
    func path(_ route: Route) -> String? {
      withReportedIssues {
        let store = ManualStore(
          initialState: Hall(route: route),
          reducer: reducer,
          environment: ()
        )
        store.send(.touch)
      }
      .first?.message.split(separator: "\n").first { $0.hasPrefix("Path: ") }.map { String($0) }
    }
    let both = #"Path: \Hall.route .. (/Route.guest or /Route.other)"#
    #expect(path(.home) == both)
    // A value in the case `.other` rules that case out.
    #expect(path(.other(Guest())) == #"Path: \Hall.route .. /Route.guest"#)
    #expect(path(.home) == #"Path: \Hall.route .. /Route.guest"#)
    #expect(path(.guest(Guest())) == nil)
  }
}
