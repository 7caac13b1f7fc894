// SPDX-License-Identifier: MIT

/// An action of a stack of screens: a screen's action, a pop, or a push.
///
/// ```swift
/// enum AppFeature {
///   enum Action: Equatable {
///     case path(StackAction<BookScreen.State, BookScreen.Action>)
///     case bookTapped(Int)
///   }
/// }
/// ```
///
/// See ``Reducer/forEach(stack:id:action:fileID:filePath:line:column:)->Reducer<ParentState,ParentAction,Environment>``.
@frozen
public enum StackAction<State, Action> {
  /// An action of a screen.
  case element(id: Int, action: Action)
  /// Removes a screen and all screens above it.
  ///
  /// A user interface sends this action when the user goes back. A screen sends it with ``Effect/dismiss``.
  case popFrom(id: Int)
  /// Adds a screen on top.
  case push(State)
}

extension StackAction: Equatable where State: Equatable, Action: Equatable {}

extension StackAction: Hashable where State: Hashable, Action: Hashable {}

extension StackAction: Sendable where State: Sendable, Action: Sendable {}

extension StackAction: Encodable where State: Encodable, Action: Encodable {}

extension StackAction: Decodable where State: Decodable, Action: Decodable {}
