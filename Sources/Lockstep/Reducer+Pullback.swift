// SPDX-License-Identifier: MIT

extension Reducer {
  /// A reducer of a larger feature that runs this one on a part of its state and its actions.
  ///
  /// ```swift
  /// let appReducer = Reducer<AppState, AppAction, AppEnvironment>.combine(
  ///   counterReducer.pullback(
  ///     state: \.counter,
  ///     action: /AppAction.counter,
  ///     environment: { CounterEnvironment(fact: $0.fact) }
  ///   ),
  ///   Reducer { state, action, environment in … }
  /// )
  /// ```
  ///
  /// Actions of other cases pass it by. The part of the state is changed in place if the key path
  /// leads through stored properties.
  ///
  /// - Parameters:
  ///   - toChildState: Where the part of the state is.
  ///   - toChildAction: The case of the actions that are for this reducer.
  ///   - toChildEnvironment: Makes this reducer's environment from the larger one.
  /// - Returns: The reducer of the larger feature.
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toChildState: any WritableKeyPath<ParentState, State> & Sendable,
    action toChildAction: CasePath<ParentAction, Action>,
    environment toChildEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    Reducer<ParentState, ParentAction, ParentEnvironment> { state, action, environment in
      guard let action = toChildAction.extract(from: action) else { return .none }
      return run(&state[keyPath: toChildState], action, toChildEnvironment(environment))
        .embedded(toChildAction.embed)
    }
  }

  /// A reducer of a larger feature whose state is an enum, that runs this one on the payload of one
  /// case.
  ///
  /// ```swift
  /// loginReducer.pullback(
  ///   state: /AppState.login,
  ///   action: /AppAction.login,
  ///   environment: \.login
  /// )
  /// ```
  ///
  /// An action that arrives while the state is in another case is reported, and ignored.
  ///
  /// - Parameters:
  ///   - toChildState: The case of the state.
  ///   - toChildAction: The case of the actions that are for this reducer.
  ///   - toChildEnvironment: Makes this reducer's environment from the larger one.
  ///   - fileID: The file that reports name.
  ///   - filePath: The path of that file.
  ///   - line: The line that reports name.
  ///   - column: The column that reports name.
  /// - Returns: The reducer of the larger feature.
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toChildState: CasePath<ParentState, State>,
    action toChildAction: CasePath<ParentAction, Action>,
    environment toChildEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return Reducer<ParentState, ParentAction, ParentEnvironment> { state, action, environment in
      guard let childAction = toChildAction.extract(from: action) else { return .none }
      let effect = toChildState.modify(&state) { childState in
        run(&childState, childAction, toChildEnvironment(environment))
          .embedded(toChildAction.embed)
      }
      if let effect { return effect }
      IssueReporting.current.report(
        strayAction(
          action,
          "its state was in another case",
          "pulled back",
          path: "\(CasePath<ParentState, State>.self)",
          location
        )
      )
      return .none
    }
  }

  /// A reducer of an optional state, that runs this one while there is a state.
  ///
  /// ```swift
  /// alertReducer
  ///   .optional()
  ///   .pullback(state: \.alert, action: /AppAction.alert, environment: { _ in () })
  /// ```
  ///
  /// An action that arrives while the state is `nil` is reported, and ignored. So combine it before
  /// the reducer that sets the state to `nil`, so that it still sees its state in that very action.
  ///
  /// - Parameters:
  ///   - fileID: The file that reports name.
  ///   - filePath: The path of that file.
  ///   - line: The line that reports name.
  ///   - column: The column that reports name.
  /// - Returns: The reducer of the optional state.
  public func optional(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<State?, Action, Environment> {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return Reducer<State?, Action, Environment> { state, action, environment in
      // Taken out and put back, so that nothing in it is copied.
      guard var childState = state.take() else {
        IssueReporting.current.report(
          strayAction(action, "its state was 'nil'", "made optional", location)
        )
        return .none
      }
      defer { state = childState }
      return run(&childState, action, environment)
    }
  }
}
