// SPDX-License-Identifier: MIT

/// The last of some values, which have numbers in the order in which they are added, beginning with zero.
///
/// It allocates memory for as many as there are, up to the limit, and from then on replaces the oldest one.
///
/// Isolation: that of its owner.
@usableFromInline
final class Ring<Element> {
  /// The number of values that are kept, at least one.
  @exclusivity(unchecked) private(set) var limit: Int
  // NB: Exclusive access is not checked at run time: no field is passed inout to code that could come back here.
  @exclusivity(unchecked) private var capacity = 0
  @exclusivity(unchecked) private var elements: UnsafeMutablePointer<Element>
  /// The index of the place for the next value.
  @exclusivity(unchecked) private var next = 0
  /// The number of values that were added.
  @exclusivity(unchecked) private(set) var total = 0

  /// - Parameter limit: The number of values that are kept, at least one.
  @usableFromInline
  init(limit: Int = .max) {
    self.limit = limit
    elements = .allocate(capacity: 0)
  }

  deinit {
    elements.deinitialize(count: count)
    elements.deallocate()
  }

  var count: Int { min(total, capacity) }

  /// The value with a number; `nil` if it is not kept.
  subscript(number: Int) -> Element? {
    guard number < total, number >= total - count else { return nil }
    return elements[index(of: number)]
  }

  private func index(of number: Int) -> Int {
    let index = next - (total - number)
    return index < 0 ? index + capacity : index
  }

  /// The location of the value that the next one replaces; `nil` if there is room for both.
  var replaced: UnsafePointer<Element>? {
    total >= limit ? UnsafePointer(elements + (next == capacity ? 0 : next)) : nil
  }

  func append(_ value: Element) {
    withUnsafePlace { place, isFree in
      if isFree { place.initialize(to: value) } else { place.pointee = value }
    }
  }

  /// Adds the value at a location, where there is none afterwards.
  func append(movedFrom source: UnsafeMutablePointer<Element>) {
    withUnsafePlace { place, isFree in
      if isFree {
        place.moveInitialize(from: source, count: 1)
      } else {
        place.moveUpdate(from: source, count: 1)
      }
    }
  }

  func replaceLast(by value: Element) {
    if total > 0 { elements[index(of: total - 1)] = value }
  }

  @inline(__always)
  private func withUnsafePlace(_ body: (UnsafeMutablePointer<Element>, _ isFree: Bool) -> Void) {
    if total == capacity, capacity < limit { grow() }
    if next == capacity { next = 0 }
    body(elements + next, total < capacity)
    next += 1
    total += 1
  }

  private func grow() { reallocate(min(limit, max(1, 2 * capacity))) }

  /// Lowers the number of values that are kept, if it is higher, and drops the oldest if there are more.
  func lowerLimit(to limit: Int) {
    guard limit < self.limit else { return }
    self.limit = limit
    if capacity > limit { reallocate(limit) }
  }

  /// Moves the last values, as many as there is room for, to other memory, in order.
  private func reallocate(_ newCapacity: Int) {
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    let (first, last) = (total - count, total - min(count, newCapacity))
    for number in first..<total {
      let place = elements + index(of: number)
      if number < last {
        place.deinitialize(count: 1)
      } else {
        (copy + (number - last)).moveInitialize(from: place, count: 1)
      }
    }
    elements.deallocate()
    (elements, capacity, next) = (copy, newCapacity, total - last)
  }
}
