// SPDX-License-Identifier: MIT

/// The functions of a reducer that are called when a state appears and when it goes away: those of the reducer itself,
/// and those of the children that are composed with it.
@usableFromInline
package final class Lifecycle<State, Action: Sendable, Environment: Sendable>: Sendable {
  @usableFromInline typealias Function =
    @Sendable (inout State, Environment, Lives) -> Effect<Action, Never>

  /// Called when the state has appeared.
  let begin: Function
  /// Called at the end of each turn, to find the children that have appeared or gone.
  let settle: Function
  /// Called when the state has gone, with the state as it was last.
  let end: Function
  /// Whether any function is ever called: a reducer that refers to itself does not know that while it is made.
  let hasHooks: Bool
  /// Whether there are last words.
  @usableFromInline let hasEnding: Bool
  /// Whether children have to be looked for.
  let hasChildren: Bool

  init(
    hasHooks: Bool,
    hasEnding: Bool,
    hasChildren: Bool,
    begin: @escaping Function,
    settle: @escaping Function,
    end: @escaping Function
  ) {
    self.begin = begin
    self.settle = settle
    self.end = end
    self.hasHooks = hasHooks
    self.hasEnding = hasEnding
    self.hasChildren = hasChildren
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
      hasChildren: all.contains(where: \.hasChildren),
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
        lives.hasHeard = true
        return hear(effect, &state, environment)
      }
    }
    // A reducer whose state has gone hears nothing any more.
    return Lifecycle(
      hasHooks: hasHooks,
      hasEnding: hasEnding,
      hasChildren: hasChildren,
      begin: hearing(begin),
      settle: hearing(settle),
      end: end
    )
  }
}

/// The way from a parent to a child, or to the children of a list, that may appear and go away.
@usableFromInline
struct ChildAccess<
  ParentState,
  ParentAction: Sendable,
  ParentEnvironment: Sendable,
  State,
  Action: Sendable,
  Environment: Sendable
