// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// Presentations within each other, on a stack of 512 KiB.
@Suite struct NavigationDepthTests {
  typealias Node = HookCostTests.Node
  typealias NodeAction = HookCostTests.NodeAction

  @Test func `a hundred nested presentations with hooks fit a small stack`() async {
    let store = await SmallStack().run { _ in
      let store = ManualStore(
        initialState: Node(levels: 100),
        reducer: HookCostTests.node(Recorder([])),
        environment: ()
      )
      store.send(NodeAction(.tap, at: 99))
      #expect(store.store.state.descendant(99)?.taps == 1)
      store.send(.tap)
      store.send(NodeAction(.child(.dismiss), at: 50))
      #expect(store.store.state.descendant(51) == nil)
      store.send(.child(.dismiss))
      return store.store.state.child == nil
    }
    #expect(store)
  }

  @Test func `a hundred nested presentations without hooks fit a small stack`() async {
    let isDismissed = await SmallStack().run { _ in
      let reducer = Reducer<Node, NodeAction, Void>.recursive { node in
        Reducer { state, action, _ in
          if case .tap = action { state.taps += 1 }
          return .none
        }
        .presenting(\.child, action: /NodeAction.child, node)
      }
      let store = ManualStore(initialState: Node(levels: 100), reducer: reducer, environment: ())
      store.send(NodeAction(.tap, at: 99))
      #expect(store.store.state.descendant(99)?.taps == 1)
      store.send(.child(.dismiss))
      return store.store.state.child == nil
    }
    #expect(isDismissed)
  }
}

extension HookCostTests.Node {
  fileprivate func descendant(_ levels: Int) -> Self? {
    var node: Self? = self
    for _ in 0..<levels { node = node?.child }
    return node
  }
}
