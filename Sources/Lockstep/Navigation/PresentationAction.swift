// SPDX-License-Identifier: MIT

/// An action of something that is presented, or its dismissal.
///
/// ```swift
/// enum BookAction: Equatable {
///   case editButtonTapped
///   case editor(PresentationAction<EditorAction>)
/// }
/// ```
///
/// See
/// ``Reducer/presenting(_:id:action:_:closesAfter:fileID:filePath:line:column:)-(_,_,_,Reducer<Child,ChildAction,Environment>,_,_,_,_,_)``.
@frozen
public enum PresentationAction<Action> {
  /// The dismissal: a user interface has closed what is presented, or that has asked for it itself, with
  /// ``Effect/dismiss``.
  ///
  /// The reducer that presents runs first, and may change the presented state; that state goes away all the same if
  /// it has an identity. Without one, a changed state counts as a new presentation, and stays.
  case dismiss
  /// An action of the presented feature.
  case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}

extension PresentationAction: Hashable where Action: Hashable {}

extension PresentationAction: Sendable where Action: Sendable {}

extension PresentationAction: Encodable where Action: Encodable {}

extension PresentationAction: Decodable where Action: Decodable {}
