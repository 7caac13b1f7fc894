// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer that also runs the reducer of a presented feature: a sheet, an editor, or a choice of these.
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
  /// It presents whatever the optional state contains. For several kinds of screens, of which at most one is presented,
  /// let the state be an enum, and the reducer a combination of pullbacks along its cases.
  ///
  /// An action of the presented feature runs the presented reducer first. This reducer runs next; it sees the resulting
  /// state and may set it to `nil`. After both, the state is set to `nil` if the action was
  /// ``PresentationAction/dismiss``, which a user interface sends or the presented feature asks for with
  /// ``Effect/dismiss``, or one for which `closesAfter` returns `true`. A new presentation that this reducer made in that
  /// action stays: a state with another identity, or, if states have none, one that does not equal the previous one.
  ///
  /// An alert in a case of the presented state is also set to `nil` after an action of one of its buttons, unless the case
  /// is indirect.
  ///
  /// A request to be dismissed arrives later than the action that has asked for it, and does nothing if the feature has
  /// been removed or replaced by then. Without identities, a feature that replaces the asking one in a single action
  /// cannot be told from it, and is dismissed.
  ///
  /// If an action does not reach its state, nothing is closed, even if `closesAfter` returns `true` for it.
  ///
  /// The effects of the other reducer end with the state that they belong to. An action for a state that is not there
  /// is reported; a dismissal where nothing is presented does nothing.
  ///
  /// - Parameters:
  ///   - toChild: The key path to the optional state.
  ///   - toChildID: Returns the identity of the child; by default the `id` of a state that is `Identifiable`, and
  ///     otherwise none. A state with another identity is that of another child.
  ///   - toAction: The case of the presented feature's actions.
  ///   - child: The presented feature's reducer.
  ///   - closesAfter: Returns whether to dismiss the presented feature after one of its actions.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer that also presents.
  /// - Complexity: O(1) for each action, plus the cost of the reducers that it is for. An action that takes the state
  ///   away compares it with the one before, unless it has an identity.
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

  /// Returns a reducer that also runs the reducer of a presented feature.
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
      // Few variables, and functions for the rest: this is on the stack once for each presentation within another.
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

  /// Returns a reducer that also presents an alert or a confirmation dialog, and takes it away after any of its
  /// buttons.
  ///
  /// ```swift
  /// Game.reducer.presenting(dialog: \.alert, action: /Game.Action.alert)
  /// ```
  ///
  /// The actions of the buttons arrive as ``PresentationAction/presented(_:)``, and a dismissal without a button as
  /// ``PresentationAction/dismiss``. This reducer sees each while the alert is still there, and may present another one
  /// in its place, which stays.
  ///
  /// Each alert that this reducer puts into the state is a separate presentation with its own identity, even a constant
  /// that is assigned again: `store.scope(ifLet:)` and `ifLet` then show another alert. That also holds for an alert in
  /// a case of an enum of destinations, with the other form of `presenting`; not for one in an indirect case.
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
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

/// The actions of a presented child.
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

  /// `nil`, because the reducer of the parent takes all other actions.
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

/// A presented child, together with the rules for dismissing it.
///
/// A class, so that functions that use it need little of the stack.
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
  /// The identities of alerts; `nil` if the presented state contains none.
  let alerts: PresentedAlerts?
  /// Whether the presented state may be an alert.
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

  /// Returns the key of the presented feature; `nil` if nothing is presented.
  @usableFromInline
  func key(_ state: inout State) -> ChildKey? {
    guard child.place.optional.look(in: &state, { child.place.isThere($0) }) else { return nil }
    return ChildKey(identity: child.place.identity(of: (), in: &state, child.identity))
  }

  /// Returns whether an action is one of the presented feature, and which.
  @inlinable
  func isForChild(_ action: Action, _ childAction: inout ChildAction?) -> Bool {
    guard case .presented(let presented) = child.actions.path.extract(from: action) else {
      return false
    }
    childAction = presented
    return true
  }

  /// Runs the presented feature's reducer.
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

  /// Runs this feature's reducer for an action of its own, or for a dismissal.
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

  /// Does what this feature does for an action of the presented one, and returns the effects of both.
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
    // An action that has reached no child closes none.
    let isAnswer = hasAlerts && isAnswer(childAction, &state)
    guard isAnswer || closesAfter(childAction), effect.hasUnhandledAction == false else {
      effect = effect.merged(reduce(&state, action, environment))
      return asker.map { effect.merged(dismissal(of: $0, &state)) } ?? effect
    }
    return effect.merged(closing(&state, isAnswer: isAnswer) { reduce(&$0, action, environment) })
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
    if child.identity != nil, let sender = SenderPlace.take(at: child.site),
      key(&state)?.identity != sender.identity
    {
      return reduce(&state)
    }
    return shouldDismiss(&state) ? closing(&state, isAnswer: nil, reduce) : .none
  }

  /// Runs the presenting feature's reducer, and then removes the child that was presented before.
  ///
  /// - Parameters:
  ///   - state: The state of the presenting feature.
  ///   - isAnswer: Whether a button of an alert is the reason; `nil` if the action is a dismissal.
  ///   - reduce: Runs the presenting feature's reducer.
  /// - Returns: The effect of the presenting feature's reducer.
  @usableFromInline
  func closing(
    _ state: inout State,
    isAnswer: Bool?,
    _ reduce: (inout State) -> Effect<Action, Never>
  ) -> Effect<Action, Never> {
    guard let key = key(&state) else { return reduce(&state) }
    let optional = child.place.optional
    // With an identity, the state itself makes no difference.
    let presented = child.identity == nil ? optional.look(in: &state) { $0.pointee } : nil
    let alert = alertID(&state)
    let effect = reduce(&state)
    guard self.key(&state) == key, alertID(&state) == alert else { return effect }
    var isClosed = false
    optional.modify(&state) { child in
      // A state that is not even equal to itself, because of a NaN, is taken for the same.
      isClosed = presented == nil || child == presented || presented != presented
      if isClosed { child = nil }
    }
    if isClosed { StoreTurn.noteClosing(of: child.site, isAnswer: isAnswer) }
    return effect
  }

  /// Returns the effect that dismisses a child that has asked for it; none if the child was already removed.
  @usableFromInline
  func dismissal(of asker: ChildKey, _ state: inout State) -> Effect<Action, Never> {
    guard key(&state) == asker else { return .none }
    return .dismissal(child.actions.dismissal.value, of: asker, at: child.site)
  }
}
