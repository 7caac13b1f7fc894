// SPDX-License-Identifier: MIT

/// The position of the element with each id.
///
/// The first position has a number, and the others count up from there. When all positions move by one,
/// because an element is inserted or removed at the front, only that number changes.
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

  /// Moves all positions by a distance.
  mutating func shift(by distance: Int) {
    first -= distance
  }

  /// Moves each element to another position, without hashing any id.
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
