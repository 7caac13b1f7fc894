// SPDX-License-Identifier: MIT

/// The state of a feature, together with a value that other features read and change, too.
///
/// ```swift
/// struct DetailState: Equatable {
///   let id: Book.ID
///   var isDeleting = false
/// }
///
/// let detailReducer = Reducer<Sharing<DetailState, Books>, DetailAction, Void> {
///   state, action, _ in
///   switch action {
///   case .deleteButtonTapped:
///     state.isDeleting = true
///     return .none
///   case .deletionConfirmed:
///     state.shared.remove(id: state.id)
///     return .dismiss
///   }
/// }
/// ```
///
/// The value is stored once, in the state of its owner, which is usually the root. The owner lends it to the reducers that
/// it is composed with: see ``Reducer/pullback(state:sharing:action:id:fileID:filePath:line:column:)``,
/// ``Reducer/forEach(stack:sharing:id:action:fileID:filePath:line:column:)`` and
/// ``Reducer/presenting(_:sharing:id:action:_:closesAfter:fileID:filePath:line:column:)``. Both parts are
/// moved into this type for a turn, and back. There is no second copy, so no update is lost, and nothing has to be kept
/// equal.
///
/// The properties of the own state are also those of this type: `state.title` is `state.own.title`. In key paths that
/// composition takes, write `\.own.title`: a path through such a property copies the part. Within one statement that
/// changes `state.shared`, read `state.own.title`: `state.title` reads the whole state, so behind a `?` or in a closure,
/// the compiler reports overlapping accesses.
///
/// To lend several values, let the shared one be a struct. A child of a feature with shared state borrows in turn:
/// `sharing: \.shared`, or a part of it. For the payload of a case, `pullback(state: /ScreenState.detail, action: …)` is
/// enough.
///
/// Isolation: that of the state that contains the two.
///
/// Complexity: O(1), whatever the size of the value.
@dynamicMemberLookup
public struct Sharing<Own, Shared> {
  // NB: The own state comes first, where a pointer to the whole points as well; see `ChildSite.Pairing`.

  /// The state of the feature alone.
  public var own: Own

  /// The value that it shares.
  public var shared: Shared

  /// Creates the state of a feature that shares a value.
  ///
  /// - Parameters:
  ///   - own: The state of the feature alone.
  ///   - shared: The value that it shares.
  @inlinable
  public init(_ own: Own, _ shared: Shared) {
    self.own = own
    self.shared = shared
  }

  /// A property of the own state.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: WritableKeyPath<Own, Value>) -> Value {
    _read { yield own[keyPath: keyPath] }
    _modify { yield &own[keyPath: keyPath] }
  }

  /// A property of the own state that cannot be set.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<Own, Value>) -> Value {
    own[keyPath: keyPath]
  }
}

extension Sharing: Equatable where Own: Equatable, Shared: Equatable {}
extension Sharing: Hashable where Own: Hashable, Shared: Hashable {}
extension Sharing: Sendable where Own: Sendable, Shared: Sendable {}
