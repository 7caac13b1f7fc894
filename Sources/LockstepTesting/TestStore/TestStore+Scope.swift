// SPDX-License-Identifier: MIT

internal import Lockstep

extension TestStore where Action: Equatable {
  /// A test store that shows a part of this one's state, and sends and receives a part of its actions.
  ///
  /// ```swift
  /// let counter = store.scope(state: \.counter, action: AppAction.counter)
  /// counter.send(.incrementButtonTapped) { $0.count = 1 }
  /// ```
  ///
  /// Its steps assert the part of the state only; received actions and effects are those of the whole
  /// store, which accounts for them at its end. An action that is not a part is received by the whole
  /// store.
  ///
  /// - Parameters:
  ///   - toChildState: Projects the state.
  ///   - fromChildAction: Embeds an action. To receive by case or by condition, it has to be the
  ///     constructor of a case.
  /// - Returns: The test store of the part, which keeps this one.
  public func scope<ChildState: Equatable, ChildAction: Sendable>(
    state toChildState: @escaping (State) -> ChildState,
    action fromChildAction: @escaping @Sendable (ChildAction) -> Action
  ) -> TestStore<ChildState, ChildAction, Environment> {
    scoped(state: toChildState, action: fromChildAction, isEqual: ==)
  }
}

extension TestStore {
  /// A test store that shows a part of this one's state, and sends and receives a part of its actions,
  /// which cannot be compared as a whole.
  ///
  /// It does the same as the form for actions that can be.
  ///
  /// - Parameters:
  ///   - toChildState: Projects the state.
  ///   - fromChildAction: Embeds an action. To receive, it has to be the constructor of a case.
  /// - Returns: The test store of the part, which keeps this one.
  public func scope<ChildState: Equatable, ChildAction: Sendable>(
    state toChildState: @escaping (State) -> ChildState,
    action fromChildAction: @escaping @Sendable (ChildAction) -> Action
  ) -> TestStore<ChildState, ChildAction, Environment> {
    scoped(state: toChildState, action: fromChildAction, isEqual: nil)
  }

  /// A test store that shows a part of this one's state, and sends and receives the same actions.
  ///
  /// - Parameter toChildState: Projects the state.
  /// - Returns: The test store of the part, which keeps this one.
  public func scope<ChildState: Equatable>(
    state toChildState: @escaping (State) -> ChildState
  ) -> TestStore<ChildState, Action, Environment> {
    TestStore<ChildState, Action, Environment>(
      ScopedTestCore(
        core,
        state: toChildState,
        embed: { $0 },
        extract: { $0 },
        isEqual: nil
      ),
      partOf: self
    )
  }

  private func scoped<ChildState: Equatable, ChildAction: Sendable>(
    state toChildState: @escaping (State) -> ChildState,
    action fromChildAction: @escaping @Sendable (ChildAction) -> Action,
    isEqual: ((Action, Action) -> Bool)?
  ) -> TestStore<ChildState, ChildAction, Environment> {
    // Made only when it is needed, because not every function is a constructor.
    lazy var path = /fromChildAction
    return TestStore<ChildState, ChildAction, Environment>(
      ScopedTestCore(
        core,
        state: toChildState,
        embed: fromChildAction,
        extract: { path.extract(from: $0) },
        isEqual: isEqual
      ),
      partOf: self
    )
  }
}
