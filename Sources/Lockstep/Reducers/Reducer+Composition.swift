// SPDX-License-Identifier: MIT

extension Reducer {
  /// A function that finds a child's state in its parent's and changes it in place; returns whether it was
  /// there.
  @usableFromInline
  typealias Visit<ParentState, ID> =
    @Sendable (inout ParentState, ID, (inout State) -> Void) -> Bool

  /// A function that finds a child's state in its parent's, or a copy of it, for reading only; returns
  /// whether it was there.
  @usableFromInline
  typealias Look<ParentState, ID> =
    @Sendable (
      UnsafeMutablePointer<ParentState>, ID, (UnsafeMutablePointer<State>) -> Void
    ) -> Bool

  /// Returns the reducer of a parent, for all compositions whose child may be missing.
  ///
  /// - Parameters:
  ///   - toChild: How to find the state, the actions and the effects of the child.
  ///   - identity: The identity of the child, if its states can be told apart.
  ///   - toChildEnvironment: The way from the larger environment to this reducer's.
  ///   - cancelsEffects: Whether the effects of the child end with its state.
  ///   - visit: Finds the child's state in order to change it.
  ///   - isStable: Whether `look` finds the child's state where it is, rather than in a copy.
  ///   - place: The way to change the state of an only child.
  ///   - look: Finds the child's state in order to check whether it is there.
  ///   - path: The path to the child's state, for messages.
  ///   - stray: Reports an action for a child that is not there, with that path, or another problem with it.
  /// - Returns: The reducer of the parent.
  @inlinable
  func composed<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable, ID: Sendable>(
    _ toChild: ChildPath<ParentAction, ID, Action>,
    identity: ChildIdentity<State>?,
    environment toChildEnvironment: some ChildEnvironment<
      ParentState, ParentEnvironment, Environment
    >,
    cancelsEffects: Bool,
    visit: @escaping Visit<ParentState, ID>,
    isStable: Bool = false,
    place: ChildPlace = .copied,
    look: @escaping Look<ParentState, ID>,
    path: @escaping @Sendable () -> String,
    stray:
      @escaping @Sendable (
        ID, ParentAction, _ path: String, _ problem: String?
      ) -> Effect<ParentAction, Never>
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    let site = ChildSite(
      children: sites,
      membership: toChild.membership,
      isStable: isStable,
      path: path,
      extract: toChild.extractAny,
      pairing: toChildEnvironment.pairing,
      look: lookAtChild(toChild, identity, look)
    )
    let access = access(
      toChild,
      at: site,
      identity,
      environment: toChildEnvironment,
      endsWithState: cancelsEffects,
      place: place,
      visit: visit
    )
    // The elements are not noted, so neither are the parts below them.
    let isApart = lifecycle != nil && access == nil
    // Two functions, so that the common one needs little of the stack on each level of a tree.
    guard let identity else {
      return Reducer<ParentState, ParentAction, ParentEnvironment>(
        gate: toChild.gate,
        sites: SiteSet(site),
        lifecycle: access?.lifecycle
      ) { state, action, environment in
        guard let (id, childAction) = toChild.extract(action) else { return .none }
        var effect = Effect<Action, Never>.none
        let isThere = toChildEnvironment.with(&state, environment) { state, environment in
          visit(&state, id) { childState in
            effect =
              isApart
              ? Lives.apart { reduce(&childState, childAction, environment) }
              : reduce(&childState, childAction, environment)
          }
        }
        if isThere == false { return stray(id, action, path(), nil) }
        return toChild.embed(effect, of: id, nil, at: site, endsWithState: cancelsEffects)
      }
      .visiting(access) { toChild.extract($0) != nil }
    }
    return Reducer<ParentState, ParentAction, ParentEnvironment>(
      gate: toChild.gate,
      sites: SiteSet(site),
      lifecycle: access?.lifecycle
    ) { state, action, environment in
      guard let (id, childAction) = toChild.extract(action) else { return .none }
      var effect = Effect<Action, Never>.none
      var turn = ChildTurn()
      let isThere = toChildEnvironment.with(&state, environment) { state, environment in
        visit(&state, id) { childState in
          effect =
            isApart
            ? Lives.apart {
              reduceChild(&childState, childAction, environment, at: site, identity, &turn)
            }
            : reduceChild(&childState, childAction, environment, at: site, identity, &turn)
        }
      }
      if isThere == false || turn.problem != nil { return stray(id, action, path(), turn.problem) }
      return toChild.embed(effect, of: id, turn.child, at: site, endsWithState: cancelsEffects)
    }
    .visiting(access) { toChild.extract($0) != nil }
  }

