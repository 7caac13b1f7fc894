// SPDX-License-Identifier: MIT

/// A ring buffer that numbers its elements from zero, in the order in which they are appended, and grows up to a limit.
@usableFromInline
final class Ring<Element> {
  /// The maximum number of elements, at least one.
  @exclusivity(unchecked) private(set) var limit: Int
  // NB: Exclusivity checks at run time are unnecessary. No field is passed inout to code that could call back into the
  // ring.
  @exclusivity(unchecked) private var capacity = 0
  @exclusivity(unchecked) private var elements: UnsafeMutablePointer<Element>
  @exclusivity(unchecked) private var next = 0
  /// The number of elements ever appended.
  @exclusivity(unchecked) private(set) var total = 0

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

  /// `nil` if the element has been replaced.
  subscript(number: Int) -> Element? {
    guard number < total, number >= total - count else { return nil }
    return elements[index(of: number)]
  }

  private func index(of number: Int) -> Int {
    let index = next - (total - number)
    return index < 0 ? index + capacity : index
  }

  /// The element that the next one replaces, or `nil` if the buffer has free space.
  var replaced: UnsafePointer<Element>? {
    total >= limit ? UnsafePointer(elements + (next == capacity ? 0 : next)) : nil
  }

  func append(_ value: Element) {
    withUnsafePlace { place, isFree in
      if isFree { place.initialize(to: value) } else { place.pointee = value }
    }
  }

  /// Appends an element by moving it, which leaves the source uninitialized.
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

  func lowerLimit(to limit: Int) {
    guard limit < self.limit else { return }
    self.limit = limit
    if capacity > limit { reallocate(limit) }
  }

  /// Moves the newest elements that fit into new memory, in order.
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
