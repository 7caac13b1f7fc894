// SPDX-License-Identifier: MIT

/// The lifecycle of the children of a composition, as a part of the lifecycle of their parent.
///
/// It mounts, settles and unmounts children as they appear, change and are removed. The store calls it through a
/// ``Lifecycle``, so its code is not specialized: what depends on the kind of composition are closures, which
/// ``ComposedChild`` makes where the types are known. It is a class because each call of a method of a structure with
/// so many types would look up the type of that structure.
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
  /// Sets the state of a child that is present.
  let set: @Sendable (inout ParentState, ChildKey, State) -> Void
  /// Makes the environment of a child, if that takes nothing but the environment of the parent.
  private let makeEnvironment: (@Sendable (ParentEnvironment) -> Environment)?
  /// Calls a function with the environment of a child, given the state and the environment of the parent.
  let withEnvironment:
    @Sendable (inout ParentState, ParentEnvironment, (Environment) -> Void) -> Void
  /// Whether the effects of a child end with its state.
  let endsWithState: Bool
  /// Whether the state of a child says which child it is, so that its own reducer may make it another one.
  let hasIdentity: Bool
  /// Whether the child is removed only with its parent.
  let isPermanent: Bool
  /// Whether the parent asks to be dismissed while the child is missing.
  private let dismissesParent: Bool
  let embed: @Sendable (ChildKey, Action) -> ParentAction
  /// Returns the action that dismisses a child; `nil` if there is none.
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

  /// Returns a copy of the state of a child; `nil` if it is not there.
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

  /// The part of the parent's lifecycle that is about these children.
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
    // Most often, the only child is still there.
    if memory.isInParent, let life = known.only {
      var effect = Effect<Action, Never>.none
      if settleInPlace(life, &state, environment, known, lives.turn, &effect) {
        return effect.node == nil ? .none : liftAll(effect, known.keys[0])
      }
    }
    return settleChanges(&state, environment, known, lives)
  }

  /// Asks the only child in the memory of the parent's state; returns `false` if another child is there, or none.
  ///
  /// Takes a pointer, because unspecialized code runs this in each turn: `withUnsafeMutablePointer` would call a
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

  /// Settles the child at an address; returns `false` if another child has taken its place.
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
    // Effects below may have to end only if a child there may have been removed.
    if turn.notes != notes || life.below.knowsAll(site.children) == false {
      known.noteOnlyChanged(in: turn)
    }
    keep(child, life)
    // A change that a parent makes for an output may concern the children again.
    life.isChanged = turn.changes != changes
    return true
  }

  /// Does what follows from any change of the children.
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
    // Functions of their own, which need little of the stack on each level of a tree.
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
    // The new child has the same key as the removed one, so the effects of the removed one would continue.
    return lift(Effect(RestartNode()), key).merged(effect)
  }

  private func noteChange(in turn: Lives.Turn) {
    if turn.changed != nil { turn.changed?.insert(site.path?() ?? Dump.codeName(State.self)) }
  }

  /// Calls a function of a child, and returns its effect as one of the parent.
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
    // A change that a parent makes for an output may concern the children again.
    life.isChanged = life.below.turn.changes != changes
    return effect.node == nil ? .none : liftAll(effect, key)
  }

  // Functions of their own, so that the first needs no types that only the others do.

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

  /// Calls a function of a child with its state in memory.
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
    // A copy, because setters and observers of properties must not be called for a read.
    guard var child = copy(key, &state) else { return .none }
    let changes = life.below.turn.changes
    var effect = Effect<Action, Never>.none
    withEnvironment(&state, environment) { effect = function(&child, $0, life.below) }
    if life.below.turn.changes != changes { set(&state, key, child) }
    withUnsafeMutablePointer(to: &child) { keep(UnsafeMutableRawPointer($0), life) }
    return effect
  }

  /// Returns the effect of a child as one of the parent, with the dismissal that the child may ask for.
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

  /// Holds the state of a child, if it is compared or needed when the child is removed.
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
  /// Returns the effect with the action that would have taken the sender away, for outputs that have none.
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

/// A node that ends the effects of the child that it is embedded for, before those of another one with the same key
/// start.
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
