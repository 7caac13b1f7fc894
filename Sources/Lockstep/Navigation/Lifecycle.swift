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
        lives.turn.heard += 1
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
  ///
  /// Like ``ChildSite/Look``, it only reads.
  @usableFromInline let keys: @Sendable (UnsafeMutableRawPointer) -> [ChildKey]
  /// Sets the state of a child that is there.
  let set: @Sendable (inout ParentState, ChildKey, State) -> Void
  let environment: @Sendable (ParentEnvironment) -> Environment
  /// Whether the effects of a child end with its state.
  let endsWithState: Bool
  /// Whether the state of a child says which child it is, so that its own reducer may make it another one.
  let isIdentified: Bool
  /// Whether the child goes only with its parent.
  let isPermanent: Bool
  let embed: @Sendable (ChildKey, Action) -> ParentAction
  /// Returns the action that takes a child away; `nil` if there is none.
  let dismissal: @Sendable (ChildKey) -> ParentAction?

  @usableFromInline
  init(
    _ site: ChildSite,
    keys: @escaping @Sendable (UnsafeMutableRawPointer) -> [ChildKey],
    set: @escaping @Sendable (inout ParentState, ChildKey, State) -> Void,
    environment: @escaping @Sendable (ParentEnvironment) -> Environment,
    endsWithState: Bool,
    isIdentified: Bool,
    isPermanent: Bool = false,
    dismissal: @escaping @Sendable (ChildKey) -> ParentAction? = { _ in nil },
    embed: @escaping @Sendable (ChildKey, Action) -> ParentAction
  ) {
    self.site = site
    self.keys = keys
    self.set = set
    self.environment = environment
    self.endsWithState = endsWithState
    self.isIdentified = isIdentified
    self.isPermanent = isPermanent
    self.dismissal = dismissal
    self.embed = embed
  }

  /// Returns a copy of the state of a child; `nil` if it is not there.
  private func copy(_ key: ChildKey, _ state: inout ParentState) -> State? {
    var copy: State?
    withUnsafeMutablePointer(to: &state) { state in
      site.look(UnsafeMutableRawPointer(state), key) { child in
        copy = child?.assumingMemoryBound(to: State.self).pointee
      }
    }
    return copy
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
        (known.stamp, known.keys) = withUnsafeMutablePointer(to: &state) { state in
          (site.membership?(UnsafeMutableRawPointer(state)), keys(UnsafeMutableRawPointer(state)))
        }
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
          life.last = copy(key, &state)
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
    let life = LifeOf<State>(in: lives.turn)
    let known = lives.at(site)
    known.lives[key] = life
    noteChange(in: lives.turn)
    let effect = call(child.begin, key, life, &state, environment, child)
    guard endsWithState, known.hasGone(key, in: lives.turn) else { return effect }
    // Its key is that of the one before, so the effects of that one would go on.
    return lift(Effect(RestartNode()), key).merged(effect)
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
    if let keys = withUnsafeMutablePointer(to: &state, { changedKeys($0, known) }) {
      let gone = Set(known.keys).subtracting(keys)
      for key in known.keys.reversed() where gone.contains(key) {
        guard let life = known.lives.removeValue(forKey: key) as? LifeOf<State> else { continue }
        known.note(gone: key, in: lives.turn)
        noteChange(in: lives.turn)
        effect = effect.merged(end(key, life, environment, child))
      }
      new = keys.filter { known.lives[$0] == nil }
      known.keys = keys
    }
    if child.hasChildren || child.hasEnding {
      for key in known.keys {
        guard let life = known.lives[key] as? LifeOf<State> else { continue }
        effect = effect.merged(call(child.settle, key, life, &state, environment, child))
      }
    }
    for key in new { effect = effect.merged(begin(key, &state, environment, lives, child)) }
    return effect
  }

  /// Returns the keys of the children that are there; `nil` if they are those that are known.
  private func changedKeys(
    _ state: UnsafeMutablePointer<ParentState>,
    _ known: Lives.Site
  ) -> [ChildKey]? {
    let stamp = site.membership?(UnsafeMutableRawPointer(state))
    if stamp != nil, stamp == known.stamp { return nil }
    known.stamp = stamp
    let keys = keys(UnsafeMutableRawPointer(state))
    return keys == known.keys ? nil : keys
  }

  private func noteChange(in turn: Lives.Turn) {
    if turn.changed != nil { turn.changed?.insert(site.path?() ?? Dump.codeName(State.self)) }
  }

  private func call(
    _ function: Lifecycle<State, Action, Environment>.Function,
    _ key: ChildKey,
    _ life: LifeOf<State>,
    _ state: inout ParentState,
    _ environment: ParentEnvironment,
    _ lifecycle: Lifecycle<State, Action, Environment>
  ) -> Effect<ParentAction, Never> {
    // A copy, because setters and observers of properties must not be called for what is only read.
    guard var child = copy(key, &state) else { return .none }
    let turn = life.below.turn
    let heard = turn.heard
    var effect = function(&child, self.environment(environment), life.below)
    if turn.heard != heard { set(&state, key, child) }
    if lifecycle.hasEnding, isPermanent == false { life.last = child }
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
    guard
      let key = key(&state), let life = lives.at(site).lives[key] as? LifeOf<State>
    else {
      return Lives.with(nil) { reduce(&state) }
    }
    // So that what the reducer changes is not copied.
    if isIdentified == false { life.last = nil }
    let result = Lives.with(life.below) { reduce(&state) }
    if isPermanent == false, let last = copy(key, &state) { life.last = last }
    return result
  }

  /// Returns the key of the only child; `nil` if it is not there.
  @usableFromInline
  func onlyKey(_ state: inout ParentState) -> ChildKey? {
    withUnsafeMutablePointer(to: &state) { keys(UnsafeMutableRawPointer($0)).first }
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
      return access.keepLast(&state, access.onlyKey) { reduce(&$0, action, environment) }
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
  /// The number of rounds of one turn after which it is no longer looked for children.
  private static var roundLimit: Int { 100 }

  private let lifecycle: Lifecycle<State, Action, Environment>
  private let lives = Lives(in: Lives.Turn())

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
    return lives.turn.heard > 0 ? effect.merged(settle(&state, environment)) : effect
  }

  /// Runs the reducer for an action, and does what follows from the states that have appeared or gone.
  @usableFromInline
  package func reduce(
    _ state: inout State,
    _ environment: Environment,
    _ body: (inout State) -> Effect<Action, Never>
  ) -> Effect<Action, Never> {
    lives.turn.number += 1
    let effect = Lives.with(lives) { body(&state) }
    return effect.merged(settle(&state, environment))
  }

  /// Looks for children that have appeared or gone, again if a parent has done something for what one has said: that may
  /// make other children appear or go.
  private func settle(
    _ state: inout State,
    _ environment: Environment
  ) -> Effect<Action, Never> {
    let turn = lives.turn
    defer { turn.changed = nil }
    var effect = Effect<Action, Never>.none
    for round in 1...Self.roundLimit {
      if round == Self.roundLimit { turn.changed = [] }
      let heard = turn.heard
      effect = effect.merged(lifecycle.settle(&state, environment, lives))
      if turn.heard == heard { return effect }
    }
    reportUnsettled(turn.changed ?? [])
    return effect
  }

  private func reportUnsettled(_ paths: Set<String>) {
    IssueReporting.reportAtStep(
      """
      Children of a state went on appearing and going away within one turn: after \(Self.roundLimit) rounds, a parent \
      still changed which children there are, because of what a child said as it appeared or went.

      Children: \(paths.sorted().joined(separator: ", "))

      The children that have appeared last may not have begun. Let 'onOutput' present nothing that says the same again \
      from 'begin' or 'ending'.
      """,
      else: CodeLocation()
    )
  }
}

/// A node that ends the effects of the child that it is embedded for, before those of another one with the same key start.
///
/// `@unchecked` like every node; see ``EffectNode``.
private final class RestartNode<Output: Sendable>: EffectNode<Output, Never>, @unchecked Sendable {
  override func run(
    _ subscriber: EffectSubscriber<Output, Never>,
    at place: EffectPlace
  ) -> EffectScope? {
    place.open { scope in
      if let position = subscriber.statePosition, position.isExact {
        scope.context.statePositions.cancelAll(at: position, but: scope)
      }
      subscriber.send(end: nil, from: scope)
    }
  }
}
