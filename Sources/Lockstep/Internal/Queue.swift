// SPDX-License-Identifier: MIT

/// A first-in, first-out queue with amortized O(1) operations.
///
/// The queue manages its own memory, so that specialized code moves values directly into and out of it.
@usableFromInline
struct Queue<Element>: ~Copyable {
  @usableFromInline var buffer: UnsafeMutablePointer<Element>?
  /// Zero or a power of two.
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

  // Inlining saves passing the type of the queue to mutating methods, which unspecialized code would have to look up.

  @inlinable @inline(__always)
  mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    place(count).initialize(to: element)
    count += 1
  }

  /// Removes and returns the first element; the queue must not be empty.
  @inlinable @inline(__always)
  mutating func removeFirst() -> Element {
    let element = place(0).move()
    head = (head + 1) & (capacity - 1)
    count -= 1
    if count == 0, capacity > 1_024 { shrink() }
    return element
  }

  @inlinable
  mutating func popFirst() -> Element? { count > 0 ? removeFirst() : nil }

  mutating func removeAll() -> [Element] {
    var elements: [Element] = []
    while let element = popFirst() { elements.append(element) }
    return elements
  }

  @inlinable @inline(__always)
  mutating func grow() {
    let newCapacity = max(capacity * 2, 8)
    buffer = Self.moved(buffer, from: head, count: count, capacity: capacity, to: newCapacity)
    capacity = newCapacity
    head = 0
  }

  @usableFromInline
  static func moved(
    _ old: UnsafeMutablePointer<Element>?,
    from head: Int,
    count: Int,
    capacity: Int,
    to newCapacity: Int
  ) -> UnsafeMutablePointer<Element> {
    let new = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    guard let old else { return new }
    for index in 0..<count {
      let place = old.advanced(by: (head + index) & (capacity - 1))
      new.advanced(by: index).moveInitialize(from: place, count: 1)
    }
    old.deallocate()
    return new
  }

  /// Frees the buffer of an empty queue after a burst.
  @inlinable @inline(__always)
  mutating func shrink() {
    buffer?.deallocate()
    buffer = nil
    capacity = 0
    head = 0
  }
}
