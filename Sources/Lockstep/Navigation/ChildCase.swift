// SPDX-License-Identifier: MIT

/// A case of a state enum together with the corresponding case of an action enum.
///
/// ```swift
/// enum LibraryScreen {
///   enum State: Equatable {
///     case author(AuthorPage.State)
///     case book(BookPage.State)
///   }
///
///   enum Action: Equatable {
///     case author(AuthorPage.Action)
///     case book(BookPage.Action)
///   }
///
///   static let author = ChildCase(/State.author, /Action.author)
///   static let book = ChildCase(/State.book, /Action.book)
///
///   static let reducer = Reducer<State, Action, Void>.combine(
///     AuthorPage.reducer.pullback(author),
///     BookPage.reducer.pullback(book)
///   )
/// }
/// ```
///
/// A pair describes one kind of screen, destination, or tab. Pass it to
/// ``Store/scope(_:fileID:filePath:line:column:)->Store<ChildState,ChildAction>?`` to get the child's store, and to
/// `part(_:)` of a test scope to get the child's test scope.
public struct ChildCase<
  State,
  Action: Sendable,
  ChildState,
  ChildAction: Sendable
>: Sendable {
  /// The case of the state.
  public let state: CasePath<State, ChildState>

  /// The case of the actions.
  public let action: CasePath<Action, ChildAction>

  /// Creates a pair from a case of the state and a case of the actions.
  ///
  /// - Parameters:
  ///   - state: The case of the state.
  ///   - action: The case of the actions.
  public init(_ state: CasePath<State, ChildState>, _ action: CasePath<Action, ChildAction>) {
    self.state = state
    self.action = action
  }
}

extension Reducer {
  /// Returns a reducer of a larger feature that runs this one on one case of its state and its actions.
  ///
  /// This method is equivalent to
  /// ``pullback(state:action:id:cancelsEffects:fileID:filePath:line:column:)->Reducer<ParentState,ParentAction,Environment>``,
  /// but takes both cases from a ``ChildCase``.
  @inlinable
  public func pullback<ParentState, ParentAction: Sendable>(
    _ child: ChildCase<ParentState, ParentAction, State, Action>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, Environment> {
    pullback(
      state: child.state,
      action: child.action,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

extension Reducer where Environment == Void {
  /// Returns a reducer of a larger feature that runs this one, which needs no environment, on one case of its state and
  /// its actions.
  @inlinable
  @_disfavoredOverload
  public func pullback<ParentState, ParentAction: Sendable, ParentEnvironment: Sendable>(
    _ child: ChildCase<ParentState, ParentAction, State, Action>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<ParentState, ParentAction, ParentEnvironment> {
    environment { (_: ParentEnvironment) in }.pullback(
      child,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

extension Store {
  /// Returns a store of a case's payload, or `nil` if the state is in another case.
  ///
  /// ```swift
  /// if let book = screen.scope(LibraryScreen.book) {
  ///   show(book.title)
  /// }
  /// ```
  ///
  /// This method is equivalent to ``scope(ifCaseLet:action:id:fileID:filePath:line:column:)`` with both cases of a
  /// ``ChildCase``.
  @inlinable
  public func scope<ChildState, ChildAction: Sendable>(
    _ child: ChildCase<State, Action, ChildState, ChildAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction>? {
    scope(
      ifCaseLet: child.state,
      action: child.action.embed,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
