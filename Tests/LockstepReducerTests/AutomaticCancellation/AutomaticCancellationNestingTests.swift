// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// A tree whose nodes have every kind of child, so that any two can be nested.
private struct Node: Identifiable, Equatable, Sendable {
  enum Route: Equatable, Sendable {
    case none
    indirect case node(Node)
  }

  var id = 0
  var guest = Guest()
  var plain: [Node] = []
  var optional: [Node]?
  var route = Route.none
  var nodes: IdentifiedArrayOf<Node> = []
  var named: [String: Node] = [:]
  var visits = 0
  var form = ""

  /// The only element of a list that stands for a value that would be a part of itself.
  var boxed: Node {
    get { plain.first ?? Node(id: -1) }
    set { plain = [newValue] }
  }
}

private indirect enum NodeAction: Sendable {
  case guest(GuestAction)
  case plain(NodeAction)
  case optional(NodeAction)
  case route(NodeAction)
  case node(id: Int, action: NodeAction)
  case named(String, NodeAction)
  case own(Numbers)
  case set(@Sendable (inout Node) -> Void)
  case form(BindingAction<Node>)
}

private typealias NodeReducer = Reducer<Node, NodeAction, Void>

private let leafReducer = NodeReducer.combine(
  guestReducer.pullback(state: \.guest, action: /NodeAction.guest),
  NodeReducer { state, action, _ in
    state.visits += 1
    switch action {
    case .set(let change):
      change(&state)
      return .none
    case .own(let effect):
      return effect.map { .guest(.value($0)) }
    default:
      return .none
    }
  }
)

/// A way to nest a node in another node.
private struct Level: Sendable, CustomStringConvertible {
  let description: String
  let embed: @Sendable (NodeAction) -> NodeAction
  /// Inserts a node.
  let put: @Sendable (inout Node, Node) -> Void
  let child: @Sendable (Node) -> Node?
  /// Removes the node, or `nil` if the node always exists.
  let remove: (@Sendable (inout Node) -> Void)?
  let compose: @Sendable (NodeReducer) -> NodeReducer

  static let all = [plain, optional, optionalPath, route, node, named]

  static let plain = Self(
    description: "plain",
    embed: NodeAction.plain,
    put: { $0.boxed = $1 },
    child: { $0.plain.first },
    remove: nil,
    compose: { $0.pullback(state: \.boxed, action: /NodeAction.plain) }
  )

  static let optional = Self(
    description: "optional",
    embed: NodeAction.optional,
    put: { $0.optional = [$1] },
    child: { $0.optional?.first },
    remove: { $0.optional = nil },
    compose: { reducer in
      reducer
        .pullback(
          state: \[Node][0],
          action: CasePath<NodeAction, NodeAction>.`self`,
          environment: { (environment: Void) in environment }
        )
        .optional()
        .pullback(state: \.optional, action: /NodeAction.optional)
    }
  )

  static let optionalPath = Self(
    description: "optional path",
    embed: NodeAction.optional,
    put: { $0.optional = [$1] },
    child: { $0.optional?.first },
    remove: { $0.optional = nil },
    compose: { reducer in
      reducer.pullback(
        state: OptionalPath(\Node.optional).appending(path: \.[0]),
        action: /NodeAction.optional
      )
    }
  )

  static let route = Self(
    description: "case",
    embed: NodeAction.route,
    put: { $0.route = .node($1) },
    child: { (/Node.Route.node).extract(from: $0.route) },
    remove: { $0.route = .none },
    compose: { reducer in
      reducer
        .pullback(
          state: /Node.Route.node,
          action: CasePath<NodeAction, NodeAction>.`self`,
          environment: { (environment: Void) in environment }
        )
        .pullback(state: \.route, action: /NodeAction.route)
    }
  )

  static let node = Self(
    description: "element",
    embed: { .node(id: 7, action: $0) },
    put: { node, child in
      var child = child
      child.id = 7
      node.nodes = [Node(id: 6), child]
    },
    child: { $0.nodes[id: 7] },
    remove: { $0.nodes.remove(id: 7) },
    compose: { $0.forEach(state: \.nodes, action: /NodeAction.node) }
  )

  static let named = Self(
    description: "value",
    embed: { .named("Blob", $0) },
    put: { $0.named["Blob"] = $1 },
    child: { $0.named["Blob"] },
    remove: { $0.named["Blob"] = nil },
    compose: { $0.forEach(state: \.named, action: /NodeAction.named) }
  )
}

extension Reducer {
  /// This reducer, run by a closure on the same state.
  fileprivate func counting(_ count: Recorder<Int>) -> Self {
    Self(around: self) { state, action, environment, run in
      count.update { $0 += 1 }
      return run(&state, action, environment)
    }
  }
}

/// A wrapper of a reducer.
private struct Wrapping: Sendable, CustomStringConvertible {
  let description: String
  let wrap: @Sendable (NodeReducer) -> NodeReducer

  static let all = [
    Self(description: "combine") { .combine(NodeReducer { _, _, _ in .none }, $0, .empty) },
    Self(description: "combined twice") { .combine(.combine($0, .empty), .empty) },
    Self(description: "onChange") { $0.onChange(of: \.visits) { _, _, _, _ in .none } },
    Self(description: "filter") { $0.filter { _, _ in true } },
    Self(description: "binding") { $0.binding(action: /NodeAction.form) },
    Self(description: "debug") { $0.debug { _ in } },
    Self(description: "around") { $0.counting(Recorder(0)) },
    Self(description: "around twice") { $0.counting(Recorder(0)).counting(Recorder(0)) },
    Self(description: "around a combine") { .combine(.empty, $0).counting(Recorder(0)) },
    Self(description: "an operator in a closure") { reducer in
      NodeReducer(around: reducer) { state, action, environment, run in
        .concatenate(
          .fireAndForget {},
          run(&state, action, environment).handleEvents()
        )
      }
    },
  ]
}

