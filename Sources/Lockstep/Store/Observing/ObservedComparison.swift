// SPDX-License-Identifier: MIT

internal import Synchronization

/// A comparison that decides whether a store notifies an observer.
///
/// Equal values can look different in a view: an ``Undoable`` is equal to one with other steps, but its undo button may
/// be enabled. During this comparison, `==` of such a type also compares the properties that a view can show, at any
/// depth of the state.
@usableFromInline
enum ObservedComparison {
  private static let mark = ThreadPointer { _ in }
  private static let isNeeded = Atomic(false)

  /// Turns the comparison on, for types whose equal values can look different.
  static func need() {
    if isNeeded.load(ordering: .relaxed) == false { isNeeded.store(true, ordering: .relaxed) }
  }

  static var isRunning: Bool { mark.value != nil }

  /// Returns whether two values are equal and look the same in a view.
  @inlinable
  static func areAlike<Value: Equatable>(_ lhs: Value, _ rhs: Value) -> Bool {
    // A trivial type (POD) contains no value that compares differently.
    if _isPOD(Value.self) { return lhs == rhs }
    let wasRunning = begin()
    defer { end(wasRunning) }
    return lhs == rhs
  }

  @inlinable
  static func areAlike<Value>(
    _ lhs: Value,
    _ rhs: Value,
    _ areEqual: (Value, Value) -> Bool
  ) -> Bool {
    let wasRunning = begin()
    defer { end(wasRunning) }
    return areEqual(lhs, rhs)
  }

  /// Marks the current thread as comparing, and returns `true` if it is already marked or needs no mark.
  @usableFromInline
  static func begin() -> Bool {
    guard isNeeded.load(ordering: .relaxed) else { return true }
    let isRunning = isRunning
    if isRunning == false { mark.value = UnsafeMutableRawPointer(bitPattern: 1) }
    return isRunning
  }

  @usableFromInline
  static func end(_ wasRunning: Bool) {
    if wasRunning == false { mark.value = nil }
  }
}
