// SPDX-License-Identifier: MIT

extension Reducer {
  /// Runs the reducer as that of a child, unless the sender of the action is another one, the place of which this one
  /// has taken.
  @inlinable
  func reduceChild(
    _ state: inout State,
    _ action: Action,
    _ environment: Environment,
    at site: ChildSite,
    _ identity: ChildIdentity<State>,
    _ turn: inout ChildTurn
  ) -> Effect<Action, Never> {
    if let sender = SenderPlace.take(at: site) {
      return reduceChild(&state, action, environment, sentBy: sender, identity, &turn)
    }
    let effect = reduce(&state, action, environment)
    if effect.node != nil { turn.child = identity.id(of: &state) }
    return effect
  }

  @inlinable
  func reduceChild(
    _ state: inout State,
    _ action: Action,
    _ environment: Environment,
    sentBy sender: SenderPlace,
    _ identity: ChildIdentity<State>,
    _ turn: inout ChildTurn
  ) -> Effect<Action, Never> {
    let child = identity.id(of: &state)
    guard sender.identity == child else {
      turn.problem = sender.identity.map { replacement(of: $0, by: child) }
      return .none
    }
    let effect = sender.reducingChild { reduce(&state, action, environment) }
    if effect.node != nil { turn.child = identity.id(of: &state) }
    return effect
  }
}

/// The result of an action for a child that has an identity, apart from its effect.
@usableFromInline
struct ChildTurn {
  /// The identity of the child that the effect belongs to.
  @usableFromInline var child: CancellationID?
  /// The problem with an action whose sender is another child.
  @usableFromInline var problem: String?
  /// Whether there is no child.
  @usableFromInline var isMissing = false

  @inlinable
  init() {}
}
