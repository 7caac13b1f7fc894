// SPDX-License-Identifier: MIT

/// The actions of the children of a composition, as parts of the parent's actions.
///
/// What runs for each action is inlinable: unspecialized code would look up types.
@usableFromInline
protocol ChildActions<ParentAction, ID, Action>: Sendable {
  associatedtype ParentAction: Sendable
  /// A value that identifies a child; `Void` for an only child.
  associatedtype ID: Sendable
  associatedtype Action: Sendable
  /// An action of a child, with the id of the child if there are several.
  associatedtype Payload = Action

  /// The parent's actions that may be for a child, as far as that is known without extracting it.
  var gate: CaseGate? { get }

  /// Extracts the action of a child, with the id of the child if there are several; returns `nil` if the action is not for
  /// a child.
  func extract(from action: ParentAction) -> Payload?

  /// Returns whether an action is for a child; `nil` if only ``extract(from:)`` can tell.
  func isForChild(_ action: ParentAction) -> Bool?

  /// Returns the part of an action of which ``isForChild(_:)`` has returned `true`.
  ///
  /// It is not optional because reading the tag of an optional may call a function for each enum that is nested in its
  /// value.
  func payload(of action: ParentAction) -> Payload

  /// Returns which child an action is for.
  static func id(of payload: Payload) -> ID

  /// Returns the action of the child.
  static func action(of payload: Payload) -> Action

  /// Returns a function that makes an action of the parent.
  func embedding(of id: ID) -> @Sendable (Action) -> ParentAction

  /// Returns the action that removes a child; `nil` if there is none.
  func dismissal(of id: ID) -> ValueNode<ParentAction, Never>?

  /// Returns the element that the effects of a child belong to; `nil` for an only child.
  func element(of id: ID) -> CancellationID?

  /// Returns the id of the child that an element identifies; `nil` if it identifies none of these children.
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

/// The actions of an only child.
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

/// The actions of an only child that are those of its parent.
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

/// The actions of the elements of a list, each with the id of its element.
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
