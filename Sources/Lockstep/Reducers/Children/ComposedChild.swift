// SPDX-License-Identifier: MIT

/// A child of a feature, or its children of one kind, as a composition describes them: where they are in the parent's
/// state, which of them is which, what their actions are, and the reducer that runs for them.
///
/// Each composition makes one. The reducer of the parent, the site that effects of the children know, and the lifecycle are
/// made of it.
///
/// A class, because a structure of this size that a closure holds would be copied for each action.
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

  /// The function of the child's reducer.
  @usableFromInline
  let reduce:
    @Sendable (inout State, Actions.Action, Source.Environment) -> Effect<Actions.Action, Never>
  /// Asks a child whether it may be dismissed; `nil` if it never refuses.
  @usableFromInline
  let shouldDismiss: Lifecycle<State, Actions.Action, Source.Environment>.Question?
  @usableFromInline let place: Place
  /// The identity of a child's state, if it has one.
  @usableFromInline let identity: ChildIdentity<State>?
  @usableFromInline let actions: Actions
  @usableFromInline let source: Source
  /// Whether the effects of a child end with its state.
  @usableFromInline let endsWithState: Bool
  /// A description of the composition for messages, such as `pulled back`.
  @usableFromInline let relation: String
  @usableFromInline let site: ChildSite
  /// Whether one child can be told from another in its place.
  @usableFromInline let isIdentified: Bool
  /// The lifecycle of the children as a part of the parent's; `nil` if they have none, or the store does not note them.
  @usableFromInline let lifecycle: ChildrenLifecycle?
  /// Whether parts below the children have a lifecycle, although the store does not note the children.
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
      // A state with another identity may take the place of another one without a change of the list.
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

  /// Returns the reducer of the parent.
  @inlinable
  func composed() -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    let (gate, sites, ofParent) = (actions.gate, SiteSet(site), lifecycle?.ofParent)
    guard isIdentified || lifecycle != nil || isApart else {
      // Most children use this separate closure, which needs less of the stack on each level of a tree.
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
        // Most actions have no effect.
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

  /// Runs the child's reducer for an action; returns its effect as one of the parent.
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
  /// Runs the child's reducer for an action, and notes the run.
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

  // Not inlined, like other functions that few actions need, so that they need no stack on each level of a tree.
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

  /// Runs the child's reducer, unless the sender of the action is another child, the place of which this one has taken.
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
        // Here, because a computed property may no longer have the child when it is read again.
        if effect.node != nil { lifted = lift(effect, of: id, identity?.id(of: &child)) }
      }
    }
    return isThere ? lifted : unhandled(action, of: id, nil, &state)
  }

  /// The same for a child with a stamp, which is read from the parent's state and which a reducer of the child cannot change.
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

  /// Returns the effect of a child as one of the parent.
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

  /// Returns the key of the child with an id.
  @inlinable
  func key(of id: ID, _ state: inout ParentState) -> ChildKey {
    ChildKey(
      element: actions.element(of: id),
      identity: isIdentified ? place.identity(of: id, in: &state, identity) : nil
    )
  }

  /// Returns the effect that reports an action for a child that is not there, or for which there is another problem.
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
