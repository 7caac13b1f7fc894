// SPDX-License-Identifier: MIT

/// A child of a feature, or its children of one kind: their place in the parent's state, their identity, their actions
/// and their reducer.
///
/// Each composition creates one, and derives the parent's reducer, the children's site and their lifecycle from it.
///
/// A class, because closures would copy a structure of this size for each action.
@usableFromInline
final class ComposedChild<Place: ChildPlace, Actions: ChildActions, Source: ChildEnvironment>:
  Sendable
where Place.ParentState == Source.ParentState, Place.ID == Actions.ID {
  @usableFromInline typealias State = Place.Child
  @usableFromInline typealias ID = Place.ID
  @usableFromInline typealias ParentState = Place.ParentState
  @usableFromInline typealias ParentAction = Actions.ParentAction
  @usableFromInline typealias ParentEnvironment = Source.ParentEnvironment
  @usableFromInline typealias ParentEffect = Effect<ParentAction, Never>
  @usableFromInline typealias ChildrenLifecycle =
    ComposedLifecycle<
      ParentState, ParentAction, ParentEnvironment, State, Actions.Action, Source.Environment
    >

  @usableFromInline
  let reduce:
    @Sendable (inout State, Actions.Action, Source.Environment) -> Effect<Actions.Action, Never>
  @usableFromInline
  let shouldDismiss: Lifecycle<State, Actions.Action, Source.Environment>.Question?
  @usableFromInline let place: Place
  @usableFromInline let identity: ChildIdentity<State>?
  @usableFromInline let actions: Actions
  @usableFromInline let source: Source
  @usableFromInline let endsWithState: Bool
  @usableFromInline let relation: String
  @usableFromInline let site: ChildSite
  /// Whether each child in the place has its own identity.
  @usableFromInline let isIdentified: Bool
  /// The children's lifecycle as a part of the parent's; `nil` if they have none, or if the store does not track them.
  @usableFromInline let lifecycle: ChildrenLifecycle?
  /// Whether the children have a lifecycle that the store does not track.
  @usableFromInline let isApart: Bool

  @inlinable
  init(
    _ reducer: Reducer<State, Actions.Action, Source.Environment>,
    at place: Place,
    _ identity: ChildIdentity<State>?,
    _ actions: Actions,
    _ source: Source,
    endsWithState: Bool = true,
    isWhole: Bool = false,
    dismissesParent: Bool = false,
    presenter: ChildSite.Presenter? = nil,
    _ relation: String,
    _ location: CodeLocation
  ) {
    let site = ChildSite(
      children: reducer.sites,
      // With an identity, another child can replace this one without a change of the list.
      membership: identity == nil ? place.membership : nil,
      isStable: place.isStable,
      isWhole: isWhole,
      presenter: presenter,
      location: location,
      path: place.path,
      extract: {
        ($0 as? ParentAction).flatMap { actions.extract(from: $0).map(Actions.action(of:)) }
      },
      pairing: source.pairing,
      look: place.look(identity?.raw)
    )
    reduce = reducer.reduce
    shouldDismiss = reducer.lifecycle?.shouldDismiss
    self.place = place
    self.identity = identity
    self.actions = actions
    self.source = source
    self.endsWithState = endsWithState
    self.relation = relation
    self.site = site
    isIdentified = Place.isStamped || identity != nil
    let lifecycle = reducer.lifecycle.flatMap { child in
      place.finder(site, identity?.raw, isShared: source.pairing != nil).map { finder in
        ChildrenLifecycle(
          site,
          finder,
          of: child,
          set: { state, key, child in
            guard let id = actions.id(of: key.element) else { return }
            _ = place.modify(&state, id) { $0 = child }
          },
          environment: source,
          endsWithState: endsWithState,
          hasIdentity: identity != nil,
          isPermanent: Place.isPermanent && identity == nil,
          dismissesParent: dismissesParent,
          dismissal: { key in actions.id(of: key.element).flatMap { actions.dismissal(of: $0) } },
          embed: { key, action in
            guard let id = actions.id(of: key.element) else {
              preconditionFailure("The key does not belong to a child of this site.")
            }
            return actions.embedding(of: id)(action)
          }
        )
      }
    }
    self.lifecycle = lifecycle
    isApart = reducer.lifecycle != nil && lifecycle == nil
  }

  @inlinable
  func composed() -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    let (gate, sites, ofParent) = (actions.gate, SiteSet(site), lifecycle?.ofParent)
    guard isIdentified || lifecycle != nil || isApart else {
      // Most children use this separate closure, which uses less stack on each level of a tree.
      return Reducer(gate: gate, sites: sites, lifecycle: ofParent) {
        [self, place, actions, source, reduce] state, action, environment in
        let payload: Actions.Payload
        switch actions.isForChild(action) {
        case true?:
          payload = actions.payload(of: action)
        case false?:
          return .none
        case nil:
          guard let extracted = actions.extract(from: action) else { return .none }
          payload = extracted
        }
        let (id, childAction) = (Actions.id(of: payload), Actions.action(of: payload))
        #if DEBUG
        if ChildRun.areNoted { return noted(&state, action, id, childAction, environment) }
        #endif
        var effect = Effect<Actions.Action, Never>.none
        let isThere = source.with(&state, environment) { state, environment in
          place.modify(&state, id) { effect = reduce(&$0, childAction, environment) }
        }
        if isThere == false { return unhandled(action, of: id, nil, &state) }
        return effect.node == nil ? .none : lift(effect, of: id, nil)
      }
    }
    return Reducer(gate: gate, sites: sites, lifecycle: ofParent) {
      [self, actions] state, action, environment in
      let payload: Actions.Payload
      switch actions.isForChild(action) {
      case true?:
        payload = actions.payload(of: action)
      case false?:
        return .none
      case nil:
        guard let extracted = actions.extract(from: action) else { return .none }
        payload = extracted
      }
      return run(
        &state,
        action,
        Actions.id(of: payload),
        Actions.action(of: payload),
        environment
      )
    }
  }

  @inlinable
  func run(
    _ state: inout ParentState,
    _ action: ParentAction,
    _ id: ID,
    _ childAction: Actions.Action,
    _ environment: ParentEnvironment
  ) -> ParentEffect {
    #if DEBUG
    if ChildRun.areNoted { return noted(&state, action, id, childAction, environment) }
    #endif
    return lifecycle == nil
      ? runNow(&state, action, id, childAction, environment)
      : runVisiting(&state, action, id, childAction, environment)
  }

  #if DEBUG
  @usableFromInline
  func noted(
    _ state: inout ParentState,
    _ action: ParentAction,
    _ id: ID,
    _ childAction: Actions.Action,
    _ environment: ParentEnvironment
  ) -> ParentEffect {
    func note<Child>(_ child: Child.Type) -> ParentEffect {
      ChildRun.note(of: child, site, key(of: id, &state), &state) {
        lifecycle == nil
          ? runNow(&$0, action, id, childAction, environment)
          : runVisiting(&$0, action, id, childAction, environment)
      }
    }
    return _openExistential(source.reducedType(of: State.self), do: note)
  }
  #endif

  // Not inlined, so that this rare path uses no stack on each level of a tree.
  @inlinable
  @inline(never)
  func runVisiting(
    _ state: inout ParentState,
    _ action: ParentAction,
    _ id: ID,
    _ childAction: Actions.Action,
    _ environment: ParentEnvironment
  ) -> ParentEffect {
    guard let lifecycle, let visit = lifecycle.beginVisit(place.visited(id, in: &state), &state)
    else {
      return runNow(&state, action, id, childAction, environment)
    }
    let effect = runNow(&state, action, id, childAction, environment)
    lifecycle.endVisit(visit, &state)
    if visit.screens != nil, let screen = place.visited(id, in: &state) {
      visit.note(modification: screen.modification)
    }
    return effect
  }

  @inlinable
  func runNow(
    _ state: inout ParentState,
    _ action: ParentAction,
    _ id: ID,
    _ childAction: Actions.Action,
    _ environment: ParentEnvironment
  ) -> ParentEffect {
    guard isIdentified, let sender = SenderPlace.take(at: site) else {
      return runReducer(&state, action, id, childAction, environment)
    }
    return run(for: sender, &state, action, id, childAction, environment)
  }

  /// Runs the child's reducer, unless this child has replaced the child that sent the action.
  @inlinable
  @inline(never)
  func run(
    for sender: SenderPlace,
    _ state: inout ParentState,
    _ action: ParentAction,
    _ id: ID,
    _ childAction: Actions.Action,
    _ environment: ParentEnvironment
  ) -> ParentEffect {
    if let child = place.identity(of: id, in: &state, identity), let other = sender.identity,
      child != other
    {
      return unhandled(action, of: id, Place.replacement(of: other, by: child, id), &state)
    }
    return sender.reducingChild { runReducer(&state, action, id, childAction, environment) }
  }

  @inlinable
  func runReducer(
    _ state: inout ParentState,
    _ action: ParentAction,
    _ id: ID,
    _ childAction: Actions.Action,
    _ environment: ParentEnvironment
  ) -> ParentEffect {
    if Place.isStamped { return runStamped(&state, action, id, childAction, environment) }
    var lifted = ParentEffect.none
    let isThere = source.with(&state, environment) { state, environment in
      place.modify(&state, id) { child in
        let effect = reduceChild(&child, childAction, environment)
        // Read the identity here, because a computed property may no longer contain the child later.
        if effect.node != nil { lifted = lift(effect, of: id, identity?.id(of: &child)) }
      }
    }
    return isThere ? lifted : unhandled(action, of: id, nil, &state)
  }

  /// Runs a child with a stamp, which its reducer cannot change, and reads the stamp afterward.
  @inlinable
  func runStamped(
    _ state: inout ParentState,
    _ action: ParentAction,
    _ id: ID,
    _ childAction: Actions.Action,
    _ environment: ParentEnvironment
  ) -> ParentEffect {
    var effect = Effect<Actions.Action, Never>.none
    let isThere = source.with(&state, environment) { state, environment in
      place.modify(&state, id) { effect = reduceChild(&$0, childAction, environment) }
    }
    if isThere == false { return unhandled(action, of: id, nil, &state) }
    return effect.node == nil ? .none : lift(effect, of: id, key(of: id, &state).identity)
  }

  @inlinable
  @inline(__always)
  func reduceChild(
    _ child: inout State,
    _ action: Actions.Action,
    _ environment: Source.Environment
  ) -> Effect<Actions.Action, Never> {
    isApart
      ? Lives.apart { reduce(&child, action, environment) } : reduce(&child, action, environment)
  }

  @inlinable
  func lift(
    _ effect: Effect<Actions.Action, Never>,
    of id: ID,
    _ identity: CancellationID?
  ) -> ParentEffect {
    effect.embedded(
      at: site,
      key: ChildKey(element: actions.element(of: id), identity: identity),
      endsWithState: endsWithState,
      dismissal: actions.dismissal(of: id),
      actions.embedding(of: id)
    )
  }

  @inlinable
  func key(of id: ID, _ state: inout ParentState) -> ChildKey {
    ChildKey(
      element: actions.element(of: id),
      identity: isIdentified ? place.identity(of: id, in: &state, identity) : nil
    )
  }

  /// Returns an effect that reports the action; a `problem` of `nil` means that the child is missing.
  @usableFromInline
  func unhandled(
    _ action: ParentAction,
    of id: ID,
    _ problem: String?,
    _ state: inout ParentState
  ) -> ParentEffect {
    let problem = problem ?? place.absence(of: id, in: &state)
    return .unhandled(action, problem, relation, path: site.path?(), site.location)
  }
}
