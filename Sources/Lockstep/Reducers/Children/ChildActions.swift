// SPDX-License-Identifier: MIT

/// A type that converts between a parent's actions and the actions of its children.
///
/// Code that runs for each action is inlinable, because unspecialized code would look up types.
@usableFromInline
protocol ChildActions<ParentAction, ID, Action>: Sendable {
  associatedtype ParentAction: Sendable
  /// A value that identifies a child; `Void` for an only child.
  associatedtype ID: Sendable
  associatedtype Action: Sendable
  /// A child's action, with the child's id if there are several children.
  associatedtype Payload = Action

  /// The cases of the parent's actions that may be for a child; `nil` if they are unknown.
  var gate: CaseGate? { get }

  func extract(from action: ParentAction) -> Payload?

  /// Returns whether an action is for a child; `nil` if only ``extract(from:)`` can tell.
  func isForChild(_ action: ParentAction) -> Bool?

  /// Returns the payload of an action for which ``isForChild(_:)`` returns `true`.
  ///
  /// The result is not optional, because reading the tag of an optional may call a function for each enum in its value.
  func payload(of action: ParentAction) -> Payload

  static func id(of payload: Payload) -> ID

  static func action(of payload: Payload) -> Action

  func embedding(of id: ID) -> @Sendable (Action) -> ParentAction

  func dismissal(of id: ID) -> ValueNode<ParentAction, Never>?

  /// Returns the element that the effects of a child belong to; `nil` for an only child.
  func element(of id: ID) -> CancellationID?

  /// Returns the id of the child that an element identifies; `nil` if the element contains no such id.
  func id(of element: CancellationID?) -> ID?
}

extension ChildActions {
  @inlinable
  func isForChild(_ action: ParentAction) -> Bool? { nil }

  @inlinable
  func payload(of action: ParentAction) -> Payload {
    preconditionFailure("'payload(of:)' requires that 'isForChild(_:)' returned 'true'.")
  }

  @inlinable
  func dismissal(of id: ID) -> ValueNode<ParentAction, Never>? { nil }
}

extension ChildActions where Payload == Action {
  @inlinable
  static func action(of payload: Action) -> Action { payload }
}

extension ChildActions where Payload == (ID, Action) {
  @inlinable
  static func id(of payload: (ID, Action)) -> ID { payload.0 }

  @inlinable
  static func action(of payload: (ID, Action)) -> Action { payload.1 }
}

extension ChildActions where ID == Void {
  @inlinable
  static func id(of payload: Payload) { () }

  @inlinable
  func element(of id: Void) -> CancellationID? { nil }

  @inlinable
  func id(of element: CancellationID?) -> Void? { () }
}

extension ChildActions where ID: Hashable {
  @inlinable
  func element(of id: ID) -> CancellationID? { CancellationID(id) }

  @inlinable
  func id(of element: CancellationID?) -> ID? { element?.value(as: ID.self) }
}

@usableFromInline
struct OnlyActions<ParentAction: Sendable, Action: Sendable>: ChildActions {
  @usableFromInline let path: CasePath<ParentAction, Action>

  @inlinable
  init(_ path: CasePath<ParentAction, Action>, at location: CodeLocation) {
    self.path = path
    path.noteUse(at: location)
  }

  @usableFromInline var gate: CaseGate? { path.gate }

  @inlinable
  func extract(from action: ParentAction) -> Action? { path.extraction.extract(from: action) }

  @inlinable
  @inline(__always)
  func isForChild(_ action: ParentAction) -> Bool? { path.tagMatches(action) }

  @inlinable
  @inline(__always)
  func payload(of action: ParentAction) -> Action { path.matchedPayload(of: action) }

  @inlinable
  func embedding(of id: Void) -> @Sendable (Action) -> ParentAction { path.embedding }
}

/// The actions of an only child that has the same actions as its parent.
@usableFromInline
struct SameActions<Action: Sendable>: ChildActions {
  @usableFromInline let gate: CaseGate?

  @inlinable
  init(_ gate: CaseGate?) { self.gate = gate }

  @inlinable
  func extract(from action: Action) -> Action? { action }

  @inlinable
  func isForChild(_ action: Action) -> Bool? { true }

  @inlinable
  func payload(of action: Action) -> Action { action }

  @inlinable
  func embedding(of id: Void) -> @Sendable (Action) -> Action { { $0 } }
}

@usableFromInline
struct ElementActions<ParentAction: Sendable, ID: Hashable & Sendable, Action: Sendable>:
  ChildActions
{
  @usableFromInline let path: CasePath<ParentAction, (ID, Action)>

  @inlinable
  init(_ path: CasePath<ParentAction, (ID, Action)>, at location: CodeLocation) {
    self.path = path
    path.noteUse(at: location)
  }

  @usableFromInline var gate: CaseGate? { path.gate }

  @inlinable
  func extract(from action: ParentAction) -> (ID, Action)? { path.extraction.extract(from: action) }

  @inlinable
  @inline(__always)
  func isForChild(_ action: ParentAction) -> Bool? { path.tagMatches(action) }

  @inlinable
  @inline(__always)
  func payload(of action: ParentAction) -> (ID, Action) { path.matchedPayload(of: action) }

  @inlinable
  func embedding(of id: ID) -> @Sendable (Action) -> ParentAction {
    { [path] in path.embed((id, $0)) }
  }
}
