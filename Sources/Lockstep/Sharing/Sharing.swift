// SPDX-License-Identifier: MIT

/// The state of a feature, together with a value that other features also read and change.
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
/// The value is stored once, in the state of its owner, which is usually the root. The owner shares it when it composes
/// reducers: see ``Reducer/pullback(state:sharing:action:id:fileID:filePath:line:column:)``,
/// ``Reducer/forEach(stack:sharing:id:action:fileID:filePath:line:column:)``, and
/// ``Reducer/presenting(_:sharing:id:action:_:closesAfter:fileID:filePath:line:column:)``. For each turn, both parts
/// are moved into this type and back. No second copy exists, so no update is lost and nothing needs synchronizing.
///
/// The properties of the local state are also properties of this type: `state.title` is `state.local.title`. In key
/// paths for composition, write `\.local.title`, because a path through such a property copies the part. In a statement
/// that changes `state.shared`, read `state.local.title`. `state.title` reads the whole state, so after a `?` or in a
/// closure, the compiler reports overlapping accesses.
///
/// To share several values, put them into a struct. A feature with shared state passes the value, or a part of it, to
/// its own children with `sharing: \.shared`. For the payload of a case, use
/// `pullback(state: /BookScreen.State.detail, action: …)`.
///
/// Isolation: the same as the state that contains both parts.
///
/// Complexity: O(1), regardless of the size of the value.
@dynamicMemberLookup
public struct Sharing<Local, Shared> {
  // NB: The local state is the first field, so that a pointer to the pair also points to it; see `ChildSite.Pairing`.

  /// The feature's local state.
  public var local: Local

  /// The value that the feature shares with others.
  public var shared: Shared

  /// Creates the state of a feature that shares a value.
  ///
  /// - Parameters:
  ///   - local: The feature's local state.
  ///   - shared: The value that the feature shares with others.
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

  /// A read-only property of the local state.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<Local, Value>) -> Value {
    local[keyPath: keyPath]
  }
}

extension Sharing: Equatable where Local: Equatable, Shared: Equatable {}
extension Sharing: Hashable where Local: Hashable, Shared: Hashable {}
extension Sharing: Sendable where Local: Sendable, Shared: Sendable {}
