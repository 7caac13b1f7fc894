// SPDX-License-Identifier: MIT

extension Reducer {
  /// A reducer of a list that runs this one on the element that an action is for.
  ///
  /// ```swift
  /// enum ListAction {
  ///   case row(id: Row.ID, action: RowAction)
  /// }
  ///
  /// let listReducer = Reducer<ListState, ListAction, ListEnvironment>.combine(
  ///   rowReducer.forEach(
  ///     state: \.rows,
  ///     action: /ListAction.row,
  ///     environment: \.row
  ///   ),
  ///   Reducer { state, action, environment in … }
  /// )
  /// ```
  ///
  /// The element is changed in place: neither it nor the list is copied. An action for an element
  /// that is not there is reported, and ignored. So combine it before the reducer that removes
  /// elements, so that an element still sees the action that removes it.
  ///
  /// - Parameters:
  ///   - toElements: Where the elements are.
  ///   - toElementAction: The case of the actions of elements, with the id of the element.
  ///   - toElementEnvironment: Makes this reducer's environment from the larger one.
  ///   - fileID: The file that reports name.
  ///   - filePath: The path of that file.
  ///   - line: The line that reports name.
  ///   - column: The column that reports name.
  /// - Returns: The reducer of the list.
  /// - Complexity: O(1) for each action, and what this reducer takes.
  public func forEach<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    ID: Hashable & Sendable
  >(
    state toElements: any WritableKeyPath<ParentState, IdentifiedArray<ID, State>> & Sendable,
    action toElementAction: CasePath<ParentAction, (ID, Action)>,
    environment toElementEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    forEach(
      action: toElementAction,
      environment: toElementEnvironment,
      SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      path: toElements,
      missing: { "there was no element with the id \($0)" },
      modify: { state, id, body in state[keyPath: toElements].modify(id: id, body) }
    )
  }

  /// A reducer of a dictionary that runs this one on the value that an action is for.
  ///
  /// ```swift
  /// enum ScoreboardAction {
  ///   case player(name: String, action: PlayerAction)
  /// }
  ///
  /// playerReducer.forEach(
  ///   state: \ScoreboardState.players,
  ///   action: /ScoreboardAction.player,
  ///   environment: \.player
  /// )
  /// ```
  ///
  /// The value is changed in place: neither it nor the dictionary is copied. An action for a key that
  /// is not there is reported, and ignored.
  ///
  /// - Parameters:
  ///   - toValues: Where the dictionary is.
  ///   - toValueAction: The case of the actions of values, with the key of the value.
  ///   - toValueEnvironment: Makes this reducer's environment from the larger one.
  ///   - fileID: The file that reports name.
  ///   - filePath: The path of that file.
  ///   - line: The line that reports name.
  ///   - column: The column that reports name.
  /// - Returns: The reducer of the dictionary.
  /// - Complexity: O(1) for each action, and what this reducer takes.
  public func forEach<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    Key: Hashable & Sendable
  >(
    state toValues: any WritableKeyPath<ParentState, [Key: State]> & Sendable,
    action toValueAction: CasePath<ParentAction, (Key, Action)>,
    environment toValueEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    forEach(
      action: toValueAction,
      environment: toValueEnvironment,
      SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      path: toValues,
      missing: { "there was no value under the key \($0)" },
      modify: { state, key, body in Self.modify(&state[keyPath: toValues], key, body) }
    )
  }

  private static func modify<Key: Hashable, Result>(
    _ values: inout [Key: State],
    _ key: Key,
    _ body: (inout State) -> Result
  ) -> Result? {
    guard let index = values.index(forKey: key) else { return nil }
    return body(&values.values[index])
  }

  /// A reducer of an array that runs this one on the element that an action is for, by its position.
  ///
  /// An effect of an element goes to whichever element is at its position by then; where elements
  /// come, go or move, use an ``IdentifiedArray``.
  ///
  /// ```swift
  /// enum BoardAction {
  ///   case square(Int, SquareAction)
  /// }
  ///
  /// squareReducer.forEach(
  ///   state: \BoardState.squares,
  ///   action: /BoardAction.square,
  ///   environment: { _ in () }
  /// )
  /// ```
  ///
  /// The element is changed in place: neither it nor the array is copied. An action for a position
  /// where no element is is reported, and ignored.
  ///
  /// - Parameters:
  ///   - toElements: Where the elements are.
  ///   - toElementAction: The case of the actions of elements, with the position of the element.
  ///   - toElementEnvironment: Makes this reducer's environment from the larger one.
  ///   - fileID: The file that reports name.
  ///   - filePath: The path of that file.
  ///   - line: The line that reports name.
  ///   - column: The column that reports name.
  /// - Returns: The reducer of the array.
  /// - Complexity: O(1) for each action, and what this reducer takes.
  public func forEach<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    state toElements: any WritableKeyPath<ParentState, [State]> & Sendable,
    action toElementAction: CasePath<ParentAction, (Int, Action)>,
    environment toElementEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    forEach(
      action: toElementAction,
      environment: toElementEnvironment,
      SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      path: toElements,
      missing: { "there was no element at the position \($0)" },
      modify: { state, index, body in Self.modify(&state[keyPath: toElements], index, body) }
    )
  }

  private static func modify<Result>(
    _ elements: inout [State],
    _ index: Int,
    _ body: (inout State) -> Result
  ) -> Result? {
    guard elements.indices.contains(index) else { return nil }
    return body(&elements[index])
  }

  // MARK: Common to all

  /// The way to one of several states: calls the function with it, or returns `nil`.
  private typealias Modify<ParentState, ParentAction: Sendable, ID> =
    @Sendable (inout ParentState, ID, (inout State) -> Effect<ParentAction, Never>)
    -> Effect<ParentAction, Never>?

  private func forEach<
    ParentState,
    ParentAction: Sendable,
    ParentEnvironment: Sendable,
    ID: Sendable
  >(
    action toElementAction: CasePath<ParentAction, (ID, Action)>,
    environment toElementEnvironment: @escaping @Sendable (ParentEnvironment) -> Environment,
    _ location: SourceLocation,
    path: any AnyKeyPath & Sendable,
    missing problem: @escaping @Sendable (String) -> String,
    modify: @escaping Modify<ParentState, ParentAction, ID>
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    // Not in the closure, whose room on the stack a deep tree takes on each of its levels.
    let report = { @Sendable (id: ID, action: ParentAction) in
      IssueReporting.current.report(
        strayAction(
          action,
          problem(Dump(id).text),
          "run for each element",
          path: "\(path)",
          location
        )
      )
    }
    return Reducer<ParentState, ParentAction, ParentEnvironment> { state, action, environment in
      guard let (id, elementAction) = toElementAction.extract(from: action) else { return .none }
      let effect = modify(&state, id) { element in
        let effect = run(&element, elementAction, toElementEnvironment(environment))
        // Most actions have no effect, and need no function to embed it.
        return effect.node == nil ? .none : effect.embedded { toElementAction.embed((id, $0)) }
      }
      if let effect { return effect }
      report(id, action)
      return .none
    }
  }
}
