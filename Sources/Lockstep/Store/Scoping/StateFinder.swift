// SPDX-License-Identifier: MIT

/// How to find a part of a root's state that is stored at no fixed place, or may be missing.
///
/// Isolation: that of the store.
@usableFromInline
final class StateFinder<State> {
  @usableFromInline
  enum Found {
    /// It is stored in the root's state, which does not change as long as this is used.
    case place(UnsafePointer<State>)
    case value(State)
    case nothing
  }

  @usableFromInline let find: (UnsafeRawPointer) -> Found
  /// What is shown while there is nothing.
  @usableFromInline var last: State?
  /// What is shown while there is nothing and never was anything to remember.
  @usableFromInline let makeLast: (() -> State)?

  /// Finds what is always there.
  @inlinable
  init(find: @escaping (UnsafeRawPointer) -> Found) {
    self.find = find
    makeLast = nil
  }

  /// Finds what may go away.
  ///
  /// - Parameters:
  ///   - last: What is there now.
  ///   - find: Finds it.
  @inlinable
  init(last: State, find: @escaping (UnsafeRawPointer) -> Found) {
    self.find = find
    self.last = last
    makeLast = nil
  }

  /// Finds a part of what another one finds.
  ///
  /// - Parameters:
  ///   - whole: The other one; `nil` if the whole is always there.
  ///   - part: The part of the whole, for when that has gone.
  ///   - find: Finds it.
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

  /// Whether something is true of what is there.
  func isThere(_ root: UnsafeRawPointer, where isTrue: (UnsafePointer<State>) -> Bool) -> Bool {
    switch find(root) {
    case .place(let state): isTrue(state)
    case .value(let state): withUnsafePointer(to: state, isTrue)
    case .nothing: false
    }
  }
}