  /// Returns a look at the child that a key is of.
  @usableFromInline
  func lookAtChild<ParentState, ParentAction: Sendable, ID: Sendable>(
    _ toChild: ChildPath<ParentAction, ID, Action>,
    _ identity: ChildIdentity<State>?,
    _ look: @escaping Look<ParentState, ID>
  ) -> ChildSite.Look {
    let identity = identity?.raw
    let lookAtID:
      @Sendable (
        UnsafeMutableRawPointer, ID, ChildKey, (UnsafeMutableRawPointer?) -> Void
      ) -> Void = { state, id, key, body in
        let isThere = look(state.assumingMemoryBound(to: ParentState.self), id) { child in
          let child = UnsafeMutableRawPointer(child)
          body(identity?.matches(child, key.identity) == false ? nil : child)
        }
        if isThere == false { body(nil) }
      }
    // An only child needs no id.
    if let id = toChild.id(nil) { return { lookAtID($0, id, $1, $2) } }
    return { state, key, body in
      if let id = toChild.id(key.element) { lookAtID(state, id, key, body) } else { body(nil) }
    }
  }

  /// Returns the way to an only child that may be missing, if something happens when it appears or goes away.
  @usableFromInline
  func access<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable, ID: Sendable>(
    _ toChild: ChildPath<ParentAction, ID, Action>,
    at site: ChildSite,
    _ identity: ChildIdentity<State>?,
    environment toChildEnvironment: some ChildEnvironment<
      ParentState, ParentEnvironment, Environment
    >,
    endsWithState: Bool,
    place: ChildPlace,
    visit: @escaping Visit<ParentState, ID>
  ) -> ChildAccess<
    ParentState, ParentAction, ParentEnvironment, State, Action, Environment
  >? {
    // The elements of a list have ids.
    guard let lifecycle, let id = toChild.id(nil) else { return nil }
    return ChildAccess(
      site,
      .one(identity, isCompared: toChildEnvironment.pairing == nil, place),
      of: lifecycle,
      set: { state, _, child in _ = visit(&state, id) { $0 = child } },
      environment: toChildEnvironment,
      endsWithState: endsWithState,
      isIdentified: identity != nil,
      embed: { toChild.embed(id, $1) }
    )
  }
}

/// The way from a parent's actions to a child, which may be one of many.
@usableFromInline
struct ChildPath<ParentAction: Sendable, ID: Sendable, Action: Sendable>: Sendable {
  @usableFromInline let gate: CaseGate?
  @usableFromInline let extract: @Sendable (ParentAction) -> (ID, Action)?
  @usableFromInline let embed: @Sendable (ID, Action) -> ParentAction
  /// A function that returns what distinguishes the effects of one child from those of another.
  @usableFromInline let key: @Sendable (ID) -> CancellationID?
  @usableFromInline let id: @Sendable (CancellationID?) -> ID?
  /// A number, read from the parent's state, that stays the same only if no child has been removed.
  @usableFromInline let membership: (@Sendable (UnsafeMutableRawPointer) -> UInt64)?
}

extension ChildPath {
  /// A function that returns the action of the child, for messages.
  @usableFromInline
  var extractAny: ChildSite.Extract {
    { [extract] action in (action as? ParentAction).flatMap { extract($0)?.1 } }
  }

  /// Returns the effect of a child as one of its parent.
  @inlinable
  func embed(
    _ effect: Effect<Action, Never>,
    of id: ID,
    _ identity: CancellationID?,
    at site: ChildSite,
    endsWithState: Bool
  ) -> Effect<ParentAction, Never> {
    // Most actions have no effect, and need no function that embeds it.
    if effect.node == nil { return .none }
    return effect.embedded(
      at: site,
      key: ChildKey(element: key(id), identity: identity),
      endsWithState: endsWithState
    ) {
      embed(id, $0)
    }
  }
}

extension CasePath {
  /// A function that returns the payload, for messages.
  @usableFromInline
  var extractAny: ChildSite.Extract {
    { action in (action as? Root).flatMap { extract(from: $0) } }
  }
}

extension ChildPath where ID == Void {
  /// Creates the path to an only child.
  @usableFromInline
  init(_ path: CasePath<ParentAction, Action>) {
    gate = path.gate
    extract = { action in path.extract(from: action).map { ((), $0) } }
    embed = { _, action in path.embed(action) }
    key = { _ in nil }
    id = { _ in () }
    membership = nil
  }
}

extension ChildPath where ID: Hashable {
  /// Creates the path to a child among many.
  @inlinable
  init(
    _ path: CasePath<ParentAction, (ID, Action)>,
    membership: (@Sendable (UnsafeMutableRawPointer) -> UInt64)? = nil
  ) {
    gate = path.gate
    extract = { path.extract(from: $0) }
    embed = { path.embed(($0, $1)) }
    key = { CancellationID($0) }
    id = { $0?.value(as: ID.self) }
    self.membership = membership
  }
}
