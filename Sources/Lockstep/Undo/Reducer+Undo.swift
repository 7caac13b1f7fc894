// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer that records the changes of a value as steps, and undoes and redoes the steps.
  ///
  /// ```swift
  /// enum Sketch {
  ///   static let reducer = Reducer<State, Action, Void>.withoutEffects { state, action in
  ///     switch action {
  ///     case .colorChanged(let color):
  ///       state.drawing.value.color = color
  ///     case .lineDrawn(let line):
  ///       state.drawing.value.lines.append(line)
  ///     case .history:
  ///       break
  ///     }
  ///   }
  ///   .undoable(\.drawing, action: /Action.history, limit: 50) { action in
  ///     if case .colorChanged = action { .step("color") } else { .newStep }
  ///   }
  /// }
  /// ```
  ///
  /// Each action that changes the value creates a step or extends the previous one, as `grouping` determines. A new
  /// step discards the steps to redo. An action that replaces the ``Undoable``, or changes its steps, creates no step.
  /// See <doc:Undo>.
  ///
  /// For ``UndoAction/undo`` and ``UndoAction/redo``, the value changes first. This reducer then runs with the action,
  /// so that it can respond. Changes that it makes belong to the restored value. If the value has no step in that
  /// direction, it stays unchanged.
  ///
  /// Undo and redo change only the value. They do not undo effects: a request that was sent stays sent. If a step
  /// removes the state of a child, the child's effects are cancelled and its `onUnmount` is called. If a step restores
  /// the state, the child's `onMount` is called. A subscription follows its key.
  ///
  /// Apply the modifier to the reducer that makes all changes of the value, including the changes of features that
  /// share it.
  ///
  /// - Parameters:
  ///   - toValue: The key path to the value.
  ///   - toAction: The case of the undo and redo actions.
  ///   - limit: The maximum number of steps. The oldest steps beyond it are dropped. With 0 or less, no steps are kept.
  ///   - grouping: Returns the step to which an action's change belongs.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer that also records the steps.
  /// - Complexity: Each action costs one call of `grouping` and one comparison of the value, which is O(1) for an
  ///   unchanged collection. The previous value is kept while this reducer runs, so a changed collection in it is
  ///   copied, unless the change extends a step. A change of ``UndoGrouping/previousStep`` is also made in the values
  ///   of all steps: O(*s* · *p*) in the number of steps and of parts, and O(*n* + *c*²) for an array of *n* elements
  ///   of which *c* have changed. Undo and redo are O(*t*) in the number of types of parts of the value. A value that
  ///   can contain a ``StackState`` is searched for stacks.
  @inlinable
  public func undoable<Value: Equatable & SendableMetatype>(
    _ toValue: any WritableKeyPath<State, Undoable<Value>> & Sendable,
    action toAction: CasePath<Action, UndoAction>,
    limit: Int = 100,
    grouping: @escaping @Sendable (Action) -> UndoGrouping = { _ in .newStep },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    toAction.noteUse(at: location)
    let place = StatePlace(toValue)
    return Self(gate: nil, sites: sites, lifecycle: lifecycle) { state, action, environment in
      if let step = toAction.extract(from: action) {
        StoreTurn.noteTaken()
        if SenderPlace.isAbsent == false { place.modify(&state) { $0.take(step) } }
        return reduce(&state, action, environment)
      }
      let grouping = grouping(action)
      let (stamp, previous) = place.look(in: &state) { undoable in
        let isNeeded = undoable.pointee.needsPrevious(grouping)
        return (undoable.pointee.stamp, isNeeded ? undoable.pointee.value : nil)
      }
      let effect = reduce(&state, action, environment)
      place.modify(&state) { undoable in
        undoable.noteChange(from: previous, since: stamp, grouping, limit: max(limit, 0))
      }
      return effect
    }
  }
}

extension Undoable {
  @usableFromInline
  mutating func take(_ step: UndoAction) {
    switch step {
    case .undo: undo()
    case .redo: redo()
    }
  }
}
