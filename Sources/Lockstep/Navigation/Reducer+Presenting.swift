// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer that also runs the reducer of a presented feature, such as a sheet or an editor.
  ///
  /// ```swift
  /// enum Book {
  ///   static let reducer = Reducer<State, Action, Environment>.withoutEffects { state, action in
  ///     guard case .editButtonTapped = action else { return }
  ///     state.editor = Editor.State(draft: state.title)
  ///   }
  ///   .presenting(\.editor, action: /Action.editor, Editor.reducer.environment(\.editor))
  /// }
  /// ```
  ///
  /// The feature is presented while the optional state is not `nil`. To present one of several kinds of screens, use an
  /// enum as the state, and combine pullbacks along its cases.
  ///
  /// An action of the presented feature runs the presented reducer first. This reducer runs next. It sees the resulting
  /// state and may set it to `nil`. After both, the state is set to `nil` if `closesAfter` returns `true` for the
  /// action, or if the action is ``PresentationAction/dismiss``. A user interface sends that action, or the presented
  /// feature requests it with ``Effect/dismiss``. If this reducer makes a new presentation in the same action, the new
  /// presentation stays. A state with another identity is a new presentation. If states have no identity, a state that
  /// does not equal the previous one is.
  ///
  /// An alert in a case of the presented state is also set to `nil` after an action of one of its buttons, unless the
  /// case is indirect.
  ///
  /// A request to be dismissed takes effect after the action that requested it, and does nothing if the feature has
  /// been removed or replaced by then. Without identities, a feature that replaces the requesting one in a single
  /// action is indistinguishable from it, and is dismissed.
  ///
  /// If an action does not reach its state, the presentation stays, even if `closesAfter` returns `true`.
  ///
  /// Removing the state cancels the effects of the presented reducer. An action for missing state is reported. A
  /// dismissal does nothing if nothing is presented.
  ///
  /// - Parameters:
  ///   - toChild: The key path to the optional state.
  ///   - toChildID: Returns the identity of the child. By default, this is the `id` of an `Identifiable` state; other
  ///     states have no identity. A state with another identity belongs to another child.
  ///   - toAction: The case of the presented feature's actions.
  ///   - child: The presented feature's reducer.
  ///   - closesAfter: Returns whether to dismiss the presented feature after one of its actions.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The combined reducer.
  /// - Complexity: O(1) for each action, plus the cost of the reducers that handle it. If states have no identity, an
  ///   action that removes the state also compares it with the previous one.
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
      Presentation(
        child,
        toChild,
        ChildIdentity(toChildID),
        toAction,
        SameEnvironment(),
        closesAfter,
        location
      )
    )
  }

  @inlinable
  func presenting<
    Child: Equatable & SendableMetatype,
    ChildAction: Sendable,
    Source: ChildEnvironment
  >(
    _ presentation: Presentation<Action, Child, ChildAction, Source>
  ) -> Self where Source.ParentState == State, Source.ParentEnvironment == Environment {
    let reduce = presentation.presentingAlerts(reduce)
    return Self(
      gate: nil,
      sites: SiteSet.union([sites, SiteSet(presentation.child.site)]),
      lifecycle: .union([presentation.child.lifecycle?.ofParent, lifecycle])
    ) { state, action, environment in
      // This frame is on the stack once per nested presentation, so keep variables few and do the work in functions.
      var childAction: ChildAction?
      guard presentation.isForChild(action, &childAction) else {
        return presentation.reduceParent(&state, action, environment, reduce)
      }
      let effect = presentation.reduceChild(&state, action, childAction, environment)
      return presentation.finish(effect, childAction, &state, action, environment, reduce)
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

  /// Returns a reducer that also presents an alert or a confirmation dialog, and removes it after an action of any
  /// button.
  ///
  /// ```swift
  /// Game.reducer.presenting(dialog: \.alert, action: /Game.Action.alert)
  /// ```
  ///
  /// Actions of the buttons arrive as ``PresentationAction/presented(_:)``. A dismissal without a button arrives as
  /// ``PresentationAction/dismiss``. This reducer sees each action before the alert is removed. If it presents another
  /// alert in place of the current one, the new alert stays.
  ///
  /// Each alert that this reducer assigns to the state is a separate presentation with its own identity, even if it
  /// assigns the same constant again. `store.scope(ifLet:)` and `ifLet` then show a new alert. The same applies to
  /// alerts in cases of a destination enum with the other form of `presenting`, unless the case is indirect.
  ///
  /// - Parameters:
  ///   - toDialog: The key path to the alert.
  ///   - toAction: The case of the actions of the alert.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The combined reducer.
  /// - Complexity: The same as
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
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

@usableFromInline
struct PresentedActions<ParentAction: Sendable, Action: Sendable>: ChildActions {
  @usableFromInline let path: CasePath<ParentAction, PresentationAction<Action>>
  @usableFromInline let dismissal: ValueNode<ParentAction, Never>

  @usableFromInline
  init(_ path: CasePath<ParentAction, PresentationAction<Action>>, at location: CodeLocation) {
    self.path = path
    path.noteUse(at: location)
    dismissal = ValueNode(path.embed(.dismiss))
  }

  /// `nil`, because the parent's reducer handles all other actions.
  @inlinable var gate: CaseGate? { nil }

  @inlinable
  func extract(from action: ParentAction) -> Action? {
    guard case .presented(let action) = path.extract(from: action) else { return nil }
    return action
  }

  @inlinable
  func embedding(of id: Void) -> @Sendable (Action) -> ParentAction {
    { [path] in path.embed(.presented($0)) }
  }

  @inlinable
  func dismissal(of id: Void) -> ValueNode<ParentAction, Never>? { dismissal }
}

/// A class, so that functions that use it need little stack space.
@usableFromInline
final class Presentation<
  Action: Sendable,
  Child: Equatable & SendableMetatype,
  ChildAction: Sendable,
  Source: ChildEnvironment
>: Sendable {
  @usableFromInline typealias State = Source.ParentState
  @usableFromInline typealias Environment = Source.ParentEnvironment
  @usableFromInline typealias Presented =
    ComposedChild<OptionalPlace<State, Child>, PresentedActions<Action, ChildAction>, Source>

  @usableFromInline let child: Presented
  let alerts: PresentedAlerts?
  @usableFromInline let hasAlerts: Bool
  @usableFromInline let closesAfter: @Sendable (ChildAction) -> Bool

  @inlinable
  convenience init(
    _ child: Reducer<Child, ChildAction, Source.Environment>,
    _ toChild: any WritableKeyPath<State, Child?> & Sendable,
    _ identity: ChildIdentity<Child>?,
    _ toAction: CasePath<Action, PresentationAction<ChildAction>>,
    _ source: Source,
    _ closesAfter: @escaping @Sendable (ChildAction) -> Bool,
    _ location: CodeLocation
  ) {
    self.init(
      ComposedChild(
        child,
        at: OptionalPlace(toChild),
        identity,
        PresentedActions(toAction, at: location),
        source,
        presenter: ChildSite.Presenter(toChild, "presenting"),
        "presented",
        location
      ),
      closesAfter
    )
  }

  @usableFromInline
  init(_ child: Presented, _ closesAfter: @escaping @Sendable (ChildAction) -> Bool) {
    self.child = child
    self.closesAfter = closesAfter
    alerts = PresentedAlerts(in: Child.self, actions: ChildAction.self)
    hasAlerts = alerts != nil
  }

  @usableFromInline
  func key(_ state: inout State) -> ChildKey? {
    guard child.place.optional.look(in: &state, { child.place.isThere($0) }) else { return nil }
    return ChildKey(identity: child.place.identity(of: (), in: &state, child.identity))
  }

  @inlinable
  func isForChild(_ action: Action, _ childAction: inout ChildAction?) -> Bool {
    guard case .presented(let presented) = child.actions.path.extract(from: action) else {
      return false
    }
    childAction = presented
    return true
  }

  @inlinable
  func reduceChild(
    _ state: inout State,
    _ action: Action,
    _ childAction: ChildAction?,
    _ environment: Environment
  ) -> Effect<Action, Never> {
    guard let childAction else { return .none }
    return child.run(&state, action, (), childAction, environment)
  }

  @inlinable
  func reduceParent(
    _ state: inout State,
    _ action: Action,
    _ environment: Environment,
    _ reduce: (inout State, Action, Environment) -> Effect<Action, Never>
  ) -> Effect<Action, Never> {
    guard case .dismiss = child.actions.path.extract(from: action) else {
      return reduce(&state, action, environment)
    }
    StoreTurn.noteTaken()
    return dismissing(&state) { state in
      guard let shouldDismiss = child.shouldDismiss else { return true }
      var isDismissed = true
      child.source.with(&state, environment) { state, environment in
        _ = child.place.modify(&state, ()) { isDismissed = shouldDismiss(&$0, environment) }
      }
      return isDismissed
    } reduce: {
      reduce(&$0, action, environment)
    }
  }

  /// Runs this feature's reducer for an action of the presented one, and returns the effects of both.
  @inlinable
  func finish(
    _ childEffect: Effect<Action, Never>,
    _ childAction: ChildAction?,
    _ state: inout State,
    _ action: Action,
    _ environment: Environment,
    _ reduce: (inout State, Action, Environment) -> Effect<Action, Never>
  ) -> Effect<Action, Never> {
    guard let childAction else { return reduce(&state, action, environment) }
    var effect = childEffect
    var asker: ChildKey?
    if effect.node?.hasOutputs == true, effect.takeDismissal() { asker = key(&state) }
    // An action that did not reach a child does not close one.
    let isAnswer = hasAlerts && isAnswer(childAction, &state)
    guard isAnswer || closesAfter(childAction), effect.hasUnhandledAction == false else {
      effect = effect.merged(reduce(&state, action, environment))
      return asker.map { effect.merged(dismissal(of: $0, &state)) } ?? effect
    }
    return effect.merged(closing(&state, isAnswer: isAnswer) { reduce(&$0, action, environment) })
  }

  /// Runs this feature's reducer, and then removes the presented child unless the action was sent for another child.
  ///
  /// If the child refuses the dismissal, neither happens.
  @usableFromInline
  func dismissing(
    _ state: inout State,
    shouldDismiss: (inout State) -> Bool,
    reduce: (inout State) -> Effect<Action, Never>
  ) -> Effect<Action, Never> {
    if child.identity != nil, let sender = SenderPlace.take(at: child.site),
      key(&state)?.identity != sender.identity
    {
      return reduce(&state)
    }
    return shouldDismiss(&state) ? closing(&state, isAnswer: nil, reduce) : .none
  }

  /// Runs this feature's reducer, and then removes the child that was presented before.
  ///
  /// The argument `isAnswer` is `nil` for a dismissal; otherwise, it indicates whether an alert's button closes the
  /// child.
  @usableFromInline
  func closing(
    _ state: inout State,
    isAnswer: Bool?,
    _ reduce: (inout State) -> Effect<Action, Never>
  ) -> Effect<Action, Never> {
    guard let key = key(&state) else { return reduce(&state) }
    let optional = child.place.optional
    // With an identity, the content of the state is irrelevant.
    let presented = child.identity == nil ? optional.look(in: &state) { $0.pointee } : nil
    let alert = alertID(&state)
    let effect = reduce(&state)
    guard self.key(&state) == key, alertID(&state) == alert else { return effect }
    var isClosed = false
    optional.modify(&state) { child in
      // A state that does not equal itself, because it contains a NaN, counts as unchanged.
      isClosed = presented == nil || child == presented || presented != presented
      if isClosed { child = nil }
    }
    if isClosed { StoreTurn.noteClosing(of: child.site, isAnswer: isAnswer) }
    return effect
  }

  /// Returns the effect that dismisses the child that requested it, or no effect if the child was already removed.
  @usableFromInline
  func dismissal(of asker: ChildKey, _ state: inout State) -> Effect<Action, Never> {
    guard key(&state) == asker else { return .none }
    return .dismissal(child.actions.dismissal.value, of: asker, at: child.site)
  }
}
