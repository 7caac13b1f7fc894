// SPDX-License-Identifier: MIT

// Declarations that the compiler finds by the names of other frameworks, so that it says what to write.
extension Store {
  /// Reports a store whose reducer is in a closure.
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

/// Reports the protocol that another framework has for actions with a ``BindingAction``.
@available(
  *,
  unavailable,
  message:
    "Remove the conformance, and write '.binding(action: /AppAction.binding)' after the reducer."
)
public protocol BindableAction {}

/// Reports the function that another framework has for ``Effect/dismiss``.
@available(
  *,
  unavailable,
  message: "Return '.dismiss', or '.concatenate(effect, .dismiss)' to dismiss after an effect."
)
public func dismiss() async {}
