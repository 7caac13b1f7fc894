// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// An action visits only the reducers on its path.
@Suite @MainActor struct VisitCostTests {
  // MARK: A tree of three levels

  private struct Node<Child: Equatable>: Equatable {
    var a: Child
    var b: Child
    var c: Child

    init(_ child: Child) {
      a = child
      b = child
      c = child
    }
  }

  private enum NodeAction<Child: Sendable>: Sendable {
    case a(Child)
    case b(Child)
    case c(Child)
  }

  private typealias Visits = Recorder<[String]>

  private func leaf(_ visits: Visits) -> Reducer<Int, Int, String> {
    Reducer { state, action, path in
      visits.update { $0.append("\(path) ran") }
      state += action
      return .none
    }
  }

  /// Combines three copies of a child, whose environment is the path from the root.
  private func node<Child, ChildAction>(
    _ child: Reducer<Child, ChildAction, String>,
    _ visits: Visits
  ) -> Reducer<Node<Child>, NodeAction<ChildAction>, String> {
    func enter(_ name: String) -> @Sendable (String) -> String {
      { path in
        visits.update { $0.append("\(path)\(name)") }
        return path + name
      }
    }
    return .combine(
      child.pullback(state: \.a, action: /NodeAction.a, environment: enter("a")),
      child.pullback(state: \.b, action: /NodeAction.b, environment: enter("b")),
      child.pullback(state: \.c, action: /NodeAction.c, environment: enter("c"))
    )
  }

  @Test func `an action visits one node on each level`() {
    let visits = Visits([])
    let store = Store(
      initialState: Node(Node(Node(0))),
      reducer: node(node(node(leaf(visits), visits), visits), visits),
      environment: ""
    )
    store.send(.b(.c(.a(1))))
    #expect(visits.value == ["b", "bc", "bca", "bca ran"])
    visits.set([])
    store.send(.a(.a(.c(1))))
    #expect(visits.value == ["a", "aa", "aac", "aac ran"])
    var expected = Node(Node(Node(0)))
    expected.b.c.a = 1
    expected.a.a.c = 1
    #expect(store.state == expected)
  }

  // MARK: Many siblings

  /// A parent that counts reads and writes of its child.
  private struct Parent: Equatable {
    final class Visits {
      var reads = 0
      var writes = 0
    }

    let visits: Visits
    private var stored = 0

    init(_ visits: Visits) {
      self.visits = visits
    }

    var child: Int {
      get {
        visits.reads += 1
        return stored
      }
      set {
        visits.writes += 1
        stored = newValue
      }
    }

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.stored == rhs.stored
    }
  }

  private enum Action: Sendable {
    case mine(Int)
    case others(Int)
  }

  @Test(arguments: [0, 100, 10_000])
  func `an action visits only one of many siblings`(siblings: Int) {
    let visits = Visits([])
    let accesses = Parent.Visits()
    let child = leaf(visits)
    let other = child.pullback(
      state: \Parent.child,
      action: /Action.others,
      environment: { (path: String) in "\(path) others" }
    )
    let mine = child.pullback(
      state: \Parent.child,
      action: /Action.mine,
      environment: { (path: String) in "\(path) mine" }
    )
    let others = Array(repeating: other, count: siblings / 2)
    let store = Store(
      initialState: Parent(accesses),
      reducer: .combine(others + [mine] + others),
      environment: "root"
    )
    store.send(.mine(1))
    #expect(visits.value == ["root mine ran"])
    #expect([accesses.reads, accesses.writes] == [1, 1])
  }
}
