// SPDX-License-Identifier: MIT

/// A way to find a part of a root's state that is not stored at a fixed place, or may be missing.
///
/// Isolation: that of the store.
@usableFromInline
final class StateFinder<State> {
  @usableFromInline
  enum Found {
    /// The part is stored in the root's state, which does not change while the pointer is in use.
    case place(UnsafePointer<State>)
    case value(State)
    case nothing
  }

  @usableFromInline let find: (UnsafeRawPointer) -> Found
  /// The value to show while the part is missing.
  @usableFromInline var last: State?
  /// A function that makes the value to show while the part is missing and was never there to be remembered.
  @usableFromInline let makeLast: (() -> State)?

  /// Creates a finder of a part that is always there.
  @inlinable
  init(find: @escaping (UnsafeRawPointer) -> Found) {
    self.find = find
    makeLast = nil
  }

  /// Creates a finder of a part that may go away.
  ///
  /// - Parameters:
  ///   - last: The part as it is now.
  ///   - find: Finds the part.
  @inlinable
  init(last: State, find: @escaping (UnsafeRawPointer) -> Found) {
    self.find = find
    self.last = last
    makeLast = nil
  }

  /// Creates a finder of a part of what another finder finds.
  ///
  /// - Parameters:
  ///   - whole: The other finder; `nil` if the whole is always there.
  ///   - part: Takes the part out of the whole, for when the whole is gone.
  ///   - find: Finds the part.
  @inlinable
  init<Whole>(
    in whole: StateFinder<Whole>?,
    _ part: @escaping (Whole) -> State,
    find: @escaping (UnsafeRawPointer) -> Found
  ) {
    self.find = find
    if let whole, whole.canBeMissing {
      makeLast = { part(whole.lastShown) }
    } else {
      makeLast = nil
    }
  }

  @inlinable
  var canBeMissing: Bool { last != nil || makeLast != nil }

  @usableFromInline
  var lastShown: State {
    guard let last = last ?? makeLast?() else {
      preconditionFailure("A part of the state that cannot be missing is missing.")
    }
    return last
  }

  @inlinable
  func read(_ root: UnsafeRawPointer) -> State {
    switch find(root) {
    case .place(let state): return state.pointee
    case .value(let state): return state
    case .nothing: return lastShown
    }
  }

  @usableFromInline
  func read<Value>(_ root: UnsafeRawPointer, _ keyPath: KeyPath<State, Value>) -> Value {
    switch find(root) {
    case .place(let state):
      return state.pointer(to: keyPath)?.pointee ?? state.pointee[keyPath: keyPath]
    case .value(let state): return state[keyPath: keyPath]
    case .nothing: return lastShown[keyPath: keyPath]
    }
  }

  /// Returns whether the part is there and a predicate is true of it.
  func isThere(_ root: UnsafeRawPointer, where isTrue: (UnsafePointer<State>) -> Bool) -> Bool {
    switch find(root) {
    case .place(let state): isTrue(state)
    case .value(let state): withUnsafePointer(to: state, isTrue)
    case .nothing: false
    }
  }
}
