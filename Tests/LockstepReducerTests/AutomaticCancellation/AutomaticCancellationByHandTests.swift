// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

private struct Tree: Equatable, Sendable {
  var guest: Guest?
  var kids: [Tree] = []

  var touches: Int? { guest?.touches }
}

private indirect enum TreeAction: Sendable {
  case guest(GuestAction)
  case kid(Int, TreeAction)
  case all(TreeAction)
  case set(@Sendable (inout Tree) -> Void)
}

private typealias TreeReducer = Reducer<Tree, TreeAction, Void>

private let guestOfTree = guestReducer.optional()
  .pullback(state: \Tree.guest, action: /TreeAction.guest, environment: { (_: Void) in })

private let setReducer = TreeReducer { state, action, _ in
  if case .set(let change) = action { change(&state) }
  return .none
}

/// Tests reducers that run other reducers by hand.
///
/// The store cannot know the path to the inner state, and must not
/// look for it in the outer state.
@Suite struct AutomaticCancellationByHandTests {
  /// Returns a reducer that runs `reducer` on the state, and by hand on the kids.
  private func byHand(_ reducer: TreeReducer) -> TreeReducer {
    .combine(
      reducer,
      TreeReducer { state, action, environment in
        guard case .kid(let index, let action) = action else { return .none }
        return reducer.run(&state.kids[index], action, environment).map { .kid(index, $0) }
      },
      setReducer
    )
  }

  private let tree = Tree(guest: nil, kids: [Tree(guest: Guest()), Tree(guest: Guest())])

  private func makeStore(_ reducer: TreeReducer) -> ManualStore<Tree, TreeAction> {
    ManualStore(initialState: tree, reducer: reducer, environment: ())
  }

  /// Starts an effect in a kid, and expects that changes of other states do not cancel it.
  private func checkUndisturbed(_ store: ManualStore<Tree, TreeAction>) {
    let around = Surroundings()
    let issues = withReportedIssues {
      store.send(.kid(0, .guest(.start(around.callback))))
      store.send(.set { $0.guest = Guest() })
      store.send(.set { $0.guest = nil })
      store.send(.set { $0.kids[1].guest = nil })
      #expect(around.cancelled.value == 0)
      around.subject.send(4)
      store.send(.set { _ in })
      #expect(store.store.state.kids == [Tree(guest: Guest(values: [4])), Tree()])
    }
    #expect(issues == [])
  }

  @Test func `an effect of a reducer run by hand is not attributed to the outer state`() {
    checkUndisturbed(makeStore(byHand(guestOfTree)))
  }

  @Test func `an effect of a wrapped reducer run by hand is not attributed to the outer state`() {
    checkUndisturbed(makeStore(byHand(guestOfTree.filter { _, _ in true })))
    checkUndisturbed(makeStore(byHand(.combine(guestOfTree, .empty))))
    checkUndisturbed(
      makeStore(byHand(guestOfTree.onChange(of: \.kids.count) { _, _, _, _ in .none }))
    )
    checkUndisturbed(
      makeStore(byHand(Reducer(around: guestOfTree) { $3(&$0, $1, $2) }))
    )
  }

  @Test func `an effect of a recursive reducer run by hand is not attributed to the outer state`() {
    checkUndisturbed(
      makeStore(
        .recursive { reducer in
          TreeReducer { state, action, environment in
            switch action {
            case .guest, .all:
              return guestOfTree.run(&state, action, environment)
            case .kid(let index, let action):
              return reducer.run(&state.kids[index], action, environment).map { .kid(index, $0) }
            case .set(let change):
              change(&state)
              return .none
            }
          }
        }
      )
    )
  }

  @Test func `an effect whose actions are not mapped is not attributed to the outer state`() {
    // The action runs on all kids, but their effects send actions to the root.
    let reducer = TreeReducer.combine(
      guestOfTree,
      TreeReducer { state, action, environment in
        guard case .all(let action) = action else { return .none }
        var effects: [Effect<TreeAction, Never>] = []
        for index in state.kids.indices {
          effects.append(guestOfTree.run(&state.kids[index], action, environment))
        }
        return .merge(effects)
      },
      setReducer
    )
    let around = Surroundings()
    let store = makeStore(reducer)
    store.send(.all(.guest(.start(around.callback))))
    #expect(around.cancelled.value == 0)
    store.send(.set { $0.guest = Guest() })
    around.subject.send(4)
    store.send(.set { $0.guest = nil })
    #expect(around.cancelled.value == 0)
  }

