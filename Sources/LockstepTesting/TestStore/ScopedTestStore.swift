// SPDX-License-Identifier: MIT

public import Testing

/// A test store for a part of the state and actions of another test store, its parent.
///
/// A scoped test store sends actions of the part, such as view actions, and receives actions of both the part and the
/// parent:
///
/// ```swift
/// let view = store.scope(state: LoginView.State.init, action: Login.Action.init(view:))
/// view.send(.loginButtonTapped) { $0.isFormDisabled = true }
/// view.receive(.loginResponse(.success("Blob"))) { $0.isFormDisabled = false }
/// ```
///
/// If the part and the parent have actions with the same name, the name refers to the action of the part. The two are
/// equivalent if the parent's action embeds the part's action. For the other overloads of `receive`, use ``parent``.
///
/// Isolation: the test's isolation.
///
/// Complexity: the same as a ``TestStore``.
public final class ScopedTestStore<
  State: Equatable,
  Action: Sendable,
  ParentAction: Sendable,
  Environment: Sendable
>: TestStore<State, Action, Environment> {
  private let parentCore: TestCore<State, ParentAction, Environment>

  init(
    _ core: TestCore<State, Action, Environment>,
    parent: TestCore<State, ParentAction, Environment>,
    partOf owner: AnyObject
  ) {
    parentCore = parent
    super.init(core, partOf: owner)
  }

  /// A test store for the same part of the state, with the parent's actions.
  ///
  /// ```swift
  /// view.parent.receive(/Login.Action.loginResponse) { $0.isFormDisabled = false }
  /// ```
  public var parent: TestStore<State, ParentAction, Environment> {
    TestStore<State, ParentAction, Environment>(parentCore, partOf: self)
  }

  /// Returns a test store for a part of this store's state and all of its actions.
  ///
  /// - Parameter toChildState: A function that projects the state.
  /// - Returns: The test store of the part, which keeps this store alive.
  public override func scope<ChildState: Equatable>(
    state toChildState: @escaping (State) -> ChildState
  ) -> ScopedTestStore<ChildState, Action, ParentAction, Environment> {
    let parts = IgnoredParts<ChildState>()
    return ScopedTestStore<ChildState, Action, ParentAction, Environment>(
      core.scoped(state: toChildState, ignoring: parts),
      parent: parentCore.scoped(state: toChildState, ignoring: parts),
      partOf: self
    )
  }

  /// Returns a test store for a part of this store's state and a part of its actions.
  ///
  /// The new store receives actions of that part and of the parent, the store that created the first scope.
  ///
  /// - Parameters:
  ///   - toChildState: A function that projects the state.
  ///   - fromChildAction: Embeds an action, as in the overload of a `TestStore`.
  /// - Returns: The test store of the part, which keeps this store alive.
  public func scope<ChildState: Equatable, ChildAction: Sendable>(
    state toChildState: @escaping (State) -> ChildState,
    action fromChildAction: @escaping @Sendable (ChildAction) -> Action
  ) -> ScopedTestStore<ChildState, ChildAction, ParentAction, Environment> {
    let parts = IgnoredParts<ChildState>()
    return ScopedTestStore<ChildState, ChildAction, ParentAction, Environment>(
      core.scoped(state: toChildState, action: fromChildAction, ignoring: parts),
      parent: parentCore.scoped(state: toChildState, ignoring: parts),
      partOf: self
    )
  }
}

extension ScopedTestStore where ParentAction: Equatable {
  /// Asserts that an effect sent a parent action, and how the action changed the part of the state.
  ///
  /// - Parameters:
  ///   - expectedAction: The oldest received action that has not been asserted yet.
  ///   - location: The place named in failures.
  ///   - update: Changes the state before the step to the state expected after it. Omit it if nothing changes: a
  ///     closure that changes nothing is a failure, and so is an error that it throws.
  @_disfavoredOverload
  public func receive(
    _ expectedAction: ParentAction,
    at location: SourceLocation = #_sourceLocation,
    _ update: (inout State) throws -> Void = expectNoChange
  ) {
    parent.receive(
      expectedAction,
      at: location,
      update
    )
  }

  /// Waits until an effect sends a parent action, and then asserts how the action changed the part of the state.
  ///
  /// - Parameters:
  ///   - expectedAction: The oldest received action that has not been asserted yet.
  ///   - timeout: The maximum time to wait.
  ///   - location: The place named in failures.
  ///   - isolation: The isolation of the caller, which this method keeps.
  ///   - update: Changes the state before the step to the state expected after it. Omit it if nothing changes: a
  ///     closure that changes nothing is a failure, and so is an error that it throws.
  @_disfavoredOverload
  public func receive(
    _ expectedAction: ParentAction,
    timeout: Duration,
    at location: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout State) throws -> Void = expectNoChange
  ) async {
    await parent.receive(
      expectedAction,
      timeout: timeout,
      at: location,
      isolation: isolation,
      update
    )
  }
}