@Suite struct AutomaticCancellationNestingTests {
  /// The levels below a root, and the state with a node on each.
  private func state(_ levels: ArraySlice<Level>) -> Node {
    var node = Node()
    if let level = levels.first { level.put(&node, state(levels.dropFirst())) }
    return node
  }

  private func makeStore(
    _ levels: [Level],
    _ wrap: (NodeReducer) -> NodeReducer = { $0 }
  ) -> ManualStore<Node, NodeAction> {
    let reducer = levels.reversed().reduce(leafReducer) { reducer, level in
      .combine(wrap(level.compose(reducer)), leafReducer)
    }
    return ManualStore(initialState: state(levels[...]), reducer: reducer, environment: ())
  }

  private func action(
    _ levels: some BidirectionalCollection<Level>,
    _ action: NodeAction
  )
    -> NodeAction
  {
    levels.reversed().reduce(action) { $1.embed($0) }
  }

  private func value(_ levels: [Level], _ root: Node) -> [Int]? {
    levels.reduce(Optional(root)) { node, level in node.flatMap(level.child) }?.guest.values
  }

  /// Starts an effect at each level, removes the state of one level, and expects that the effects below it are
  /// cancelled.
  private func check(_ levels: [Level], _ wrap: (NodeReducer) -> NodeReducer = { $0 }) {
    for removed in levels.indices {
      guard let remove = levels[removed].remove else { continue }
      let issues = withReportedIssues {
        let around = Surroundings()
        let store = makeStore(levels, wrap)
        for depth in 0...levels.count {
          store.send(action(levels.prefix(depth), .guest(.start(around.callback))))
        }
        store.send(.set { _ in })
        #expect(around.cancelled.value == 0)
        store.send(action(levels.prefix(removed), .set(remove)))
        #expect(around.cancelled.value == levels.count - removed)
        around.subject.send(3)
        store.send(.set { _ in })
        for depth in 0...removed {
          #expect(value(Array(levels.prefix(depth)), store.store.state) == [3])
        }
      }
      #expect(issues == [])
    }
  }

  @Test(arguments: Level.all, Level.all)
  private func `removing a state cancels the effects below it on two levels`(
    first: Level,
    second: Level
  ) {
    check([first, second])
  }

  @Test(arguments: Level.all)
  private func `removing a state cancels the effects below it through a level of any kind`(
    level: Level
  ) {
    check([.optional, level, .node])
    check([.plain, level, .plain, .named, .plain])
    check([.node, .route, level, .optional])
  }

  @Test(arguments: Wrapping.all)
  private func `removing a state cancels the effects below it through a wrapper`(wrapping: Wrapping)
  {
    check([.optional], wrapping.wrap)
    check([.node, .plain, .route], wrapping.wrap)
  }

  @Test(arguments: Wrapping.all, Wrapping.all)
  private func `removing a state cancels the effects below it through two wrappers`(
    first: Wrapping,
    second: Wrapping
  ) {
    check([.optional, .node]) { first.wrap(second.wrap($0)) }
  }

  // MARK: Recursion

  private static let treeReducer = NodeReducer.recursive { reducer in
    .combine(
      reducer.forEach(state: \.nodes, action: /NodeAction.node),
      reducer.pullback(state: /Node.Route.node, action: .`self`)
        .pullback(state: \.route, action: /NodeAction.route),
      leafReducer
    )
  }

  @Test func `removing a node keeps the effects of an outer node with the same id`() {
    let store = ManualStore(
      initialState: state([.node, .node, .node]),
      reducer: Self.treeReducer,
      environment: ()
    )
    let around = Surroundings()
    for depth in 0...3 {
      store.send(
        action(Array(repeating: Level.node, count: depth), .guest(.start(around.callback)))
      )
    }
    store.send(action([.node], .set { $0.nodes = [] }))
    #expect(around.cancelled.value == 2)
    around.subject.send(1)
    store.send(.set { $0.nodes = [] })
    #expect(around.cancelled.value == 3)
    #expect(store.store.state.guest == Guest(values: [1]))
  }

  @Test func `effects of a tree end when the optional above it becomes nil`() {
    let store = makeStore([.optional, .node, .route]) { _ in
      Level.optional.compose(Self.treeReducer)
    }
    let around = Surroundings()
    store.send(action([.optional, .node, .route], .guest(.start(around.callback))))
    store.send(action([.optional, .node], .set { $0.form = "changed" }))
    #expect(around.cancelled.value == 0)
    store.send(.set { $0.optional = nil })
    #expect(around.cancelled.value == 1)
  }

  @Test func `an effect of a reducer that runs itself on the same state ends with its state`() {
    let reducer = NodeReducer.recursive { reducer in
      .combine(
        NodeReducer(around: reducer) { state, action, environment, run in
          guard case .plain(let action) = action else { return .none }
          return run(&state, action, environment)
        },
        Level.optional.compose(leafReducer),
        leafReducer
      )
    }
    let store = ManualStore(
      initialState: state([.optional]),
      reducer: reducer,
      environment: ()
    )
    let around = Surroundings()
    store.send(.plain(.plain(.optional(.guest(.start(around.callback))))))
    store.send(.set { _ in })
    #expect(around.cancelled.value == 0)
    store.send(.set { $0.optional = nil })
    #expect(around.cancelled.value == 1)
  }
}