>: Sendable {
  @usableFromInline typealias ParentLifecycle =
    Lifecycle<ParentState, ParentAction, ParentEnvironment>

  @usableFromInline let site: ChildSite
  /// Returns the children that are there, in their order.
  @usableFromInline let keys: @Sendable (inout ParentState) -> [ChildKey]
  /// Returns a number that stays the same only if the keys do.
  let stamp: (@Sendable (inout ParentState) -> UInt64)?
  /// Changes the state of a child in place; returns whether it is there.
  let visit: @Sendable (inout ParentState, ChildKey, (inout State) -> Void) -> Bool
  let environment: @Sendable (ParentEnvironment) -> Environment
  /// Whether the effects of a child end with its state.
  let endsWithState: Bool
  /// Whether the state of a child says which child it is, so that its own reducer may make it another one.
  let isIdentified: Bool
  let embed: @Sendable (ChildKey, Action) -> ParentAction
  /// Returns the action that takes a child away; `nil` if there is none.
  let dismissal: @Sendable (ChildKey) -> ParentAction?

  @usableFromInline
  init(
    _ site: ChildSite,
    keys: @escaping @Sendable (inout ParentState) -> [ChildKey],
    stamp: (@Sendable (inout ParentState) -> UInt64)? = nil,
    visit: @escaping @Sendable (inout ParentState, ChildKey, (inout State) -> Void) -> Bool,
    environment: @escaping @Sendable (ParentEnvironment) -> Environment,
    endsWithState: Bool,
    isIdentified: Bool,
    dismissal: @escaping @Sendable (ChildKey) -> ParentAction? = { _ in nil },
    embed: @escaping @Sendable (ChildKey, Action) -> ParentAction
  ) {
    self.site = site
    self.keys = keys
    self.stamp = stamp
    self.visit = visit
    self.environment = environment
    self.endsWithState = endsWithState
    self.isIdentified = isIdentified
    self.dismissal = dismissal
    self.embed = embed
  }

  // MARK: Children that appear and go

  /// Returns the lifecycle of the parent.
  @usableFromInline
  func lifecycle(of child: Lifecycle<State, Action, Environment>?) -> ParentLifecycle? {
    guard let child else { return nil }
    return ParentLifecycle(
      hasHooks: child.hasHooks,
      hasEnding: child.hasEnding,
      hasChildren: true,
      begin: { state, environment, lives in
        let known = lives.at(site)
        known.stamp = stamp?(&state)
        known.keys = keys(&state)
        var effect = Effect<ParentAction, Never>.none
        for key in known.keys {
          effect = effect.merged(begin(key, &state, environment, lives, child))
        }
        return effect
      },
      settle: { state, environment, lives in settle(&state, environment, lives, child) },
      end: { state, environment, lives in
        let known = lives.at(site)
        var effect = Effect<ParentAction, Never>.none
        for key in known.keys.reversed() {
          guard let life = known.lives.removeValue(forKey: key) as? LifeOf<State> else { continue }
          _ = visit(&state, key) { life.last = $0 }
          effect = effect.merged(end(key, life, environment, child))
        }
        known.keys = []
        return effect
      }
    )
  }

  private func begin(
    _ key: ChildKey,
    _ state: inout ParentState,
    _ environment: ParentEnvironment,
    _ lives: Lives,
    _ child: Lifecycle<State, Action, Environment>
  ) -> Effect<ParentAction, Never> {
    let life = LifeOf<State>()
    lives.at(site).lives[key] = life
    return call(child.begin, key, life, &state, environment, lives, keepsLast: child.hasEnding)
  }

  private func settle(
    _ state: inout ParentState,
    _ environment: ParentEnvironment,
    _ lives: Lives,
    _ child: Lifecycle<State, Action, Environment>
  ) -> Effect<ParentAction, Never> {
    let known = lives.at(site)
    var effect = Effect<ParentAction, Never>.none
    var new: [ChildKey] = []
    let stamp = stamp?(&state)
    if stamp == nil || stamp != known.stamp {
      known.stamp = stamp
      let keys = keys(&state)
      if keys != known.keys {
        let gone = Set(known.keys).subtracting(keys)
        for key in known.keys.reversed() where gone.contains(key) {
          guard let life = known.lives.removeValue(forKey: key) as? LifeOf<State> else { continue }
          effect = effect.merged(end(key, life, environment, child))
        }
        new = keys.filter { known.lives[$0] == nil }
        known.keys = keys
      }
    }
    if child.hasChildren || child.hasEnding {
      for key in known.keys {
        guard let life = known.lives[key] as? LifeOf<State> else { continue }
        effect = effect.merged(
          call(child.settle, key, life, &state, environment, lives, keepsLast: child.hasEnding)
        )
      }
    }
    for key in new { effect = effect.merged(begin(key, &state, environment, lives, child)) }
    return effect
  }

  private func call(
    _ function: Lifecycle<State, Action, Environment>.Function,
    _ key: ChildKey,
    _ life: LifeOf<State>,
    _ state: inout ParentState,
    _ environment: ParentEnvironment,
    _ lives: Lives,
    keepsLast: Bool
  ) -> Effect<ParentAction, Never> {
    var effect = Effect<Action, Never>.none
    life.last = nil
    _ = visit(&state, key) { child in
      effect = function(&child, self.environment(environment), life.below)
      if keepsLast { life.last = child }
    }
    if life.below.hasHeard {
      life.below.hasHeard = false
      lives.hasHeard = true
    }
    guard effect.node != nil else { return .none }
    let dismissal = dismissal(key)
    let isDismissed = dismissal != nil && effect.takeDismissal()
    let lifted = lift(effect, key)
    guard isDismissed, let dismissal else { return lifted }
    return lifted.merged(.dismissal(dismissal, of: key, at: site))
  }

  private func end(
    _ key: ChildKey,
    _ life: LifeOf<State>,
    _ environment: ParentEnvironment,
    _ child: Lifecycle<State, Action, Environment>
  ) -> Effect<ParentAction, Never> {
    guard child.hasEnding, var last = life.last.take() else { return .none }
    return lift(child.end(&last, self.environment(environment), life.below), key)
      .departing(by: dismissal(key))
  }

  private func lift(
    _ effect: Effect<Action, Never>,
    _ key: ChildKey
  ) -> Effect<ParentAction, Never> {
    effect.embedded(
      at: site,
      key: key,
      endsWithState: endsWithState,
      dismissal: dismissal(key).map { ValueNode($0) }
    ) { [embed] in
      embed(key, $0)
    }
  }

  // MARK: Turns of children

  /// Runs a reducer that changes a child, and keeps the state that it leaves: a parent may take it away in the same turn.
  @usableFromInline
  func keepLast(
    _ state: inout ParentState,
    _ key: (inout ParentState) -> ChildKey?,
    _ reduce: (inout ParentState) -> Effect<ParentAction, Never>
  ) -> Effect<ParentAction, Never> {
    guard let lives = Lives.current else { return reduce(&state) }
    let known = lives.at(site)
    guard
      let key = key(&state), let life = known.lives[key] as? LifeOf<State>,
      visit(&state, key, { _ in })
    else {
      return Lives.with(nil) { reduce(&state) }
    }
    // So that what the reducer changes is not copied.
    if isIdentified == false { life.last = nil }
    let result = Lives.with(life.below) { reduce(&state) }
    _ = visit(&state, key) { life.last = $0 }
    return result
  }
}

