// SPDX-License-Identifier: MIT

/// A way to find a part of a root's state that is not stored at a fixed place, or may be missing.
///
/// Isolation: that of the store.
@usableFromInline
final class StateFinder<State>: MissingPart {
  @usableFromInline
  enum Found {
    /// The part is stored in the root's state, which does not change while the pointer is in use.
    case place(UnsafePointer<State>)
    case value(State)
    case nothing

    var isThere: Bool { if case .nothing = self { false } else { true } }

    @inlinable
    var value: State? {
      switch self {
      case .place(let state): state.pointee
      case .value(let state): state
      case .nothing: nil
      }
    }
  }

  @usableFromInline let find: (UnsafeRawPointer) -> Found
  /// The part as it was at the end of the last turn in which it was there; `nil` if it is a part of another one, or
  /// cannot be missing.
  @usableFromInline let last: SeenState<State>?
  /// Makes the value to show while the part is missing, given the root's state; `nil` if `last` is that value, or if the
  /// part cannot be missing.
  @usableFromInline let makeLast: ((UnsafeRawPointer) -> State)?

  /// Creates a finder of a part that may be removed, whose last value the store has to remember.
  ///
  /// - Parameters:
  ///   - last: The part as it is now.
  ///   - find: Finds the part.
  @inlinable
  init(last: State, find: @escaping (UnsafeRawPointer) -> Found) {
    let last = SeenState(last)
    self.find = find
    self.last = last
    makeLast = nil
    super.init { root in
      switch find(root) {
      case .place(let state): if last.isSame(as: state) == false { last.remember(state.pointee) }
      case .value(let state): last.remember(state)
      case .nothing: break
      }
    }
  }

  /// Creates a finder of a part of what another finder finds.
  ///
  /// - Parameters:
  ///   - whole: The other finder; `nil` if the whole is always there.
  ///   - part: Reads the part from the last value of the whole, for when the whole was removed.
  ///   - find: Finds the part.
  @inlinable
  init<Whole>(
    in whole: StateFinder<Whole>?,
    _ part: @escaping (Whole) -> State,
    find: @escaping (UnsafeRawPointer) -> Found
  ) {
    self.find = find
    last = nil
    if let whole, whole.last != nil || whole.makeLast != nil {
      makeLast = { root in part(whole.lastShown(root)) }
    } else {
      makeLast = nil
    }
    super.init(nil)
  }

  /// Creates a finder of a value that is made of several parts, one of which may be missing.
  ///
  /// - Parameters:
  ///   - makeLast: Makes the value to show while the part is missing.
  ///   - find: Finds the value.
  @inlinable
  init(
    makeLast: @escaping (UnsafeRawPointer) -> State,
    find: @escaping (UnsafeRawPointer) -> Found
  ) {
    self.find = find
    self.makeLast = makeLast
    last = nil
    super.init(nil)
  }

  @usableFromInline
  func lastShown(_ root: UnsafeRawPointer) -> State {
    guard let last = last?.state ?? makeLast?(root) else {
      preconditionFailure("A required part of the state is missing.")
    }
    return last
  }

  @inlinable
  func read(_ root: UnsafeRawPointer) -> State {
    switch find(root) {
    case .place(let state): return state.pointee
    case .value(let state): return state
    case .nothing: return lastShown(root)
    }
  }

  @usableFromInline
  func read<Value>(_ root: UnsafeRawPointer, _ keyPath: KeyPath<State, Value>) -> Value {
    switch find(root) {
    case .place(let state):
      return state.pointer(to: keyPath)?.pointee ?? state.pointee[keyPath: keyPath]
    case .value(let state): return state[keyPath: keyPath]
    case .nothing: return lastShown(root)[keyPath: keyPath]
    }
  }

  func current<Value>(_ root: UnsafeRawPointer, _ keyPath: KeyPath<State, Value>) -> Value? {
    if case .nothing = find(root) { nil } else { read(root, keyPath) }
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

/// A part of a store's state that a store shows and that may be removed.
///
/// The list of observers remembers it as it was at the end of each turn, for as long as anything else refers to it.
///
/// Isolation: that of the store. It may be released on any thread.
@usableFromInline
class MissingPart {
  /// Remembers the part, if it is there.
  ///
  /// It is made where the type of the part is known, which is faster than a method of a generic class. `nil` if the part
  /// need not be remembered.
  @usableFromInline final let turnEnded: ((UnsafeRawPointer) -> Void)?

  @usableFromInline
  init(_ turnEnded: ((UnsafeRawPointer) -> Void)?) {
    self.turnEnded = turnEnded
  }
}
