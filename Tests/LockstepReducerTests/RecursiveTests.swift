// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

private struct Node: Identifiable, Equatable, Sendable {
  let id: Int
  var count = 0
  /// The number of times that the reducer ran on this node or its descendants.
  var visits = 0
  var children: IdentifiedArrayOf<Node> = []
}

private indirect enum NodeAction: Equatable, Sendable {
  case child(id: Int, action: NodeAction)
  case add(Int)
  case addLater(Int)
  case append(Int)

  /// Returns the action for the node at a path of ids.
  static func at(_ path: some BidirectionalCollection<Int>, _ action: NodeAction) -> NodeAction {
    path.reversed().reduce(action) { .child(id: $1, action: $0) }
  }
}

private let nodeReducer = Reducer<Node, NodeAction, Int>.recursive { nodeReducer in
  .combine(
    nodeReducer.forEach(state: \.children, action: /NodeAction.child),
    ownReducer
  )
}

/// The same, as a function that runs the reducer itself.
private let nodeFunction = Reducer<Node, NodeAction, Int>.recursive { reducer in
  Reducer { state, action, environment in
    guard case .child(let id, let action) = action else {
      return ownReducer.run(&state, action, environment)
    }
    state.visits += 1
    return state.children
      .modify(id: id) { reducer.run(&$0, action, environment) }?
      .map { .child(id: id, action: $0) } ?? .none
  }
}

private let ownReducer = Reducer<Node, NodeAction, Int> { state, action, factor in
  state.visits += 1
  switch action {
  case .child:
    return .none
  case .add(let number):
    state.count += number * factor
    return .none
  case .addLater(let number):
    return .merge(Effect(value: .add(number)), .task { .add(number * 10) })
  case .append(let id):
    state.children.append(Node(id: id))
    return .none
  }
}

@Suite struct RecursiveTests {
  private let tree = Node(
    id: 0,
    children: [Node(id: 1, children: [Node(id: 11), Node(id: 12)]), Node(id: 2)]
  )

  @Test(arguments: [nodeReducer, nodeFunction])
  private func `an action changes only the node with its path`(
    reducer: Reducer<Node, NodeAction, Int>
  ) {
    let store = ManualStore(initialState: tree, reducer: reducer, environment: 2)
    store.send(.at([1, 12], .add(5)))
    store.send(.at([1], .add(1)))
    store.send(.at([2], .append(21)))
    store.send(.at([2, 21], .add(3)))
    store.send(.add(4))
    var expected = tree
    expected.count = 8
    expected.visits = 5
    expected.children[id: 1]?.count = 2
    expected.children[id: 1]?.visits = 2
    expected.children[id: 1]?.children[id: 12] = Node(id: 12, count: 10, visits: 1)
    expected.children[id: 2]?.visits = 2
    expected.children[id: 2]?.children.append(Node(id: 21, count: 6, visits: 1))
    #expect(store.store.state == expected)
  }

  @Test(arguments: [nodeReducer, nodeFunction])
  private func `actions of a node's effects return to the node`(
    reducer: Reducer<Node, NodeAction, Int>
  ) {
    let store = ManualStore(initialState: tree, reducer: reducer, environment: 1)
    store.send(.at([1, 12], .addLater(3)))
    #expect(store.store.state.children[id: 1]?.children[id: 12]?.count == 33)
    #expect(store.store.state.visits == 3)
  }

  /// A tree with one node on each level.
  private func chain(depth: Int) -> Node {
    (0..<depth).reversed().reduce(Node(id: depth)) { child, id in
      Node(id: id, children: [child])
    }
  }

  /// The counts over all levels of such a tree.
  private func counts(_ root: Node) -> (levels: Int, visits: Int, last: Int) {
    var (levels, visits, node) = (0, root.visits, root)
    while let child = node.children.first {
      levels += 1
      visits += child.visits
      node = child
    }
    return (levels, visits, node.count)
  }

