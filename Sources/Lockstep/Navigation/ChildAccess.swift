// SPDX-License-Identifier: MIT

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
  /// Calls a function with the environment of a child, given the state and the environment of the parent.
  private let withEnvironment:
    @Sendable (inout ParentState, ParentEnvironment, (Environment) -> Void) -> Void
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
    environment: some ChildEnvironment<ParentState, ParentEnvironment, Environment>,
    endsWithState: Bool,
    isIdentified: Bool,
    isPermanent: Bool = false,
    dismissal: @escaping @Sendable (ChildKey) -> ParentAction? = { _ in nil },
    embed: @escaping @Sendable (ChildKey, Action) -> ParentAction
  ) {
    self.site = site
    self.keys = keys
    self.set = set
    withEnvironment = { state, parent, body in environment.with(&state, parent) { body($1) } }
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
      settles: true,
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
          effect = effect.merged(end(key, life, &state, environment, child))
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
        effect = effect.merged(end(key, life, &state, environment, child))
      }
      new = keys.filter { known.lives[$0] == nil }
      known.keys = keys
    }
    if child.settles || child.hasEnding {
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
    // A copy, because setters and observers of properties must not be called for a read.
    guard var child = copy(key, &state) else { return .none }
    let turn = life.below.turn
    let changes = turn.changes
    var effect = Effect<Action, Never>.none
    withEnvironment(&state, environment) { effect = function(&child, $0, life.below) }
    if turn.changes != changes { set(&state, key, child) }
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
    _ state: inout ParentState,
    _ environment: ParentEnvironment,
    _ child: Lifecycle<State, Action, Environment>
  ) -> Effect<ParentAction, Never> {
    guard child.hasEnding, var last = life.last.take() else { return .none }
    var effect = Effect<Action, Never>.none
    withEnvironment(&state, environment) { effect = child.end(&last, $0, life.below) }
    return lift(effect, key).departing(by: dismissal(key))
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
    let rest = taking { node in
      words.append(node.departure == nil ? WordNode(node.word, departure: action) : node)
      return true
    }
    return Self.merge(words.map { Self($0) }).merged(rest)
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
