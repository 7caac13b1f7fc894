// SPDX-License-Identifier: MIT

public import Testing

/// A test store for a part of the state and of the actions of another test store.
///
/// It sends actions of the part, such as those of a view, and receives actions of both the part and the
/// whole:
///
/// ```swift
/// let view = store.scope(state: LoginView.State.init, action: LoginAction.init(view:))
/// view.send(.loginButtonTapped) { $0.isFormDisabled = true }
/// view.receive(.loginResponse(.success("Blob"))) { $0.isFormDisabled = false }
/// ```
///
/// An action whose name belongs to both the part and the whole is taken as an action of the part, which
/// is equivalent if the action of the part is embedded in that of the whole. For the other overloads of
/// `receive`, use ``whole``.
///
/// Isolation: that of the test.
///
/// Complexity: that of a ``TestStore``.
public final class ScopedTestStore<
  State: Equatable,
  Action: Sendable,
  WholeAction: Sendable,
  Environment: Sendable
>: TestStore<State, Action, Environment> {
  private let wholeCore: TestCore<State, WholeAction, Environment>

  init(
    _ core: TestCore<State, Action, Environment>,
    whole: TestCore<State, WholeAction, Environment>,
    partOf parent: AnyObject
  ) {
    wholeCore = whole
    super.init(core, partOf: parent)
  }

  /// The same part of the state, with the actions of the whole.
  ///
  /// ```swift
  /// view.whole.receive(/LoginAction.loginResponse) { $0.isFormDisabled = false }
  /// ```
  public var whole: TestStore<State, WholeAction, Environment> {
    TestStore<State, WholeAction, Environment>(wholeCore, partOf: self)
  }

  /// Returns a test store that shows a part of this store's state, and sends and receives the same
  /// actions.
  ///
  /// - Parameter toChildState: A function that projects the state.
  /// - Returns: The test store of the part, which keeps this store alive.
  public override func scope<ChildState: Equatable>(
    state toChildState: @escaping (State) -> ChildState
  ) -> ScopedTestStore<ChildState, Action, WholeAction, Environment> {
    let parts = IgnoredParts<ChildState>()
    return ScopedTestStore<ChildState, Action, WholeAction, Environment>(
      core.scoped(state: toChildState, ignoring: parts),
      whole: wholeCore.scoped(state: toChildState, ignoring: parts),
      partOf: self
    )
  }

  /// Returns a test store that shows a part of this store's state, and sends a part of its actions.
  ///
  /// It receives actions of that part and of the whole, which is the store that all of these stores are
  /// parts of.
  ///
  /// - Parameters:
  ///   - toChildState: A function that projects the state.
  ///   - fromChildAction: Embeds an action, as in the overload for a whole store.
  /// - Returns: The test store of the part, which keeps this store alive.
  public func scope<ChildState: Equatable, ChildAction: Sendable>(
    state toChildState: @escaping (State) -> ChildState,
    action fromChildAction: @escaping @Sendable (ChildAction) -> Action
  ) -> ScopedTestStore<ChildState, ChildAction, WholeAction, Environment> {
    let parts = IgnoredParts<ChildState>()
    return ScopedTestStore<ChildState, ChildAction, WholeAction, Environment>(
      core.scoped(state: toChildState, action: fromChildAction, ignoring: parts),
      whole: wholeCore.scoped(state: toChildState, ignoring: parts),
      partOf: self
    )
  }
}

extension ScopedTestStore where WholeAction: Equatable {
  /// Asserts that an effect has sent an action of the whole, and how the action has changed the part of
  /// the state.
  ///
  /// - Parameters:
  ///   - expectedAction: The oldest received action that has not been asserted yet.
  ///   - location: The place named in failures.
  ///   - update: Changes the state before the step to the state expected after it. Omit it if nothing
  ///     changes: a closure that changes nothing is a failure, and so is an error that it throws.
  @_disfavoredOverload
  public func receive(
    _ expectedAction: WholeAction,
    at location: SourceLocation = #_sourceLocation,
    _ update: (inout State) throws -> Void = expectNoChange
  ) {
    whole.receive(
      expectedAction,
      at: location,
      update
    )
  }

  /// Waits until an effect has sent an action of the whole, then asserts the action and how it has
  /// changed the part of the state.
  ///
  /// - Parameters:
  ///   - expectedAction: The oldest received action that has not been asserted yet.
  ///   - timeout: The maximum time to wait.
  ///   - location: The place named in failures.
  ///   - isolation: The isolation of the caller, which this method keeps.
  ///   - update: Changes the state before the step to the state expected after it. Omit it if nothing
  ///     changes: a closure that changes nothing is a failure, and so is an error that it throws.
  @_disfavoredOverload
  public func receive(
    _ expectedAction: WholeAction,
    timeout: Duration,
    at location: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout State) throws -> Void = expectNoChange
  ) async {
    await whole.receive(
      expectedAction,
      timeout: timeout,
      at: location,
      isolation: isolation,
      update
    )
  }
}
