// SPDX-License-Identifier: MIT

/// A finder for a part of a root's state that has no fixed place or may be missing.
@usableFromInline
final class StateFinder<State>: MissingPart {
  @usableFromInline
  enum Found {
    /// The location of the part in the root's state, which must not change while the pointer is in use.
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
  /// The part at the end of the last turn in which it was present; `nil` if the part belongs to another finder's part,
  /// or cannot be missing.
  @usableFromInline let last: SeenState<State>?
  /// Returns the value to show while the part is missing, given the root's state; `nil` if `last` is that value, or if
  /// the part cannot be missing.
  @usableFromInline let makeLast: ((UnsafeRawPointer) -> State)?

  /// Creates a finder for a part that may be removed, and remembers the part's last value.
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

  /// Creates a finder for a part of another finder's part.
  ///
  /// `whole` is `nil` if the whole cannot be missing. After the whole is removed, `part` reads the part from the last
  /// value of the whole.
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

  func isThere(_ root: UnsafeRawPointer, where isTrue: (UnsafePointer<State>) -> Bool) -> Bool {
    switch find(root) {
    case .place(let state): isTrue(state)
    case .value(let state): withUnsafePointer(to: state, isTrue)
    case .nothing: false
    }
  }
}

/// A removable part of the state that a store shows.
///
/// While anything else refers to the part, the list of observers stores the part's value at the end of each turn. The
/// part may be released on any thread.
@usableFromInline
class MissingPart {
  /// Stores the part's value if the part is present; `nil` if its value need not be stored.
  ///
  /// A closure that is made where the type of the part is known is faster than a method of a generic class.
  @usableFromInline final let turnEnded: ((UnsafeRawPointer) -> Void)?

  @usableFromInline
  init(_ turnEnded: ((UnsafeRawPointer) -> Void)?) {
    self.turnEnded = turnEnded
  }
}
