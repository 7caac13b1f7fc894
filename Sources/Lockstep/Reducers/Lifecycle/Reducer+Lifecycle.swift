// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer that starts effects when a state of its feature appears.
  ///
  /// ```swift
  /// Detail.reducer.onMount { state, environment in
  ///   environment.books.load(state.id).map(Detail.Action.loaded)
  /// }
  /// ```
  ///
  /// A state appears when a store is created with it, when it is presented or pushed onto a stack, when an optional
  /// becomes non-`nil`, and when a state with another identity replaces it. A deep link that pushes three screens
  /// starts the effects of all three, without an action.
  ///
  /// The store calls the function at the end of the turn, after all reducers, or when the store is created. The
  /// function cannot change the state, but its effects can send actions that do. The effects belong to the feature, and
  /// the store cancels them when the state is removed. If a turn removes a state and restores it with the same
  /// identity, the store does not call the function.
  ///
  /// The store does not call the function for elements of `forEach`, for features presented in them, or for reducers
  /// that another reducer calls directly.
  ///
  /// - Parameter perform: Returns the effects to start, given the state and the environment.
  /// - Returns: The reducer that also starts them.
  /// - Complexity: In each turn, one comparison for each optional state, presentation and stack that leads to such a
  ///   reducer, below states that have changed. A changed stack takes O(*m*) in the number of screens that were pushed,
  ///   popped or run, or O(*n*) in the number of all screens if another reducer has changed one. The store keeps a copy
  ///   of a presented or optional state between turns, so other reducers copy an array that they change in it.
  public func onMount(
    _ perform: @escaping @Sendable (State, Environment) -> Effect<Action, Never>
  ) -> Self {
    adding(
      Lifecycle(
        hasHooks: true,
        unmountFlag: .notSet,
        settles: false,
        mount: { state, environment, _ in perform(state, environment) },
        settle: { _, _, _ in .none },
        unmount: { _, _, _ in .none }
      ),
      isFirst: true
    )
  }

  /// Returns a reducer that starts effects when the state of its feature is removed, for any reason.
  ///
  /// ```swift
  /// Editor.reducer.onUnmount { state, environment in
  ///   environment.drafts.save(state.draft).fireAndForget()
  /// }
  /// ```
  ///
  /// A presented screen is removed by its own ``Effect/dismiss``, by its parent, by a user interface that pops or
  /// dismisses it, or together with the state that contains it. In each case, the store calls the function once with
  /// the last state, at the end of the turn and after all reducers. Children are called before their parents.
  ///
  /// The function may return outputs and fire-and-forget effects. The closest remaining parent receives an output in
  /// the same turn; see ``onOutput(of:perform:)``. A fire-and-forget effect runs until it finishes. If an effect sends
  /// an action or asks to be dismissed, the store reports an issue, because the state has been removed. A state that a
  /// parent presents in response to an output is a new child.
  ///
  /// The store calls the function for presented features, screens of stacks, optional states and payloads of cases, and
  /// for all reducers within them. It does not call the function for elements of `forEach`, for features presented in
  /// them, for reducers that another reducer calls directly, or when a store is released.
  ///
  /// - Parameters:
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  ///   - perform: Returns the effects to start, given the last state and the environment.
  /// - Returns: The reducer that also starts them.
  /// - Complexity: The same as ``onMount(_:)``. The store also keeps a copy of the state of a screen. If a state has an
  ///   identity, its own reducer also copies an array that it changes.
  public func onUnmount(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ perform: @escaping @Sendable (State, Environment) -> Effect<Action, Never>
  ) -> Self {
    unmountEffect(at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    {
      state,
      environment,
      _ in
      perform(state, environment)
    }
  }

  /// Returns a reducer that can refuse the dismissal of its feature.
  ///
  /// ```swift
  /// Editor.reducer.shouldDismiss { state in
  ///   state.isAsking = state.draft.isEmpty == false
  ///   return state.draft.isEmpty
  /// }
  /// ```
  ///
  /// The store asks for each ``PresentationAction/dismiss`` and ``StackAction/popFrom(id:)``, regardless of the sender:
  /// a user interface after a swipe, the feature itself with ``Effect/dismiss``, or a parent. If the function returns
  /// `false`, the state stays with the changes that the function made, and the presenting reducer does not receive the
  /// action. An action that pops several screens pops them from the top, down to the first one that refuses. The store
  /// asks features that this one presents first.
  ///
  /// The store does not call the function for elements of lists, or if a reducer removes the state itself with `nil`,
  /// `removeAll` or `closesAfter`.
  ///
  /// Apply it to the reducer of the whole feature. The store does not ask a reducer that is pulled back along `\.self`.
  ///
  /// - Parameter ask: Returns whether the feature may be dismissed. If it refuses, it may change the state.
  /// - Returns: The reducer that can refuse.
  /// - Complexity: The same as ``onMount(_:)``.
  public func shouldDismiss(_ ask: @escaping @Sendable (inout State) -> Bool) -> Self {
    adding(
      Lifecycle(
        hasHooks: true,
        unmountFlag: .notSet,
        settles: false,
        shouldDismiss: { state, _ in ask(&state) },
        mount: { _, _, _ in .none },
        settle: { _, _, _ in .none },
        unmount: { _, _, _ in .none }
      ),
      isFirst: false
    )
  }

  func unmountEffect(
    at location: CodeLocation,
    _ perform: @escaping @Sendable (State, Environment, Lives) -> Effect<Action, Never>
  ) -> Self {
    adding(
      Lifecycle(
        hasHooks: true,
        unmountFlag: .set,
        settles: false,
        mount: { _, _, _ in .none },
        settle: { _, _, _ in .none },
        unmount: { state, environment, lives in
          perform(state, environment, lives).asUnmountEffect(location)
        }
      ),
      isFirst: false
    )
  }

  private func adding(
    _ hook: Lifecycle<State, Action, Environment>,
    isFirst: Bool
  ) -> Self {
    Self(
      gate: gate,
      sites: sites,
      lifecycle: .union(isFirst ? [hook, lifecycle] : [lifecycle, hook]),
      reduce
    )
  }
}

