// SPDX-License-Identifier: MIT

/// The state of a feature, together with a value that other features read and change, too.
///
/// ```swift
/// enum Detail {
///   struct State: Equatable {
///     let id: Book.ID
///     var isDeleting = false
///   }
///
///   static let reducer = Reducer<Sharing<State, Books>, Action, Void> { state, action, _ in
///     switch action {
///     case .deleteButtonTapped:
///       state.isDeleting = true
///       return .none
///     case .deletionConfirmed:
///       state.shared.remove(id: state.id)
///       return .dismiss
///     }
///   }
/// }
/// ```
///
/// The value is stored once, in the state of its owner, which is usually the root. The owner shares it with the
/// reducers that it is composed with: see ``Reducer/pullback(state:sharing:action:id:fileID:filePath:line:column:)``,
/// ``Reducer/forEach(stack:sharing:id:action:fileID:filePath:line:column:)`` and
/// ``Reducer/presenting(_:sharing:id:action:_:closesAfter:fileID:filePath:line:column:)``. Both parts are
/// moved into this type for a turn, and back. There is no second copy, so no update is lost, and nothing has to be kept
/// equal.
///
/// The properties of the local state are also those of this type: `state.title` is `state.local.title`. In key paths
/// that composition takes, write `\.local.title`: a path through such a property copies the part. Within one statement
/// that changes `state.shared`, read `state.local.title`: `state.title` reads the whole state, so behind a `?` or in a
/// closure, the compiler reports overlapping accesses.
///
/// To share several values, put them into a struct. A feature with shared state shares it with its own children by
/// `sharing: \.shared`, or a part of it. For the payload of a case, `pullback(state: /BookScreen.State.detail, action: …)`
/// is enough.
///
/// Isolation: that of the state that contains the two.
///
/// Complexity: O(1), whatever the size of the value.
@dynamicMemberLookup
public struct Sharing<Local, Shared> {
  // NB: The local state comes first, so that a pointer to the pair also points to it; see `ChildSite.Pairing`.

  /// The feature's local state.
  public var local: Local

  /// The value that it shares with other features.
  public var shared: Shared

  /// Creates the state of a feature that shares a value.
  ///
  /// - Parameters:
  ///   - local: The feature's local state.
  ///   - shared: The value that it shares with other features.
  @inlinable
  public init(_ local: Local, _ shared: Shared) {
    self.local = local
    self.shared = shared
  }

  /// A property of the local state.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: WritableKeyPath<Local, Value>) -> Value {
    _read { yield local[keyPath: keyPath] }
    _modify { yield &local[keyPath: keyPath] }
  }

  /// A property of the local state that cannot be set.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<Local, Value>) -> Value {
    local[keyPath: keyPath]
  }
}

extension Sharing: Equatable where Local: Equatable, Shared: Equatable {}
extension Sharing: Hashable where Local: Hashable, Shared: Hashable {}
extension Sharing: Sendable where Local: Sendable, Shared: Sendable {}
