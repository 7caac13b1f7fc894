// SPDX-License-Identifier: MIT

/// The position of each id, relative to `first`, so that a shift of all positions changes only `first`.
@usableFromInline
struct PositionTable<ID: Hashable> {
  @usableFromInline var numbers: [ID: Int] = [:]
  @usableFromInline var first = 0

  @usableFromInline
  init() {}

  var count: Int { numbers.count }

  @inlinable
  subscript(id: ID) -> Int? {
    get { numbers[id].map { $0 &- first } }
    set { numbers[id] = newValue.map { $0 &+ first } }
  }

  mutating func reserveCapacity(_ count: Int) {
    numbers.reserveCapacity(count)
  }

  mutating func removeAll(keepingCapacity: Bool) {
    numbers.removeAll(keepingCapacity: keepingCapacity)
    first = 0
  }

  mutating func shift(by distance: Int) {
    first -= distance
  }

  /// Moves each element to a new position without hashing its id.
  @inlinable
  mutating func renumber(_ newPosition: (Int) -> Int) {
    func change(_ numbers: inout Dictionary<ID, Int>.Values) {
      var index = numbers.startIndex
      while index != numbers.endIndex {
        numbers[index] = newPosition(numbers[index] &- first) &+ first
        numbers.formIndex(after: &index)
      }
    }
    change(&numbers.values)
  }
}
