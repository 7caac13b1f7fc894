// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer that starts effects when a state of its feature appears.
  ///
  /// ```swift
  /// detailReducer.begin { state, environment in
  ///   environment.books.load(state.id).map(DetailAction.loaded)
  /// }
  /// ```
  ///
  /// A state appears when a store is made with it, when it is presented, when a stack gains it, when an optional
  /// becomes non-`nil`, and when a state with another identity takes the place of the one before. No action has to be
  /// sent for it: a deep link that puts three screens on a stack starts the effects of all three.
  ///
  /// The function is called in the turn in which the state has appeared, after all reducers, and where a store is
  /// made. It cannot change the state: let an effect send an action for that. Its effects are those of the feature and
  /// end with its state. A state that is taken away and put back with the same identity within one turn has not gone.
  ///
  /// Not called for the elements of `forEach`, and what is presented there, nor for reducers that other ones
  /// run by hand.
  ///
  /// - Parameter perform: Returns the effects to start, given the state and the environment.
  /// - Returns: The reducer that also starts them.
  /// - Complexity: One comparison in each turn for each optional state, presentation and stack that leads to such a reducer,
  ///   below states that have changed. A stack takes O(1) if it has not changed, and O(*m*) in the number of screens that
  ///   were pushed, popped or run; O(*n*) in the number of all screens if another reducer has changed one of them. A
  ///   presented or optional state is held between turns: an array in it that another reducer changes is copied.
  public func begin(
    _ perform: @escaping @Sendable (State, Environment) -> Effect<Action, Never>
  ) -> Self {
    adding(
      Lifecycle(
        hasHooks: true,
        ending: .notNeeded,
        settles: false,
        begin: { state, environment, _ in perform(state, environment) },
        settle: { _, _, _ in .none },
        end: { _, _, _ in .none }
      ),
      isFirst: true
    )
  }

  /// Returns a reducer that does something when the state of its feature has gone, no matter why it has gone.
  ///
  /// ```swift
  /// editorReducer.ending { state, environment in
  ///   environment.drafts.save(state.draft).fireAndForget()
  /// }
  /// ```
  ///
  /// A presented screen goes in four ways: by its own ``Effect/dismiss``, by its parent, by a user interface that pops or
  /// dismisses it, and with whatever contains it. The function is called once for each, with the state as it was last, in
  /// the turn that took the state away, after all reducers. It is called from the inside out.
  ///
  /// It may return outputs and fire-and-forget effects. An output is heard in the same turn, by the closest parent that
  /// is still there: see ``onOutput(of:perform:)``. A fire-and-forget effect runs to its end. An effect that sends an
  /// action, or asks to be dismissed, is reported as soon as it does, because there is no state for that. A parent that
  /// presents another state there for an output presents another child: the effects of this one have ended.
  ///
  /// Called for presented features, for the screens of a stack, for optional states and for payloads of cases, and for
  /// all reducers within them. Not called for the elements of `forEach`, features presented there, for reducers that
  /// other ones run by hand, nor when a store is released.
  ///
  /// - Parameters:
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  ///   - perform: Returns the last words, given the state as it was last and the environment.
  /// - Returns: The reducer that also has last words.
  /// - Complexity: As of ``begin(_:)``. In addition, the state of a screen is held between turns as well, and if a state has
  ///   an identity, an array in it that its own reducer changes is copied, too.
  public func ending(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ perform: @escaping @Sendable (State, Environment) -> Effect<Action, Never>
  ) -> Self {
    lastWords(at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)) {
      state,
      environment,
      _ in
      perform(state, environment)
    }
  }

  /// Returns a reducer whose feature is asked before it is dismissed, and may refuse.
  ///
  /// ```swift
  /// editorReducer.shouldDismiss { state in
  ///   state.isAsking = state.draft.isEmpty == false
  ///   return state.draft.isEmpty
  /// }
  /// ```
  ///
  /// The store asks for each ``PresentationAction/dismiss`` and ``StackAction/popFrom(id:)``, no matter who sends it: a user
  /// interface after a swipe, the feature itself with ``Effect/dismiss``, or a parent. If the function returns `false`, the
  /// state stays, with the changes that the function has made, and the presenting reducer does not see the action. Several
  /// screens are popped from the top, down to the first one that refuses. Features that this one presents are asked first.
  ///
  /// The function is not called for elements of lists, or if a reducer removes the state itself, with `nil`, `removeAll`
  /// or `closesAfter`.
  ///
  /// Apply it to the reducer of the whole feature: what was pulled back along `\.self` is not asked.
  ///
  /// - Parameter ask: Returns whether the feature may be dismissed. If it refuses, it may change the state.
  /// - Returns: The reducer that is asked.
  /// - Complexity: As of ``begin(_:)``.
  public func shouldDismiss(_ ask: @escaping @Sendable (inout State) -> Bool) -> Self {
    adding(
      Lifecycle(
        hasHooks: true,
        ending: .notNeeded,
        settles: false,
        shouldDismiss: { state, _ in ask(&state) },
        begin: { _, _, _ in .none },
        settle: { _, _, _ in .none },
        end: { _, _, _ in .none }
      ),
      isFirst: false
    )
  }

  /// Returns a reducer that has last words, which may depend on its known state.
  func lastWords(
    at location: CodeLocation,
    _ perform: @escaping @Sendable (State, Environment, Lives) -> Effect<Action, Never>
  ) -> Self {
    adding(
      Lifecycle(
        hasHooks: true,
        ending: .needed,
        settles: false,
        begin: { _, _, _ in .none },
        settle: { _, _, _ in .none },
        end: { state, environment, lives in
          perform(state, environment, lives).asLastWords(location)
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
  /// Returns the effect of a reducer whose state has gone, without what that cannot do, which is reported.
  fileprivate func asLastWords(_ location: CodeLocation) -> Self {
    guard let node else { return .none }
    let parts =
      node.unwrapped.kind == .merge
      ? unsafeDowncast(node.unwrapped, to: MergeNode<Output, Never>.self).parts : [node]
    return .merge(parts.compactMap { $0.asLastWord(location).map { Self($0) } })
  }
}

extension EffectNode where Failure == Never {
  fileprivate func asLastWord(_ location: CodeLocation) -> EffectNode? {
    switch kind {
    case .value, .childValue:
      reportLastAction(unsafeDowncast(self, to: ValueNode<Output, Never>.self).value, location)
      return nil
    case .word:
      let word = unsafeDowncast(self, to: WordNode<Output, Never>.self).word
      guard word.isDismissal else { return self }
      reportLastDismissal(location)
      return nil
    case .fireAndForget, .strayAction, .lasting:
      return self
    case .merge, .embedded, .independent, .independentEmbedded, .deep, .other:
      return LastingNode(self, location)
    }
  }
}

private func reportLastAction(_ action: some Sendable, _ location: CodeLocation) {
  reportLastWord("sends an action", "\n\nAction: \(Dump(action).text)", location)
}

private func reportLastDismissal(_ location: CodeLocation) {
  reportLastWord("asks to be dismissed", "", location)
}

private func reportLastWord(_ problem: String, _ action: String, _ location: CodeLocation) {
  IssueReporting.reportAtStep(
    """
    The 'ending' of a reducer returned an effect that \(problem), but its state is gone.\(action)

    Return '.output' to tell a parent something, or a fire-and-forget effect to do something: \
    '.fireAndForget { … }'.
    """,
    else: location
  )
}

/// A node that no state ends, and whose actions are reported: there is no state for them.
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

  /// `@unchecked` like every subscriber, see ``EffectReceiver``.
  private final class Last: EffectSubscriber<Output, Never>, @unchecked Sendable {
    private let downstream: EffectSubscriber<Output, Never>
    private let location: CodeLocation

    init(_ downstream: EffectSubscriber<Output, Never>, _ location: CodeLocation) {
      self.downstream = downstream
      self.location = location
      super.init(.never, to: downstream)
    }

    override var next: EffectTarget? { downstream }

    override func receive(_ word: Word, from source: EffectScope) { reportLastDismissal(location) }

    override func receive(_ action: Output, from source: EffectScope, isLast: Bool) {
      reportLastAction(action, location)
      if isLast { downstream.finish(nil, from: source) }
    }

    override func finish(_ failure: Never?, from source: EffectScope) {
      downstream.finish(nil, from: source)
    }
  }
}
