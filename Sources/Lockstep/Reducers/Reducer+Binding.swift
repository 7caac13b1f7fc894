// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer that sets the property that a binding action names, and then runs this reducer.
  ///
  /// ```swift
  /// Settings.reducer.binding(action: /Settings.Action.binding)
  /// ```
  ///
  /// - Parameters:
  ///   - toBindingAction: The case of the binding actions.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer that also sets properties.
  /// - Complexity: O(1) for each action. The property is set in place.
  public func binding(
    action toBindingAction: CasePath<Action, BindingAction<State>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    toBindingAction.noteUse(at: location)
    return Self(gate: nil, sites: sites, lifecycle: lifecycle) { state, action, environment in
      if let binding = toBindingAction.extract(from: action), SenderPlace.isAbsent == false {
        StoreTurn.noteTaken()
        binding.apply(to: &state)
      }
      return reduce(&state, action, environment)
    }
  }

  /// Returns a reducer that sets the property that a binding action names in a part of the state, and then runs this
  /// reducer.
  ///
  /// ```swift
  /// Profile.reducer.binding(state: \.form, action: /Profile.Action.form)
  /// ```
  ///
  /// - Parameters:
  ///   - toPart: The key path to the part.
  ///   - toBindingAction: The case of the part's binding actions.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Returns: The reducer that also sets properties.
  /// - Complexity: O(1) for each action. The property is set in place.
  public func binding<Part>(
    state toPart: any WritableKeyPath<State, Part> & Sendable,
    action toBindingAction: CasePath<Action, BindingAction<Part>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    toBindingAction.noteUse(at: location)
    return Self(gate: nil, sites: sites, lifecycle: lifecycle) { state, action, environment in
      if let binding = toBindingAction.extract(from: action), SenderPlace.isAbsent == false {
        StoreTurn.noteTaken()
        binding.apply(to: &state[keyPath: toPart])
      }
      return reduce(&state, action, environment)
    }
  }
}
