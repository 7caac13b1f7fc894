// SPDX-License-Identifier: MIT

/// A first-in, first-out queue with amortized O(1) operations, in memory of its own that specialized code
/// moves values into and out of.
@usableFromInline
struct Queue<Element>: ~Copyable {
  @usableFromInline var buffer: UnsafeMutablePointer<Element>?
  /// The capacity: a power of two, or zero.
  @usableFromInline var capacity = 0
  @usableFromInline var head = 0
  @usableFromInline var count = 0

  @inlinable
  init() {}

  @inlinable
  deinit {
    for index in 0..<count { place(index).deinitialize(count: 1) }
    buffer?.deallocate()
  }

  @inlinable var isEmpty: Bool { count == 0 }

  @inlinable
  func place(_ index: Int) -> UnsafeMutablePointer<Element> {
    buffer.unsafelyUnwrapped.advanced(by: (head + index) & (capacity - 1))
  }

  @inlinable
  mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    place(count).initialize(to: element)
    count += 1
  }

  @inlinable
  mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = place(0).move()
    head = (head + 1) & (capacity - 1)
    count -= 1
    if count == 0, capacity > 1_024 { shrink() }
    return element
  }

  mutating func removeAll() -> [Element] {
    var elements: [Element] = []
    while let element = popFirst() { elements.append(element) }
    return elements
  }

  @usableFromInline
  mutating func grow() {
    let newCapacity = max(capacity * 2, 8)
    let new = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    for index in 0..<count { new.advanced(by: index).moveInitialize(from: place(index), count: 1) }
    buffer?.deallocate()
    buffer = new
    capacity = newCapacity
    head = 0
  }

  /// Gives back the memory that a burst needed.
  @usableFromInline
  mutating func shrink() {
    buffer?.deallocate()
    buffer = nil
    capacity = 0
    head = 0
  }
}