  @Test func `an effect of a reducer run in onChange is not attributed to the outer state`() {
    let reducer = TreeReducer.combine(guestOfTree, setReducer)
      .onChange(of: \.kids.count) { _, state, _, environment in
        guestOfTree.run(&state.kids[0], .guest(.touch), environment)
      }
      .onChange(of: \.touches) { _, state, _, environment in
        guestOfTree.run(&state.kids[0], .guest(.start(Self.around.callback)), environment)
          .map { .kid(0, $0) }
      }
    let store = makeStore(reducer)
    store.send(.set { $0.guest = Guest() })
    store.send(.set { $0.kids.removeLast() })
    #expect(store.store.state.kids == [Tree(guest: Guest(touches: 1))])
    store.send(.set { $0.guest = nil })
    #expect(Self.around.started.value == 2)
    #expect(Self.around.cancelled.value == 0)
  }

  private static let around = Surroundings()

  @Test func `values of a child run by hand are reported after its state becomes nil`() {
    let around = Surroundings()
    let line: UInt = #line + 1
    let child = guestReducer.optional()
      .pullback(state: \Tree.guest, action: /TreeAction.guest, environment: { (_: Void) in })
    let issues = withReportedIssues {
      let store = makeStore(byHand(child))
      store.send(.kid(0, .guest(.start(around.callback))))
      store.send(.set { $0.kids[0].guest = nil })
      #expect(around.cancelled.value == 0)
      around.subject.send(4)
      store.send(.set { _ in })
    }
    #expect(
      issues.map(\.message) == [
        unhandledMessage(
          "made optional",
          line,
          "its state was 'nil'",
          dumped("TreeAction.guest", dumped("GuestAction.value", "4")),
          path: #"\Tree.guest"#,
          sentBy: "effect run, made at LockstepReducerTests/AutomaticCancellationFixture.swift:1, "
            + "started by TreeAction.kid"
        )
      ]
    )
  }

  @Test func `effects of a reducer run by hand end with an enclosing state`() {
    struct Garden: Equatable {
      var tree: Tree?
    }
    enum GardenAction: Sendable {
      case tree(TreeAction)
      case fell
    }
    // The guest's effect is returned both unchanged and mapped.
    let plain = TreeReducer { state, action, environment in
      guestOfTree.run(&state, action, environment)
    }
    for tree in [byHand(guestOfTree), plain, .combine(plain, setReducer)] {
      let around = Surroundings()
      let store = ManualStore(
        initialState: Garden(tree: Tree(guest: Guest(), kids: [Tree(guest: Guest())])),
        reducer: .combine(
          tree.optional()
            .pullback(state: \.tree, action: /GardenAction.tree, environment: { (_: Void) in }),
          Reducer<Garden, GardenAction, Void> { state, action, _ in
            if case .fell = action { state.tree = nil }
            return .none
          }
        ),
        environment: ()
      )
      store.send(.tree(.guest(.start(around.callback))))
      store.send(.tree(.kid(0, .guest(.start(around.callback)))))
      let count = around.started.value
      #expect(count > 0)
      #expect(around.cancelled.value == 0)
      store.send(.fell)
      #expect(around.cancelled.value == count)
    }
  }

  @Test func `a closure around a reducer preserves automatic cancellation`() {
    let around = Surroundings()
    let reducer = TreeReducer.combine(
      Reducer(around: guestOfTree) { state, action, environment, run in
        // The store does not know the state of the reducer that the same closure runs by hand.
        .merge(
          run(&state, action, environment),
          {
            guard case .kid(0, let action) = action else { return .none }
            return byHandOnKid.run(&state.kids[0], action, environment).map { .kid(0, $0) }
          }()
        )
      },
      setReducer
    )
    let store = makeStore(reducer)
    store.send(.set { $0.guest = Guest() })
    store.send(.guest(.start(around.callback)))
    store.send(.kid(0, .guest(.start(around.callback))))
    #expect(around.cancelled.value == 0)
    store.send(.set { $0.guest = nil })
    #expect(around.cancelled.value == 1)
    around.subject.send(4)
    store.send(.set { _ in })
    #expect(store.store.state.kids[0].guest == Guest(values: [4]))
  }
}

/// A second composition that is equal to `guestOfTree`.
private let byHandOnKid = guestReducer.optional()
  .pullback(state: \Tree.guest, action: /TreeAction.guest, environment: { (_: Void) in })
