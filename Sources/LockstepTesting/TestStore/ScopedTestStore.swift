// SPDX-License-Identifier: MIT

/// A test store of a part of the state and of the actions of another one.
///
/// It sends actions of the part, such as those of a view, and receives actions of the part and of the
/// whole:
///
/// ```swift
/// let view = store.scope(state: LoginView.State.init, action: LoginAction.init(view:))
/// view.send(.loginButtonTapped) { $0.isFormDisabled = true }
/// view.receive(.loginResponse(.success("Blob"))) { $0.isFormDisabled = false }
/// ```
///
/// An action that is of the part and of the whole by its name is taken as one of the part, which comes to
/// the same if that is embedded in the other. For the other forms of `receive` there is ``whole``.
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
  private let wholeCore: any TestCore<State, WholeAction, Environment>

  init(
    _ core: any TestCore<State, Action, Environment>,
    whole: any TestCore<State, WholeAction, Environment>,
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

  /// A test store that shows a part of this one's state, and sends and receives the same actions.
  ///
  /// - Parameter toChildState: Projects the state.
  /// - Returns: The test store of the part, which keeps this one.
  public override func scope<ChildState: Equatable>(
    state toChildState: @escaping (State) -> ChildState
  ) -> ScopedTestStore<ChildState, Action, WholeAction, Environment> {
    ScopedTestStore<ChildState, Action, WholeAction, Environment>(
      core.scoped(state: toChildState),
      whole: wholeCore.scoped(state: toChildState),
      partOf: self
    )
  }

  /// A test store that shows a part of this one's state, and sends a part of its actions.
  ///
  /// It receives actions of that part and of the whole, which is the store that all of them are parts of.
  ///
  /// - Parameters:
  ///   - toChildState: Projects the state.
  ///   - fromChildAction: Embeds an action, as in the form for a whole store.
  /// - Returns: The test store of the part, which keeps this one.
  public func scope<ChildState: Equatable, ChildAction: Sendable>(
    state toChildState: @escaping (State) -> ChildState,
    action fromChildAction: @escaping @Sendable (ChildAction) -> Action
  ) -> ScopedTestStore<ChildState, ChildAction, WholeAction, Environment> {
    ScopedTestStore<ChildState, ChildAction, WholeAction, Environment>(
      core.scoped(state: toChildState, action: fromChildAction),
      whole: wholeCore.scoped(state: toChildState),
      partOf: self
    )
  }
}

extension ScopedTestStore where WholeAction: Equatable {
  /// Asserts that an effect has sent an action of the whole, and how it has changed the part of the state.
  ///
  /// - Parameters:
  ///   - expectedAction: The oldest action that was received and not asserted yet.
  ///   - fileID: The file that failures name.
  ///   - filePath: The path of that file.
  ///   - line: The line that failures name.
  ///   - column: The column that failures name.
  ///   - update: Changes the state before the step to the expected one after it; left out where nothing
  ///     changes. One that changes nothing is a failure, and so is an error that it throws.
  @_disfavoredOverload
  public func receive(
    _ expectedAction: WholeAction,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ update: (inout State) throws -> Void = expectNoChange
  ) {
    whole.receive(
      expectedAction,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      update
    )
  }

  /// Waits until an effect has sent an action of the whole, and asserts it and how it has changed the part
  /// of the state.
  ///
  /// - Parameters:
  ///   - expectedAction: The oldest action that was received and not asserted yet.
  ///   - timeout: How long to wait at most.
  ///   - fileID: The file that failures name.
  ///   - filePath: The path of that file.
  ///   - line: The line that failures name.
  ///   - column: The column that failures name.
  ///   - isolation: The isolation of the caller, which it keeps.
  ///   - update: Changes the state before the step to the expected one after it; left out where nothing
  ///     changes. One that changes nothing is a failure, and so is an error that it throws.
  @_disfavoredOverload
  public func receive(
    _ expectedAction: WholeAction,
    timeout: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout State) throws -> Void = expectNoChange
  ) async {
    await whole.receive(
      expectedAction,
      timeout: timeout,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      isolation: isolation,
      update
    )
  }
}
