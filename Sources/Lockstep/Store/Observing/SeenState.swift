// SPDX-License-Identifier: MIT

/// The state that an observer saw last.
///
/// Isolation: that of the store, which is why exclusive access is not checked at run time.
@usableFromInline
final class SeenState<State> {
  @exclusivity(unchecked) @usableFromInline var state: State

  @inlinable
  init(_ state: State) {
    self.state = state
  }

  /// Returns whether a state consists of the same bytes, so that it is the same.
  @inlinable
  func isSame(as other: UnsafePointer<State>) -> Bool {
    withUnsafePointer(to: &state) { haveSameBytes($0, other, MemoryLayout<State>.size) }
  }

  @inlinable
  func remember(_ state: State) {
    // Released only when nothing is being changed here: it may hold anything.
    let old = self.state
    self.state = state
    withExtendedLifetime(old) {}
  }
}

/// The result of comparing a state with the previous one.
@usableFromInline
enum StateComparison {
  /// It consists of the same bytes.
  case same
  /// It is equal.
  case alike
  case different
}

extension SeenState where State: Equatable {
  /// Returns whether a state has to be reported to observers.
  @inlinable
  func isDifferent(_ other: UnsafePointer<State>) -> Bool {
    // Of references, usually all are the same; anything else is compared as quickly by value.
    if _isPOD(State.self) == false, isSame(as: other) { return false }
    return ObservedComparison.areAlike(other.pointee, state) == false
  }

  /// Compares a part with the state that was seen last, and remembers it.
  ///
  /// A part that is not there is the same as before.
  @inlinable
  func update(_ found: StateFinder<State>.Found, isNoted: Bool) -> StateComparison {
    switch found {
    case .place(let place):
      if isSame(as: place) { return .same }
      let areAlike = ObservedComparison.areAlike(place.pointee, state)
      if isNoted { remember(place.pointee) }
      return areAlike ? .alike : .different
    case .value(let value):
      let areAlike = ObservedComparison.areAlike(value, state)
      if isNoted { remember(value) }
      return areAlike ? .alike : .different
    case .nothing: return .same
    }
  }
}