  @Test(arguments: [nodeReducer, nodeFunction])
  private func `a recursive reducer runs once on each of a thousand levels`(
    reducer: Reducer<Node, NodeAction, Int>
  ) {
    for depth in [1, 10, 100, 1_000] {
      var state = chain(depth: depth)
      let effect = reducer.run(&state, .at(Array(1...depth), .add(1)), 1)
      #expect(counts(state) == (depth, depth + 1, 1))
      #expect(picture(effect) == "|")
    }
  }

  @Test func `an effect a thousand levels deep returns to its node`() {
    let depth = 1_000
    let store = ManualStore(
      initialState: chain(depth: depth),
      reducer: nodeReducer,
      environment: 1
    )
    store.send(.at(Array(1...depth), .addLater(1)))
    #expect(counts(store.store.state) == (depth, 3 * (depth + 1), 11))
  }

  @Test func `an action for a missing node is reported once at any depth`() {
    var state = tree
    let issues = withReportedIssues {
      // An effect that is never started reports the action when it is released.
      _ = nodeReducer.run(&state, .at([1, 99, 5], .add(1)), 1)
    }
    #expect(issues.count == 1)
    #expect(
      issues.first?.message.split(separator: "\n").first?
        .hasSuffix("received an action while there was no element with the id 99.") == true
    )
  }

  // MARK: A type that contains itself

  private indirect enum Expression: Equatable, Sendable {
    case number(Int)
    case sum(Expression, Expression)
  }

  private indirect enum ExpressionAction: Equatable, Sendable {
    case left(ExpressionAction)
    case right(ExpressionAction)
    case set(Int)
  }

  @Test func `a recursive reducer runs on a tree of enums`() {
    let reducer = Reducer<Expression, ExpressionAction, Void>.recursive { reducer in
      Reducer { state, action, environment in
        switch (action, state) {
        case (.left(let action), .sum(var left, let right)):
          let effect = reducer.run(&left, action, environment)
          state = .sum(left, right)
          return effect.map(ExpressionAction.left)
        case (.right(let action), .sum(let left, var right)):
          let effect = reducer.run(&right, action, environment)
          state = .sum(left, right)
          return effect.map(ExpressionAction.right)
        case (.set(let number), _):
          state = .number(number)
          return .none
        case (.left, .number), (.right, .number):
          return .none
        }
      }
    }
    var state = Expression.sum(.number(1), .sum(.number(2), .number(3)))
    _ = reducer.run(&state, .right(.left(.set(7))), ())
    #expect(state == .sum(.number(1), .sum(.number(7), .number(3))))
  }

  // MARK: Memory

  @Test func `a recursive reducer is released after its last use`() {
    var token: Token? = Token()
    let weak = WeakToken(token: token)
    do {
      let reducer = Reducer<Int, Int, Void>.recursive { [token] reducer in
        Reducer { state, action, environment in
          withExtendedLifetime(token) { state += action }
          return action == 0 ? .none : reducer.run(&state, action - 1, environment)
        }
      }
      token = nil
      var state = 0
      _ = reducer.run(&state, 3, ())
      #expect(state == 6)
      #expect(weak.isDeallocated == false)
    }
    #expect(weak.isDeallocated)
  }

  @Test func `using a recursive reducer outside its closure is reported and does nothing`() {
    var escaped = Reducer<Int, Int, Void>.empty
    _ = Reducer<Int, Int, Void>.recursive { reducer in
      escaped = reducer
      return .empty
    }
    var state = 1
    var effect = Effect<Int, Never>.none
    let issues = withReportedIssues { effect = escaped.run(&state, 5, ()) }
    #expect(
      issues.map(\.message) == [
        """
        A recursive reducer was used after its outermost reducer was deallocated.

        Action: 5

        The action was ignored. Use the reducer that 'recursive' returns, not the reducer that its closure receives.
        """
      ]
    )
    #expect(state == 1)
    #expect(picture(effect) == "|")
  }

  @Test func `running a recursive reducer inside its closure does nothing`() {
    var state = 1
    let reducer = Reducer<Int, Int, Void>.recursive { reducer in
      _ = reducer.run(&state, 5, ())
      return Reducer { state, action, _ in
        state += action
        return .none
      }
    }
    #expect(state == 1)
    _ = reducer.run(&state, 5, ())
    #expect(state == 6)
  }
}