extension Effect where Failure == Never {
  fileprivate func asUnmountEffect(_ location: CodeLocation) -> Self {
    guard let node else { return .none }
    let parts =
      node.unwrapped.kind == .merge
      ? unsafeDowncast(node.unwrapped, to: MergeNode<Output, Never>.self).parts : [node]
    return .merge(parts.compactMap { $0.asUnmountPart(location).map { Self($0) } })
  }
}

extension EffectNode where Failure == Never {
  fileprivate func asUnmountPart(_ location: CodeLocation) -> EffectNode? {
    switch kind {
    case .value, .childValue:
      reportActionOfUnmount(unsafeDowncast(self, to: ValueNode<Output, Never>.self).value, location)
      return nil
    case .output:
      let output = unsafeDowncast(self, to: OutputNode<Output, Never>.self).output
      guard output.isDismissal else { return self }
      reportDismissalOfUnmount(location)
      return nil
    case .fireAndForget, .unhandledAction, .lasting:
      return self
    case .merge, .embedded, .independent, .independentEmbedded, .deep, .other:
      return LastingNode(self, location)
    }
  }
}

private func reportActionOfUnmount(_ action: some Sendable, _ location: CodeLocation) {
  reportUnmount("sends an action", "\n\nAction: \(Dump(action).text)", location)
}

private func reportDismissalOfUnmount(_ location: CodeLocation) {
  reportUnmount("asks to be dismissed", "", location)
}

private func reportUnmount(_ problem: String, _ action: String, _ location: CodeLocation) {
  IssueReporting.reportAtStep(
    """
    'onUnmount' returned an effect that \(problem), but the state of the feature has been removed.\(action)

    Return '.output' to notify a parent, or '.fireAndForget { … }' to do other work.
    """,
    else: location
  )
}

/// A node that continues after its state is removed, and reports the actions that it sends.
///
/// `@unchecked` like every node; see ``EffectNode``.
private final class LastingNode<Output: Sendable>: EffectNode<Output, Never>, @unchecked Sendable {
  private let upstream: EffectNode<Output, Never>
  private let location: CodeLocation

  init(_ upstream: EffectNode<Output, Never>, _ location: CodeLocation) {
    self.upstream = upstream.bounded
    self.location = location
    super.init(.lasting, depth: self.upstream.depth + 1)
  }

  override var firstDescription: EffectDescription? { upstream.firstDescription }

  override func run(
    _ subscriber: EffectSubscriber<Output, Never>,
    at place: EffectPlace
  ) -> EffectScope? {
    place.open(isLasting: true) { upstream.start(Last(subscriber, location), in: $0) }
  }

  private final class Last: EffectSubscriber<Output, Never>, @unchecked Sendable {
    private let downstream: EffectSubscriber<Output, Never>
    private let location: CodeLocation

    init(_ downstream: EffectSubscriber<Output, Never>, _ location: CodeLocation) {
      self.downstream = downstream
      self.location = location
      super.init(.never, to: downstream)
    }

    override var next: EffectTarget? { downstream }

    override func receive(_ output: SentOutput, from source: EffectScope) {
      reportDismissalOfUnmount(location)
    }

    override func receive(_ action: Output, from source: EffectScope, isLast: Bool) {
      reportActionOfUnmount(action, location)
      if isLast { downstream.finish(nil, from: source) }
    }

    override func finish(_ failure: Never?, from source: EffectScope) {
      downstream.finish(nil, from: source)
    }
  }
}
