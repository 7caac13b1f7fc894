// SPDX-License-Identifier: MIT

// Declarations with the names of other frameworks. The compiler reports each with the code to write instead.
extension Store {
  /// Reports a reducer that is passed as a closure.
  @available(
    *,
    unavailable,
    message:
      "Write 'Store(initialState: AppState(), reducer: appReducer, environment: AppEnvironment())'."
  )
  public convenience init<Environment: Sendable>(
    initialState: State,
    reducer: () -> Reducer<State, Action, Environment>,
    withDependencies: (inout Environment) -> Void = { _ in }
  ) {
    fatalError("This function is unavailable.")
  }
}

/// Reports another framework's protocol for actions with a ``BindingAction``.
@available(
  *,
  unavailable,
  message:
    "Remove the conformance, and write '.binding(action: /AppAction.binding)' after the reducer."
)
public protocol BindableAction {}

/// Reports another framework's function for ``Effect/dismiss``.
@available(
  *,
  unavailable,
  message: "Return '.dismiss', or '.concatenate(effect, .dismiss)' to dismiss after an effect."
)
public func dismiss() async {}