extension Reducer {
  /// Returns the same reducer, which keeps the state of the child that it leads to if the child has last words.
  @usableFromInline
  func keepingLast<ChildState, ChildAction, ChildEnvironment>(
    _ access: ChildAccess<
      State, Action, Environment, ChildState, ChildAction, ChildEnvironment
    >?,
    where isForChild: @escaping @Sendable (Action) -> Bool
  ) -> Self {
    guard let access, lifecycle?.hasEnding == true else { return self }
    return Self(gate: gate, sites: sites, lifecycle: lifecycle) { state, action, environment in
      guard isForChild(action) else { return reduce(&state, action, environment) }
      return access.keepLast(&state) { state in
        access.keys(&state).first
      } _: { state in
        reduce(&state, action, environment)
      }
    }
  }
}

extension Effect where Failure == Never {
  /// Returns the effect with the action that would have taken the speaker away, for words that have none.
  fileprivate func departing(by action: Output?) -> Self {
    guard let action, node?.hasWords == true else { return self }
    var words: [EffectNode<Output, Never>] = []
    let rest = hearing { node in
      words.append(node.departure == nil ? WordNode(node.word, departure: action) : node)
      return true
    }
    return Self.merge(words.map { Self($0) }).merged(rest)
  }
}

/// The lifecycle of a reducer in a store: the children that are there.
///
/// Isolation: that of the store.
@usableFromInline
package final class StoreLife<State, Action: Sendable, Environment: Sendable> {
  private let lifecycle: Lifecycle<State, Action, Environment>
  private let lives = Lives()

  private init(_ lifecycle: Lifecycle<State, Action, Environment>) {
    self.lifecycle = lifecycle
  }

  /// Returns `nil` if the reducer has nothing to do when states appear and go away.
  @usableFromInline
  package static func of(_ reducer: Reducer<State, Action, Environment>) -> StoreLife? {
    guard let lifecycle = reducer.lifecycle, lifecycle.hasHooks else { return nil }
    return StoreLife(lifecycle)
  }

  /// Returns the effects with which the first state begins.
  @usableFromInline
  package func begin(_ state: inout State, _ environment: Environment) -> Effect<Action, Never> {
    let effect = lifecycle.begin(&state, environment, lives)
    return lives.hasHeard ? effect.merged(settle(&state, environment)) : effect
  }

  /// Runs the reducer for an action, and does what follows from the states that have appeared or gone.
  @usableFromInline
  package func reduce(
    _ state: inout State,
    _ environment: Environment,
    _ body: (inout State) -> Effect<Action, Never>
  ) -> Effect<Action, Never> {
    let effect = Lives.with(lives) { body(&state) }
    return effect.merged(settle(&state, environment))
  }

  /// Looks for children that have appeared or gone, again if a parent has done something for what one has said.
  ///
  /// What a parent does may make a child appear or go, and so on; other code has to ensure that this ends.
  private func settle(
    _ state: inout State,
    _ environment: Environment
  ) -> Effect<Action, Never> {
    var effect = Effect<Action, Never>.none
    for _ in 0..<100 {
      lives.hasHeard = false
      effect = effect.merged(lifecycle.settle(&state, environment, lives))
      if lives.hasHeard == false { break }
    }
    return effect
  }
}
