// SPDX-License-Identifier: MIT

/// The state that an observer last saw.
///
/// Only the store's actor accesses it, so exclusivity checks are off.
@usableFromInline
final class SeenState<State> {
  @exclusivity(unchecked) @usableFromInline var state: State

  @inlinable
  init(_ state: State) {
    self.state = state
  }

  /// Returns whether the states consist of the same bytes and are therefore equal.
  @inlinable
  func isSame(as other: UnsafePointer<State>) -> Bool {
    withUnsafePointer(to: &state) { haveSameBytes($0, other, MemoryLayout<State>.size) }
  }

  @inlinable
  func remember(_ state: State) {
    // Released after the assignment, because releasing the state may run any code.
    let old = self.state
    self.state = state
    withExtendedLifetime(old) {}
  }
}

@usableFromInline
enum StateComparison {
  case same
  /// The states are equal, but their bytes differ.
  case alike
  case different
}

extension SeenState where State: Equatable {
  @inlinable
  func isDifferent(_ other: UnsafePointer<State>) -> Bool {
    // Unchanged states usually contain the same references, so comparing bytes is enough. A trivial type compares as
    // quickly by value.
    if _isPOD(State.self) == false, isSame(as: other) { return false }
    return ObservedComparison.areAlike(other.pointee, state) == false
  }

  /// Compares a part with the last seen state, and stores the part if it is present and `isNoted` is `true`.
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
