// SPDX-License-Identifier: MIT

/// An action of a presented feature, or its dismissal.
///
/// ```swift
/// enum Book {
///   enum Action: Equatable {
///     case editButtonTapped
///     case editor(PresentationAction<Editor.Action>)
///   }
/// }
/// ```
///
/// See
/// ``Reducer/presenting(_:id:action:_:closesAfter:fileID:filePath:line:column:)-(_,_,_,Reducer<Child,ChildAction,Environment>,_,_,_,_,_)``.
@frozen
public enum PresentationAction<Action> {
  /// Dismisses the presented feature.
  ///
  /// A user interface sends this action, or the feature requests it with ``Effect/dismiss``.
  ///
  /// The presenting reducer runs first and may change the presented state. If that state has an identity, a change does
  /// not prevent its removal. Without an identity, a changed state counts as a new presentation and stays.
  case dismiss
  /// An action of the presented feature.
  case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}

extension PresentationAction: Hashable where Action: Hashable {}

extension PresentationAction: Sendable where Action: Sendable {}

extension PresentationAction: Encodable where Action: Encodable {}

extension PresentationAction: Decodable where Action: Decodable {}
