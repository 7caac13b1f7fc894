// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import LockstepTesting
import Testing

/// An id that counts how many ids of its type are alive.
private final class CountedID: Hashable, Sendable {
  private let number: Int
  private let count: Recorder<Int>

  init(_ number: Int, in count: Recorder<Int>) {
    (self.number, self.count) = (number, count)
    count.update { $0 += 1 }
  }

  deinit {
    count.update { $0 -= 1 }
  }

  static func == (lhs: CountedID, rhs: CountedID) -> Bool { lhs.number == rhs.number }

  func hash(into hasher: inout Hasher) {
    hasher.combine(number)
  }
}

/// A state that presents another state of the same type.
private struct Node: Identifiable, Equatable, Sendable {
  let number: Int
  let ids: Recorder<Int>
  var values: [Int] = []
  var nodes: [Node] = []

  init(_ number: Int, ids: Recorder<Int> = Recorder(0)) {
    (self.number, self.ids) = (number, ids)
  }

  static func == (lhs: Node, rhs: Node) -> Bool {
    lhs.number == rhs.number && lhs.values == rhs.values && lhs.nodes == rhs.nodes
  }

  /// A new object each time, so that each holder has its own.
  var id: CountedID { CountedID(number, in: ids) }

  var child: Node? {
    get { nodes.first }
    set { nodes = newValue.map { [$0] } ?? [] }
  }

  /// The nodes from here to the innermost.
  var path: [Node] {
    var path = [self]
    while let child = path.last?.child { path.append(child) }
    return path
  }
}

private indirect enum NodeAction: Sendable {
  case child(PresentationAction<NodeAction>)
  case open
  case start(@Sendable () -> Effect<NodeAction, Never>)
  case value(Int)

  /// Returns the action for the node at a depth.
  func at(_ depth: Int) -> Self {
    (0..<depth).reduce(self) { action, _ in .child(.presented(action)) }
  }
}

private let nodeReducer = Reducer<Node, NodeAction, Void>.recursive { node in
  Reducer { state, action, _ in
    switch action {
    case .open: state.child = Node(state.number + 1, ids: state.ids)
    case .start(let effect): return effect()
    case .value(let value): state.values.append(value)
    case .child: break
    }
    return .none
  }
  .presenting(\.child, action: /NodeAction.child, node)
}

/// Tests effects of deeply nested children.
@Suite struct AutomaticCancellationDepthTests {
  private typealias NodeStore = ManualStore<Node, NodeAction>

  /// Returns a store with a number of nested nodes below the root.
  private static func makeStore(_ depth: Int, ids: Recorder<Int> = Recorder(0)) -> NodeStore {
    let store = NodeStore(initialState: Node(0, ids: ids), reducer: nodeReducer, environment: ())
    for depth in 0..<depth { store.send(.open.at(depth)) }
    return store
  }

  /// Starts an endless effect in each node, and returns the number of ids that the effects keep alive.
  private func keptIDs(depth: Int) -> Int {
    let ids = Recorder(0)
    let subject = Subject<NodeAction, Never>()
    let store = Self.makeStore(depth, ids: ids)
    let before = ids.value
    for depth in 0...depth { store.send(.start { subject.effect }.at(depth)) }
    let kept = ids.value - before
    store.send(.child(.dismiss))
    #expect(ids.value <= before)
    return kept
  }

  @Test func `effects of nested children share the embedders that lead to the store`() {
    let (few, many) = (keptIDs(depth: 50), keptIDs(depth: 200))
    #expect(few > 0)
    // The number grows linearly with the levels, not quadratically.
    #expect(many < 6 * few)
  }

  @Test(arguments: [1, 7, 8, 9, 19, 20, 21, 27, 28, 29, 40, 41, 60, 61, 100])
  func `the values and the completion of a nested child's effect arrive in order`(depth: Int) {
    let store = Self.makeStore(depth)
    let subject = Subject<NodeAction, Never>()
    for (depth, number) in zip([depth, depth / 2, depth], [100, 200, 300]) {
      let end = Effect<NodeAction, Never>.concatenate(
        subject.effect,
        Effect(value: .value(number)),
        .lazy { Effect(value: .value(number + 1)) }
      )
      store.send(.start { end }.at(depth))
    }
    subject.send(.value(1))
    subject.send(.value(2))
    subject.send(completion: .finished)
    store.run()
    let path = store.store.state.path
    #expect(path[depth / 2].values == (depth / 2 == depth ? [] : [1, 2, 200, 201]))
    #expect(path[depth].values == [1, 1, 2, 2, 100, 101, 300, 301])
  }

  @Test(arguments: [1, 8, 20, 21, 28, 41, 100])
  func `a nested child can dismiss itself`(depth: Int) {
    let store = Self.makeStore(depth)
    let subject = Subject<NodeAction, Never>()
    store.send(.start { .concatenate(subject.effect, .dismiss) }.at(depth))
    subject.send(.value(1))
    store.run()
    #expect(store.store.state.path.last?.values == [1])
    subject.send(completion: .finished)
    store.run()
    #expect(store.store.state.path.count == depth)
  }

  @Test(arguments: [8, 21, 41])
  func `an effect of a new child does not use the embedders of the previous child`(depth: Int) {
    let store = Self.makeStore(depth)
    let (first, second) = (Subject<NodeAction, Never>(), Subject<NodeAction, Never>())
    store.send(.start { first.effect }.at(depth))
    store.send(.child(.dismiss))
    for depth in 0..<depth { store.send(.open.at(depth)) }
    store.send(.start { second.effect }.at(depth))
    first.send(.value(1))
    second.send(.value(2))
    store.run()
    #expect(store.store.state.path.last?.values == [2])
  }

  @Test @MainActor func `effects of nested children start and end on any thread`() async {
    let store = Store(initialState: Node(0), reducer: nodeReducer, environment: ())
    for depth in 0..<30 { store.send(.open.at(depth)) }
    for round in 0..<200 {
      for depth in [30, 12, 21, 30] {
        let effect: @Sendable () -> Effect<NodeAction, Never> = {
          .task {
            await Task.yield()
            return .value(round)
          }
        }
        store.send(.start(effect).at(depth))
      }
      if round.isMultiple(of: 20) { await Task.yield() }
    }
    while store.hasRunningEffects { await Task.yield() }
    let path = store.state.path
    #expect(path[30].values.count == 400)
    #expect(path[21].values.count == 200)
    #expect(path[12].values.count == 200)
  }
}
