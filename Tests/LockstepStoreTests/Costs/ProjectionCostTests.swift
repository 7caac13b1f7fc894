// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTesting
import Testing

/// Reading through a scope costs one projection, and sending through it costs one embedding.
///
/// A scope without readers costs nothing.
@Suite @MainActor struct ProjectionCostTests {
  private struct State: Equatable {
    var leaf = 0
    var other = 0
  }

  private enum Action: Sendable {
    case leaf
    case other
  }

  /// The number of projections and embeddings of each scope.
  private final class Counts {
    var projections: [Int]
    var embeddings: [Int]

    init(scopes: Int) {
      projections = Array(repeating: 0, count: scopes)
      embeddings = projections
    }

    /// Returns the counts since the last call.
    func take() -> (projections: [Int], embeddings: [Int]) {
      defer {
        projections = projections.map { _ in 0 }
        embeddings = projections
      }
      return (projections, embeddings)
    }
  }

  private func makeStores(scopes: Int) -> (Store<State, Action>, Store<Int, Action>, Counts) {
    let counts = Counts(scopes: scopes)
    let root = Store<State, Action>(
      initialState: State(),
      reducer: Reducer { state, action, _ in
        switch action {
        case .leaf: state.leaf += 1
        case .other: state.other += 1
        }
        return .none
      },
      environment: ()
    )
    var leaf: Store<Int, Action> = root.scope(
      state: { state in
        counts.projections[0] += 1
        return state.leaf
      },
      action: { (action: Action) in
        counts.embeddings[0] += 1
        return action
      }
    )
    for index in 1..<scopes {
      leaf = leaf.scope(
        state: { state in
          counts.projections[index] += 1
          return state
        },
        action: { (action: Action) in
          counts.embeddings[index] += 1
          return action
        }
      )
    }
    return (root, leaf, counts)
  }

  private let none = [0, 0, 0, 0, 0]
  private let once = [1, 1, 1, 1, 1]

  @Test func `sending through five scopes embeds five times`() {
    let (root, leaf, counts) = makeStores(scopes: 5)
    leaf.send(.leaf)
    #expect(counts.take() == (none, once))
    root.send(.leaf)
    #expect(counts.take() == (none, none))
  }

  @Test func `scopes without observers are not read`() {
    let (root, leaf, counts) = makeStores(scopes: 5)
    for _ in 0..<10 { root.send(.leaf) }
    #expect(counts.take() == (none, none))
    withExtendedLifetime(leaf) {}
  }

  @Test func `an observed scope is read once in a turn`() {
    let (root, leaf, counts) = makeStores(scopes: 5)
    var seen: [Int] = []
    let observation = leaf.observe { state, _ in seen.append(state) }
    #expect(counts.take() == (once, none))
    root.send(.leaf)
    #expect(counts.take() == (once, none))
    root.send(.other)
    #expect(counts.take() == (once, none))
    leaf.send(.leaf)
    #expect(counts.take() == (once, once))
    #expect(seen == [0, 1, 2])
    observation.cancel()
    root.send(.leaf)
    #expect(counts.take() == (none, none))
  }

  @Test(arguments: [100, 1_000, 10_000])
  func `a scope's cost does not grow with its siblings`(siblings: Int) {
    let (root, leaf, counts) = makeStores(scopes: 5)
    let others = (0..<siblings).map { _ in root.scope(state: \.other) }
    let observation = leaf.observe { _, _ in }
    _ = counts.take()
    root.send(.leaf)
    #expect(counts.take() == (once, none))
    withExtendedLifetime((others, observation)) {}
  }
}
