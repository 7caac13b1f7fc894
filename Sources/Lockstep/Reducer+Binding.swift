// SPDX-License-Identifier: MIT

extension Reducer {
  /// A reducer that sets the property that an action names, and then runs this one.
  ///
  /// ```swift
  /// settingsReducer.binding(action: /SettingsAction.binding)
  /// ```
  ///
  /// - Parameter toBindingAction: The case of the actions that set a property.
  /// - Returns: The reducer that also sets properties.
  /// - Complexity: O(1) for each action; the property is written in place.
  public func binding(action toBindingAction: CasePath<Action, BindingAction<State>>) -> Self {
    Self(gate: nil, sites: sites) { state, action, environment in
      toBindingAction.extract(from: action)?.apply(to: &state)
      return reduce(&state, action, environment)
    }
  }

  /// A reducer that sets the property that an action names in a part of the state, and then runs this
  /// one.
  ///
  /// ```swift
  /// profileReducer.binding(state: \.form, action: /ProfileAction.form)
  /// ```
  ///
  /// - Parameters:
  ///   - toPart: Where the part is.
  ///   - toBindingAction: The case of the actions that set a property of it.
  /// - Returns: The reducer that also sets properties.
  /// - Complexity: O(1) for each action; the property is written in place.
  public func binding<Part>(
    state toPart: any WritableKeyPath<State, Part> & Sendable,
    action toBindingAction: CasePath<Action, BindingAction<Part>>
  ) -> Self {
    Self(gate: nil, sites: sites) { state, action, environment in
      toBindingAction.extract(from: action)?.apply(to: &state[keyPath: toPart])
      return reduce(&state, action, environment)
    }
  }
}
