// SPDX-License-Identifier: MIT

/// The functions of a reducer that are called when a state appears and when it goes away: those of the reducer itself,
/// and those of the children that are composed with it.
@usableFromInline
package final class Lifecycle<State, Action: Sendable, Environment: Sendable>: Sendable {
  @usableFromInline typealias Function =
    @Sendable (inout State, Environment, Lives) -> Effect<Action, Never>

  /// Called when the state has appeared.
  let begin: Function
  /// Called at the end of each turn, to find the children that have appeared or gone, and the keys that have changed.
  @usableFromInline let settle: Function
  /// Called when the state has gone, with the state as it was last.
  let end: Function
  /// Whether any function is ever called: a reducer that refers to itself does not know that while it is made.
  let hasHooks: Bool
  /// Whether there are last words.
  @usableFromInline let hasEnding: Bool
  /// Whether there is anything to do at the end of each turn.
  let settles: Bool

  @usableFromInline
  init(
    hasHooks: Bool,
    hasEnding: Bool,
    settles: Bool,
    begin: @escaping Function,
    settle: @escaping Function,
    end: @escaping Function
  ) {
    self.begin = begin
    self.settle = settle
    self.end = end
    self.hasHooks = hasHooks
    self.hasEnding = hasEnding
    self.settles = settles
  }

  /// Returns the lifecycle of several reducers of the same state.
  @usableFromInline
  static func union(_ all: [Lifecycle?]) -> Lifecycle? {
    let all = all.compactMap { $0 }
    guard all.count > 1 else { return all.first }
    let merging: @Sendable (any KeyPath<Lifecycle, Function> & Sendable) -> Function = { function in
      { state, environment, lives in
        var effect = Effect<Action, Never>.none
        for lifecycle in all {
          effect = effect.merged(lifecycle[keyPath: function](&state, environment, lives))
        }
        return effect
      }
    }
    return Lifecycle(
      hasHooks: all.contains(where: \.hasHooks),
      hasEnding: all.contains(where: \.hasEnding),
      settles: all.contains(where: \.settles),
      begin: merging(\.begin),
      settle: merging(\.settle),
      end: merging(\.end)
    )
  }

  /// Returns the lifecycle of the same reducer, which also hears what the children say.
  @usableFromInline
  func hearing(
    _ hear:
      @escaping @Sendable (
        Effect<Action, Never>, inout State, Environment
      ) -> Effect<Action, Never>
  ) -> Lifecycle {
    let hearing: @Sendable (@escaping Function) -> Function = { function in
      { state, environment, lives in
        let effect = function(&state, environment, lives)
        guard effect.node?.hasWords == true else { return effect }
        lives.turn.changes += 1
        return hear(effect, &state, environment)
      }
    }
    // A reducer whose state has gone hears nothing any more.
    return Lifecycle(
      hasHooks: hasHooks,
      hasEnding: hasEnding,
      settles: settles,
      begin: hearing(begin),
      settle: hearing(settle),
      end: end
    )
  }
}
