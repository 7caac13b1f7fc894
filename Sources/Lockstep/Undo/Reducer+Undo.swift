// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer that keeps the steps of a value, and takes them back and forward.
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
  /// Each action that changes the value makes a step, or is added to the previous one, as `grouping` says. A new step
  /// drops the steps forward. An action that replaces the ``Undoable``, or changes its steps, makes none. See <doc:Undo>.
  ///
  /// ``UndoAction/undo`` and ``UndoAction/redo`` change the value, and then this reducer runs with the action, so that it
  /// can do what follows from that. A change that it makes belongs to the value that the step leads to. Without a step in
  /// that direction, the value stays as it is.
  ///
  /// A step changes the value and nothing else. Effects are not undone: a request that was sent stays sent. If a step
  /// removes the state of a child, the child's effects end and its `onUnmount` is called. If a step restores the state,
  /// its `onMount` is called. A subscription follows its key.
  ///
  /// Apply it to the reducer that makes all changes of the value, including those of features that share it.
  ///
  /// - Parameters:
  ///   - toValue: The key path to the value.
  ///   - toAction: The case of the actions that take a step.
  ///   - limit: The number of steps to keep; beyond it, the oldest are dropped. With 0 or less, none are kept.
  ///   - grouping: Returns the step that an action's change belongs to.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer that also keeps the steps.
  /// - Complexity: One call of `grouping` and one comparison of the value for each action, O(1) for a collection that the
  ///   action has left alone. The previous value is kept while this reducer runs, so a collection in it is copied if it
  ///   changes, except for a change that is added to a step. A change of ``UndoGrouping/previousStep`` is also made in the
  ///   values of all steps: O(*s* · *p*) in the number of steps and of parts, and O(*n* + *c*²) for an array of *n*
  ///   elements of which *c* have changed. A step back or forward is O(*t*) in the number of types of parts of the value,
  ///   which is searched for stacks if it can contain a ``StackState``.
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
