// SPDX-License-Identifier: MIT

/// The lifecycle of a composition's children, as a part of their parent's lifecycle.
///
/// The store calls it through a ``Lifecycle``, so its code is not specialized. ``ComposedChild``, which knows the
/// types, provides closures for everything that depends on the composition. A class, because each method call on a
/// structure with so many generic parameters would look up its type metadata.
@usableFromInline
final class ComposedLifecycle<
  ParentState,
  ParentAction: Sendable,
  ParentEnvironment: Sendable,
  State,
  Action: Sendable,
  Environment: Sendable
>: Sendable {
  @usableFromInline typealias ParentLifecycle =
    Lifecycle<ParentState, ParentAction, ParentEnvironment>
  @usableFromInline typealias ChildLifecycle = Lifecycle<State, Action, Environment>

  @usableFromInline let site: ChildSite
  let finder: ChildFinder
  let child: ChildLifecycle
  private let memory: ChildMemory
  let set: @Sendable (inout ParentState, ChildKey, State) -> Void
  /// Creates a child's environment from the parent's; `nil` if that also requires the parent's state.
  private let makeEnvironment: (@Sendable (ParentEnvironment) -> Environment)?
  let withEnvironment:
    @Sendable (inout ParentState, ParentEnvironment, (Environment) -> Void) -> Void
  let endsWithState: Bool
  /// Whether the child's state contains its identity, so that its own reducer can turn it into another child.
  let hasIdentity: Bool
  let isPermanent: Bool
  private let dismissesParent: Bool
  let embed: @Sendable (ChildKey, Action) -> ParentAction
  let dismissal: @Sendable (ChildKey) -> ValueNode<ParentAction, Never>?

  @usableFromInline
  init(
    _ site: ChildSite,
    _ finder: ChildFinder,
    of child: ChildLifecycle,
    set: @escaping @Sendable (inout ParentState, ChildKey, State) -> Void,
    environment: some ChildEnvironment<ParentState, ParentEnvironment, Environment>,
    endsWithState: Bool,
    hasIdentity: Bool,
    isPermanent: Bool,
    dismissesParent: Bool,
    dismissal: @escaping @Sendable (ChildKey) -> ValueNode<ParentAction, Never>?,
    embed: @escaping @Sendable (ChildKey, Action) -> ParentAction
  ) {
    self.site = site
    self.finder = finder
    memory = finder.memory
    self.child = child
    self.set = set
    makeEnvironment = environment.making
    withEnvironment = { state, parent, body in environment.with(&state, parent) { body($1) } }
    self.endsWithState = endsWithState
    self.hasIdentity = hasIdentity
    self.isPermanent = isPermanent
    self.dismissesParent = dismissesParent
    self.dismissal = dismissal
    self.embed = embed
  }

  func copy(_ key: ChildKey, _ state: inout ParentState) -> State? {
    var copy: State?
    withUnsafeMutablePointer(to: &state) { state in
      site.lookAtLocal(UnsafeMutableRawPointer(state), key) { child in
        copy = child?.assumingMemoryBound(to: State.self).pointee
      }
    }
    return copy
  }

  // MARK: Children that appear and are removed

  @usableFromInline var ofParent: ParentLifecycle {
    ParentLifecycle(
      around: child,
      shouldDismiss: question,
      mount: { [self] state, environment, lives in
        let effect = settle(&state, environment, lives)
        return dismissesParent && lives.at(site).keys.isEmpty ? effect.merged(.dismiss) : effect
      },
      settle: { [self] state, environment, lives in
        settle(&state, environment, lives)
      },
      unmount: { [self] state, environment, lives in
        guard child.hasOnUnmount else { return .none }
        let known = lives.at(site)
        var effect = Effect<ParentAction, Never>.none
        for (key, life) in zip(known.keys, known.lives).reversed() {
          guard let life else { continue }
          withUnsafeMutablePointer(to: &state) { state in
            site.lookAtLocal(UnsafeMutableRawPointer(state), key) { child in
              if let child { life.hold(child) }
            }
          }
          effect = effect.merged(unmount(key, life, &state, environment))
        }
        (known.keys, known.lives) = ([], [])
        return effect
      }
    )
  }

  private func settle(
    _ state: inout ParentState,
    _ environment: ParentEnvironment,
    _ lives: Lives
  ) -> Effect<ParentAction, Never> {
    let known = lives.at(site)
    // The fast path: the only child is still present.
    if memory.isInParent, let life = known.only {
      var effect = Effect<Action, Never>.none
      if settleInPlace(life, &state, environment, known, lives.turn, &effect) {
        return effect.node == nil ? .none : liftAll(effect, known.keys[0])
      }
    }
    return settleChanges(&state, environment, known, lives)
  }

  /// Settles the only child inside the parent's memory; returns `false` if the child was replaced or is missing.
  ///
  /// Takes a pointer, because unspecialized code runs this in each turn, and `withUnsafeMutablePointer` would call a
  /// closure.
  private func settleInPlace(
    _ life: Life,
    _ parent: UnsafeMutablePointer<ParentState>,
    _ environment: ParentEnvironment,
    _ known: Lives.Site,
    _ turn: Lives.Turn,
    _ effect: inout Effect<Action, Never>
  ) -> Bool {
    if case .stored(let offset, let optional) = memory {
      let child = UnsafeMutableRawPointer(parent) + offset
      if let optional, optional.tag(of: child) != EnumMetadata.tagOfSome { return false }
      return settle(child, life, &parent.pointee, environment, known, turn, &effect)
    }
    var isThere = false
    site.lookAtLocal(UnsafeMutableRawPointer(parent), ChildKey()) { child in
      guard let child else { return }
      isThere = settle(child, life, &parent.pointee, environment, known, turn, &effect)
    }
    return isThere
  }

  private func settle(
    _ child: UnsafeMutableRawPointer,
    _ life: Life,
    _ state: inout ParentState,
    _ environment: ParentEnvironment,
    _ known: Lives.Site,
    _ turn: Lives.Turn,
    _ effect: inout Effect<Action, Never>
  ) -> Bool {
    if finder.isCompared, life.isChanged == false, life.isLast(child) { return true }
    guard finder.isKnown(child, known) else { return false }
    let (changes, notes) = (turn.changes, turn.notes)
    if self.child.settles { effect = ask(self.child.settle, child, life, &state, environment) }
    // Effects below need to be cancelled only if a child there may have been removed.
    if turn.notes != notes || life.below.knowsAll(site.children) == false {
      known.noteOnlyChanged(in: turn)
    }
    keep(child, life)
    // A parent's change in response to an output may affect the children again.
    life.isChanged = turn.changes != changes
    return true
  }

  private func settleChanges(
    _ state: inout ParentState,
    _ environment: ParentEnvironment,
    _ known: Lives.Site,
    _ lives: Lives
  ) -> Effect<ParentAction, Never> {
    let changes = withUnsafeMutablePointer(to: &state) { state in
      finder.changes(UnsafeMutableRawPointer(state), known)
    }
    guard let changes else { return .none }
    // Separate functions use less stack on each level of a tree.
    var effect = unmountAll(changes.removed, &state, environment, known, lives.turn)
    effect = effect.merged(settleAll(changes.changed, &state, environment, known, lives.turn))
    if dismissesParent, known.keys.isEmpty { effect = effect.merged(.dismiss) }
    return effect.merged(mountAll(changes.new, &state, environment, known, lives))
  }

  private func unmountAll(
    _ removed: [(key: ChildKey, life: Life)],
    _ state: inout ParentState,
    _ environment: ParentEnvironment,
    _ known: Lives.Site,
    _ turn: Lives.Turn
  ) -> Effect<ParentAction, Never> {
    var effect = Effect<ParentAction, Never>.none
    for (key, life) in removed {
      known.note(removed: key, in: turn)
      noteChange(in: turn)
      effect = effect.merged(unmount(key, life, &state, environment))
    }
    return effect
  }

  private func settleAll(
    _ changed: [Int],
    _ state: inout ParentState,
    _ environment: ParentEnvironment,
    _ known: Lives.Site,
    _ turn: Lives.Turn
  ) -> Effect<ParentAction, Never> {
    var effect = Effect<ParentAction, Never>.none
    let isAsked = child.settles || finder.isCompared || child.hasOnUnmount
    for index in changed {
      guard let life = known.lives[index] else { continue }
      known.note(changed: known.keys[index], in: turn)
      life.isChanged = false
      if isAsked {
        effect = effect.merged(call(child.settle, known.keys[index], life, &state, environment))
      }
    }
    return effect
  }

  private func mountAll(
    _ new: [Int],
    _ state: inout ParentState,
    _ environment: ParentEnvironment,
    _ known: Lives.Site,
    _ lives: Lives
  ) -> Effect<ParentAction, Never> {
    var effect = Effect<ParentAction, Never>.none
    for index in new {
      effect = effect.merged(mount(at: index, &state, environment, known, lives))
    }
    return effect
  }

  private func mount(
    at index: Int,
    _ state: inout ParentState,
    _ environment: ParentEnvironment,
    _ known: Lives.Site,
    _ lives: Lives
  ) -> Effect<ParentAction, Never> {
    let key = known.keys[index]
    let life = LifeOf<State>(
      below: Lives(in: lives.turn, sameAs: site.isWhole ? lives : nil)
    )
    known.lives[index] = life
    let wasRemoved = known.hasRemoved(key, in: lives.turn)
    known.note(changed: key, in: lives.turn)
    noteChange(in: lives.turn)
    let effect = call(child.mount, key, life, &state, environment)
    guard endsWithState, wasRemoved else { return effect }
    // The new child has the key of the removed child, whose effects would otherwise continue.
    return lift(Effect(RestartNode()), key).merged(effect)
  }

  private func noteChange(in turn: Lives.Turn) {
    if turn.changed != nil { turn.changed?.insert(site.path?() ?? Dump.codeName(State.self)) }
  }

  private func call(
    _ function: ChildLifecycle.Function,
    _ key: ChildKey,
    _ life: Life,
    _ state: inout ParentState,
    _ environment: ParentEnvironment
  ) -> Effect<ParentAction, Never> {
    let changes = life.below.turn.changes
    let effect =
      memory.isInParent
      ? callInPlace(function, key, life, &state, environment)
      : callOnCopy(function, key, life, &state, environment)
    life.isChanged = life.below.turn.changes != changes
    return effect.node == nil ? .none : liftAll(effect, key)
  }

  // Separate functions, so that the first does not look up types that only the others need.

  private func callInPlace(
    _ function: ChildLifecycle.Function,
    _ key: ChildKey,
    _ life: Life,
    _ state: inout ParentState,
    _ environment: ParentEnvironment
  ) -> Effect<Action, Never> {
    var effect = Effect<Action, Never>.none
    withUnsafeMutablePointer(to: &state) { state in
      site.lookAtLocal(UnsafeMutableRawPointer(state), key) { child in
        guard let child else { return }
        effect = ask(function, child, life, &state.pointee, environment)
        keep(child, life)
      }
    }
    return effect
  }

  private func ask(
    _ function: ChildLifecycle.Function,
    _ child: UnsafeMutableRawPointer,
    _ life: Life,
    _ state: inout ParentState,
    _ environment: ParentEnvironment
  ) -> Effect<Action, Never> {
    let child = child.assumingMemoryBound(to: State.self)
    if let makeEnvironment {
      return function(&child.pointee, makeEnvironment(environment), life.below)
    }
    var effect = Effect<Action, Never>.none
    withEnvironment(&state, environment) { effect = function(&child.pointee, $0, life.below) }
    return effect
  }

  @inline(never)
  private func callOnCopy(
    _ function: ChildLifecycle.Function,
    _ key: ChildKey,
    _ life: Life,
    _ state: inout ParentState,
    _ environment: ParentEnvironment
  ) -> Effect<Action, Never> {
    // A copy, because reading must not call setters or property observers.
    guard var child = copy(key, &state) else { return .none }
    let changes = life.below.turn.changes
    var effect = Effect<Action, Never>.none
    withEnvironment(&state, environment) { effect = function(&child, $0, life.below) }
    if life.below.turn.changes != changes { set(&state, key, child) }
    withUnsafeMutablePointer(to: &child) { keep(UnsafeMutableRawPointer($0), life) }
    return effect
  }

  @inline(never)
  private func liftAll(
    _ effect: Effect<Action, Never>,
    _ key: ChildKey
  ) -> Effect<ParentAction, Never> {
    guard effect.node?.hasOutputs == true, let dismissal = dismissal(key) else {
      return lift(effect, key)
    }
    var effect = effect
    let isDismissed = effect.takeDismissal()
    let lifted = lift(effect, key)
    return isDismissed ? lifted.merged(.dismissal(dismissal.value, of: key, at: site)) : lifted
  }

  private func keep(_ child: UnsafeMutableRawPointer, _ life: Life) {
    if finder.isCompared || (isPermanent == false && self.child.hasOnUnmount) { life.hold(child) }
  }

  private func unmount(
    _ key: ChildKey,
    _ life: Life,
    _ state: inout ParentState,
    _ environment: ParentEnvironment
  ) -> Effect<ParentAction, Never> {
    guard child.hasOnUnmount else { return .none }
    var effect = Effect<Action, Never>.none
    unsafeDowncast(life, to: LifeOf<State>.self).takeLast { last in
      withEnvironment(&state, environment) { effect = child.unmount(&last, $0, life.below) }
    }
    return lift(effect, key).departing(by: dismissal(key)?.value)
  }

  private func lift(
    _ effect: Effect<Action, Never>,
    _ key: ChildKey
  ) -> Effect<ParentAction, Never> {
    guard effect.node != nil else { return .none }
    return effect.embedded(
      at: site,
      key: key,
      endsWithState: endsWithState,
      dismissal: dismissal(key)
    ) { [embed] in
      embed(key, $0)
    }
  }
}

extension Effect where Failure == Never {
  /// Returns the effect with `action` as the dismissing action of each output that has none.
  fileprivate func departing(by action: Output?) -> Self {
    guard let action, node?.hasOutputs == true else { return self }
    var outputs: [EffectNode<Output, Never>] = []
    let rest = taking { node in
      outputs.append(
        node.dismissingAction == nil ? OutputNode(node.output, dismissingAction: action) : node
      )
      return true
    }
    return Self.merge(outputs.map { Self($0) }).merged(rest)
  }
}

/// A node that cancels the effects of a removed child before those of a new child with the same key start.
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
