// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer that also runs the reducer of a presented feature: a sheet, an editor, or a choice of these.
  ///
  /// ```swift
  /// let bookReducer = Reducer<BookState, BookAction, BookEnvironment> { state, action, _ in
  ///   guard case .editButtonTapped = action else { return .none }
  ///   state.editor = EditorState(draft: state.title)
  ///   return .none
  /// }
  /// .presenting(\.editor, action: /BookAction.editor, editorReducer.environment(\.editor))
  /// ```
  ///
  /// It presents whatever the optional state contains. For several kinds of screens, of which at most one is presented,
  /// let the state be an enum, and the reducer a combination of pullbacks along its cases.
  ///
  /// An action of the presented feature passes its reducer first, then this one, which sees the resulting state and
  /// may take it away. The state also goes away after ``PresentationAction/dismiss``, which a user interface sends or the
  /// other reducer asks for with ``Effect/dismiss``, and after the actions for which `closesAfter` returns `true`. Both
  /// reducers have run by then. What this reducer has presented in their place in that very action stays: a state with
  /// another identity, or, if states have none, one that is not equal to the one before.
  ///
  /// A request to be dismissed arrives later than the action that has asked for it, and does nothing if the feature has been
  /// removed or replaced by then. Without identities, a feature that takes the place of the other one in a single action
  /// cannot be told from it, and goes away.
  ///
  /// If an action does not reach its state, nothing is closed, even if `closesAfter` returns `true` for it.
  ///
  /// The effects of the other reducer end with the state that they belong to. An action for a state that is not there is
  /// reported; a dismissal where nothing is presented does nothing.
  ///
  /// - Parameters:
  ///   - toChild: The key path to the optional state.
  ///   - toChildID: Returns the identity of the child; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none. A state with another identity is that of another child.
  ///   - toAction: The case of the presented feature's actions.
  ///   - child: The presented feature's reducer.
  ///   - closesAfter: Returns whether the presented feature goes away after one of its actions.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer that also presents.
  /// - Complexity: O(1) for each action, plus the cost of the reducers that it is for. An action that takes the state away
  ///   compares it with the one before, unless it has an identity.
  @inlinable
  public func presenting<Child: Equatable & SendableMetatype, ChildAction: Sendable>(
    _ toChild: any WritableKeyPath<State, Child?> & Sendable,
    id toChildID: (@Sendable (Child) -> any Hashable & Sendable)? = nil,
    action toAction: CasePath<Action, PresentationAction<ChildAction>>,
    _ child: Reducer<Child, ChildAction, Environment>,
    closesAfter: @escaping @Sendable (ChildAction) -> Bool = { _ in false },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return presenting(
      child,
      SameEnvironment(),
      closesAfter,
      Presentation(toChild, ChildIdentity(toChildID), toAction, children: child.sites, location)
    )
  }

  /// Returns a reducer that also runs the reducer of a presented feature.
  @inlinable
  func presenting<
    Child: Equatable & SendableMetatype,
    ChildAction: Sendable,
    Source: ChildEnvironment<State, Environment, ChildEnvironmentValue>,
    ChildEnvironmentValue: Sendable
  >(
    _ child: Reducer<Child, ChildAction, ChildEnvironmentValue>,
    _ toChildEnvironment: Source,
    _ closesAfter: @escaping @Sendable (ChildAction) -> Bool,
    _ presentation: Presentation<State, Action, Child, ChildAction>
  ) -> Self {
    let toAction = presentation.toAction
    toAction.noteUse(at: presentation.location)
    let access = presentation.access(to: child.lifecycle, environment: toChildEnvironment)
    let reduce = presentation.presentingAlerts(reduce)
    return Self(
      gate: nil,
      sites: SiteSet.union([sites, SiteSet(presentation.site)]),
      lifecycle: .union([access?.lifecycle, lifecycle])
    ) { state, action, environment in
      // Few variables, and functions for the rest: this is on the stack once for each presentation within another.
      var childAction: ChildAction?
      guard presentation.isForChild(action, &childAction) else {
        return presentation.reduceParent(
          &state,
          action,
          environment,
          reduce,
          child.lifecycle?.shouldDismiss,
          toChildEnvironment
        )
      }
      var turn = ChildTurn()
      let effect = presentation.reduceChild(
        &state,
        childAction,
        environment,
        child,
        toChildEnvironment,
        access,
        &turn
      )
      return presentation.finish(
        effect,
        turn,
        childAction,
        &state,
        action,
        environment,
        reduce,
        closesAfter
      )
    }
  }

  /// Returns a reducer that also runs the reducer of a presented feature that needs no environment.
  @inlinable
  @_disfavoredOverload
  public func presenting<Child: Equatable & SendableMetatype, ChildAction: Sendable>(
    _ toChild: any WritableKeyPath<State, Child?> & Sendable,
    id toChildID: (@Sendable (Child) -> any Hashable & Sendable)? = nil,
    action toAction: CasePath<Action, PresentationAction<ChildAction>>,
    _ child: Reducer<Child, ChildAction, Void>,
    closesAfter: @escaping @Sendable (ChildAction) -> Bool = { _ in false },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    presenting(
      toChild,
      id: toChildID,
      action: toAction,
      child.environment { _ in },
      closesAfter: closesAfter,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns a reducer that also presents an alert or a confirmation dialog, and takes it away after any of its buttons.
  ///
  /// ```swift
  /// gameReducer.presenting(dialog: \.alert, action: /GameAction.alert)
  /// ```
  ///
  /// The actions of the buttons arrive as ``PresentationAction/presented(_:)``, and a dismissal without a button as
  /// ``PresentationAction/dismiss``. This reducer sees each while the alert is still there, and may present another one in
  /// its place, which stays.
  ///
  /// Each alert that this reducer puts into the state is a presentation with an identity of its own, even a constant that is
  /// assigned again: `store.scope(ifLet:)` and `ifLet` then show another alert. That also holds for an alert in a case of an
  /// enum of destinations, with the other form of `presenting`; not for one in an indirect case.
  ///
  /// - Parameters:
  ///   - toDialog: The key path to the alert.
  ///   - toAction: The case of the actions of the alert.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer that also presents the alert.
  /// - Complexity: As of
  ///   ``presenting(_:id:action:_:closesAfter:fileID:filePath:line:column:)-(_,_,_,Reducer<Child,ChildAction,Environment>,_,_,_,_,_)``.
  public func presenting<ButtonAction: Equatable & Sendable>(
    dialog toDialog: any WritableKeyPath<State, AlertState<ButtonAction>?> & Sendable,
    action toAction: CasePath<Action, PresentationAction<ButtonAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    presenting(
      toDialog,
      action: toAction,
      Reducer<AlertState<ButtonAction>, ButtonAction, Environment>.empty,
      closesAfter: { _ in true },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

/// The way from the state of a feature to the state that it presents.
///
/// A class, so that functions that use it need little of the stack.
@usableFromInline
final class Presentation<
  State,
  Action: Sendable,
  Child: Equatable & SendableMetatype,
  ChildAction: Sendable
>: Sendable {
  @usableFromInline let place: StatePlace<State, Child?>
  @usableFromInline let identity: ChildIdentity<Child>?
  @usableFromInline let toAction: CasePath<Action, PresentationAction<ChildAction>>
  @usableFromInline let site: ChildSite
  @usableFromInline let location: CodeLocation
  private let metadata: EnumMetadata?
  /// The identities of alerts; `nil` if the presented state contains none.
  let alerts: PresentedAlerts?
  /// The action that takes away what is presented.
  @usableFromInline let dismissal: ValueNode<Action, Never>

  @usableFromInline
  init(
    _ toChild: any WritableKeyPath<State, Child?> & Sendable,
    _ identity: ChildIdentity<Child>?,
    _ toAction: CasePath<Action, PresentationAction<ChildAction>>,
    children: SiteSet?,
    pairing: ChildSite.Pairing? = nil,
    _ location: CodeLocation
  ) {
    let place = StatePlace(toChild)
    let optional = EnumMetadata(Child?.self)
    let extract: ChildSite.Extract = { action in
      guard let action = action as? Action,
        case .presented(let childAction) = toAction.extract(from: action)
      else { return nil }
      return childAction
    }
    let path: @Sendable () -> String = { toChild.text }
    self.place = place
    self.identity = identity
    self.toAction = toAction
    self.location = location
    metadata = optional
    alerts = PresentedAlerts(in: Child.self)
    dismissal = ValueNode(toAction.embed(.dismiss))
    site = ChildSite(
      children: children,
      isStable: place.offset >= 0,
      presenter: ChildSite.Presenter(toChild, "presenting", location),
      path: path,
      extract: extract,
      pairing: pairing,
      look: StatePlace.look(place.offset < 0 ? nil : place.offset, toChild) {
        [identity = identity?.raw] child, key, body in
        // A value that is not `nil` is stored where the optional is.
        let isThere =
          optional?.tag(of: child) == EnumMetadata.tagOfSome
          && identity?.matches(child, key.identity) != false
        body(isThere ? child : nil)
      }
    )
  }

  /// Returns the key of the presented feature; `nil` if nothing is presented.
  @usableFromInline
  func key(_ state: inout State) -> ChildKey? {
    place.look(in: &state) { key(of: $0.pointee) }
  }

  private func key(of child: Child?) -> ChildKey? {
    guard var child else { return nil }
    return ChildKey(identity: identity?.id(of: &child))
  }

  /// Returns whether an action is one of the presented feature, and which.
  @inlinable
  func isForChild(_ action: Action, _ childAction: inout ChildAction?) -> Bool {
    guard case .presented(let presented) = toAction.extract(from: action) else { return false }
    childAction = presented
    return true
  }

  /// Runs this feature's reducer for an action of its own, or for a dismissal.
  @inlinable
  func reduceParent<Source: ChildEnvironment, ChildEnvironmentValue>(
    _ state: inout State,
    _ action: Action,
    _ environment: Source.ParentEnvironment,
    _ reduce: (inout State, Action, Source.ParentEnvironment) -> Effect<Action, Never>,
    _ shouldDismiss: Lifecycle<Child, ChildAction, ChildEnvironmentValue>.Question?,
    _ source: Source
  ) -> Effect<Action, Never>
  where Source.ParentState == State, Source.Environment == ChildEnvironmentValue {
    guard case .dismiss = toAction.extract(from: action) else {
      return reduce(&state, action, environment)
    }
    return dismissing(&state) { state in
      guard let shouldDismiss else { return true }
      return source.with(&state, environment) { state, environment in
        place.modifyInMemory(&state) { child in
          guard isPresented(child) else { return true }
          return shouldDismiss(&child.assumingMemoryBound(to: Child.self).pointee, environment)
        }
      }
    } reduce: {
      reduce(&$0, action, environment)
    }
  }

  /// Runs the presented feature's reducer.
  @inlinable
  func reduceChild<Source: ChildEnvironment, ChildEnvironmentValue>(
    _ state: inout State,
    _ action: ChildAction?,
    _ environment: Source.ParentEnvironment,
    _ child: Reducer<Child, ChildAction, ChildEnvironmentValue>,
    _ source: Source,
    _ access: ChildAccess<
      State, Action, Source.ParentEnvironment, Child, ChildAction, ChildEnvironmentValue
    >?,
    _ turn: inout ChildTurn
  ) -> Effect<ChildAction, Never>
  where Source.ParentState == State, Source.Environment == ChildEnvironmentValue {
    let visit = access?.beginVisit(&state)
    let effect = source.with(&state, environment) { state, environment in
      place.modifyInMemory(&state) { reduceChild($0, action, environment, child, &turn) }
    }
    if let access, let visit { access.endVisit(visit, &state) }
    return effect
  }

  /// Runs the presented feature's reducer on the value of an optional, where that is.
  @inlinable
  func reduceChild<ChildEnvironmentValue>(
    _ optional: UnsafeMutableRawPointer,
    _ action: ChildAction?,
    _ environment: ChildEnvironmentValue,
    _ child: Reducer<Child, ChildAction, ChildEnvironmentValue>,
    _ turn: inout ChildTurn
  ) -> Effect<ChildAction, Never> {
    guard isPresented(optional), let action else {
      turn.isMissing = true
      return .none
    }
    // A value that is not `nil` is stored where the optional is.
    let state = optional.assumingMemoryBound(to: Child.self)
    guard let identity else { return child.reduce(&state.pointee, action, environment) }
    return child.reduceChild(&state.pointee, action, environment, at: site, identity, &turn)
  }

  /// Returns whether an optional has a value.
  @usableFromInline
  func isPresented(_ optional: UnsafeMutableRawPointer) -> Bool {
    metadata?.tag(of: optional) == EnumMetadata.tagOfSome
  }

  /// Returns the effect of the presented feature's reducer as one of this feature, and does what this feature does for the
  /// action.
  @inlinable
  func finish<Environment>(
    _ childEffect: Effect<ChildAction, Never>,
    _ turn: ChildTurn,
    _ childAction: ChildAction?,
    _ state: inout State,
    _ action: Action,
    _ environment: Environment,
    _ reduce: (inout State, Action, Environment) -> Effect<Action, Never>,
    _ closesAfter: (ChildAction) -> Bool
  ) -> Effect<Action, Never> {
    guard let childAction else { return reduce(&state, action, environment) }
    var effect = Effect<Action, Never>.none
    var asker: ChildKey?
    if turn.isMissing || turn.problem != nil {
      let problem = turn.problem ?? "its state was 'nil'"
      effect = .stray(action, problem, "presented", path: site.path?(), location)
    } else if let node = childEffect.node {
      effect = lift(childEffect, turn.child)
      if node.hasWords, effect.takeDismissal() { asker = key(&state) }
    }
    // An action that has reached no child closes none.
    guard closesAfter(childAction) == false || effect.hasStrayAction else {
      return effect.merged(closing(&state) { reduce(&$0, action, environment) })
    }
    effect = effect.merged(reduce(&state, action, environment))
    return asker.map { effect.merged(dismissal(of: $0, &state)) } ?? effect
  }

  /// Returns the effect of the presented feature's reducer as one of this feature, apart from requests to be dismissed.
  @inlinable
  func lift(
    _ effect: Effect<ChildAction, Never>,
    _ identity: CancellationID?
  ) -> Effect<Action, Never> {
    effect.embedded(
      at: site,
      key: ChildKey(identity: identity),
      endsWithState: true,
      dismissal: dismissal
    ) { [toAction] in
      toAction.embed(.presented($0))
    }
  }

  /// Runs this feature's reducer, and then removes the presented child, unless the action was meant for another one.
  ///
  /// If the child refuses, neither happens.
  @usableFromInline
  func dismissing(
    _ state: inout State,
    shouldDismiss: (inout State) -> Bool,
    reduce: (inout State) -> Effect<Action, Never>
  ) -> Effect<Action, Never> {
    if identity != nil, let sender = SenderPlace.take(at: site),
      key(&state)?.identity != sender.identity
    {
      return reduce(&state)
    }
    return shouldDismiss(&state) ? closing(&state, reduce) : .none
  }

  /// Runs this feature's reducer, and then takes away what was presented before.
  @usableFromInline
  func closing(
    _ state: inout State,
    _ reduce: (inout State) -> Effect<Action, Never>
  ) -> Effect<Action, Never> {
    guard let key = key(&state) else { return reduce(&state) }
    // With an identity, the state itself makes no difference.
    let presented = identity == nil ? place.look(in: &state) { $0.pointee } : nil
    let alert = alertID(&state)
    let effect = reduce(&state)
    guard self.key(&state) == key, alertID(&state) == alert else { return effect }
    place.modify(&state) { child in
      // A state that is not even equal to itself, because of a NaN, is taken for the same.
      if presented == nil || child == presented || presented != presented { child = nil }
    }
    return effect
  }

  /// Returns the effect that dismisses a child that has asked for it; none if the child has gone already.
  @usableFromInline
  func dismissal(of asker: ChildKey, _ state: inout State) -> Effect<Action, Never> {
    key(&state) == asker ? .dismissal(dismissal.value, of: asker, at: site) : .none
  }

  @usableFromInline
  func access<Environment, ChildEnvironmentValue>(
    to lifecycle: Lifecycle<Child, ChildAction, ChildEnvironmentValue>?,
    environment: some ChildEnvironment<State, Environment, ChildEnvironmentValue>
  ) -> ChildAccess<State, Action, Environment, Child, ChildAction, ChildEnvironmentValue>? {
    guard let lifecycle else { return nil }
    return ChildAccess(
      site,
      .one(identity, isCompared: environment.pairing == nil, place.childPlace(metadata)),
      of: lifecycle,
      set: { [place] state, _, child in place.modify(&state) { $0 = child } },
      environment: environment,
      endsWithState: true,
      isIdentified: identity != nil,
      dismissal: { [dismissal] _ in dismissal.value },
      embed: { [toAction] in toAction.embed(.presented($1)) }
    )
  }
}
