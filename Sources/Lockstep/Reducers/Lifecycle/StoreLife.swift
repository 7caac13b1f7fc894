// SPDX-License-Identifier: MIT

/// The lifecycle of a store's reducer, and the children that are present.
///
/// Isolation: the store's actor.
@usableFromInline
package final class StoreLife<State, Action: Sendable, Environment: Sendable> {
  /// The number of rounds after which a turn stops looking for children.
  private static var roundLimit: Int { 100 }

  @usableFromInline let lifecycle: Lifecycle<State, Action, Environment>
  @usableFromInline package let lives = Lives(in: Lives.Turn())

  private init(_ lifecycle: Lifecycle<State, Action, Environment>) {
    self.lifecycle = lifecycle
  }

  @usableFromInline
  package static func of(_ reducer: Reducer<State, Action, Environment>) -> StoreLife? {
    guard let lifecycle = reducer.lifecycle, lifecycle.hasHooks else { return nil }
    return StoreLife(lifecycle)
  }

  @usableFromInline
  package func mount(_ state: inout State, _ environment: Environment) -> Effect<Action, Never> {
    let effect = lifecycle.mount(&state, environment, lives)
    return lives.turn.changes > 0 ? effect.merged(settle(&state, environment)) : effect
  }

  /// Runs the reducer for an action, then mounts and unmounts the children that it added and removed.
  @inlinable
  package func reduce(
    _ state: inout State,
    _ environment: Environment,
    _ body: (inout State) -> Effect<Action, Never>
  ) -> Effect<Action, Never> {
    lives.turn.number += 1
    let outer = Lives.beginReducing(lives)
    let effect = body(&state)
    Lives.endReducing(to: outer)
    return effect.merged(settle(&state, environment))
  }

  @inlinable
  func settle(
    _ state: inout State,
    _ environment: Environment
  ) -> Effect<Action, Never> {
    let turn = lives.turn
    let changes = turn.changes
    let effect = lifecycle.settle(&state, environment, lives)
    return turn.changes == changes ? effect : settleAgain(&state, environment, effect)
  }

  /// Repeats the search after a parent has handled an output, which may add or remove children.
  @usableFromInline
  func settleAgain(
    _ state: inout State,
    _ environment: Environment,
    _ effect: Effect<Action, Never>
  ) -> Effect<Action, Never> {
    let turn = lives.turn
    defer { turn.changed = nil }
    var effect = effect
    for round in 2...Self.roundLimit {
      if round == Self.roundLimit { turn.changed = [] }
      let changes = turn.changes
      effect = effect.merged(lifecycle.settle(&state, environment, lives))
      if turn.changes == changes { return effect }
    }
    reportUnsettled(turn.changed ?? [])
    return effect
  }

  private func reportUnsettled(_ paths: Set<String>) {
    IssueReporting.reportAtStep(
      """
      Children kept appearing and being removed within one turn.

      Children: \(paths.sorted().joined(separator: ", "))

      After \(Self.roundLimit) rounds, a parent still added or removed children in response to outputs of 'onMount' or \
      'onUnmount'. 'onMount' of the last children may not have run. Do not present a child in 'onOutput' that sends the same output \
      again from 'onMount' or 'onUnmount'.
      """,
      else: CodeLocation()
    )
  }
}
