// SPDX-License-Identifier: MIT

internal import Synchronization

/// The comparison with which a store decides whether to notify an observer.
///
/// Values can be equal and still show something different: an ``Undoable`` is equal to one with other steps, but its
/// undo button may be enabled. While a comparison for observers runs, `==` of such a type also compares what a view can
/// show, wherever the value is nested in the state.
///
/// Isolation: any thread; a comparison counts for the thread that runs it.
@usableFromInline
enum ObservedComparison {
  private static let mark = ThreadPointer { _ in }
  private static let isNeeded = Atomic(false)

  /// Notes that there are values of a type that can be equal and show something different.
  static func need() {
    if isNeeded.load(ordering: .relaxed) == false { isNeeded.store(true, ordering: .relaxed) }
  }

  /// Whether the current thread is comparing values for observers.
  static var isRunning: Bool { mark.value != nil }

  /// Returns whether two values are equal and show the same.
  @inlinable
  static func areAlike<Value: Equatable>(_ lhs: Value, _ rhs: Value) -> Bool {
    // A value without references contains none of the types in question.
    if _isPOD(Value.self) { return lhs == rhs }
    let wasRunning = begin()
    defer { end(wasRunning) }
    return lhs == rhs
  }

  /// Returns whether two values are equal, as a function says, and show the same.
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

  /// Begins a comparison on the current thread; returns whether one is running already, or none is needed.
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
