// SPDX-License-Identifier: MIT

/// First in, first out, at O(1) amortized, in memory of its own that specialized code moves values
/// in and out of.
///
/// Its owner is the only one who holds it, and gives the memory back by ``destroy()``.
@usableFromInline
struct RingQueue<Element> {
  @usableFromInline var buffer: UnsafeMutablePointer<Element>?
  /// A power of two, or zero.
  @usableFromInline var capacity = 0
  @usableFromInline var head = 0
  @usableFromInline var count = 0

  @inlinable
  init() {}

  func destroy() {
    for index in 0..<count {
      buffer?.advanced(by: (head + index) & (capacity - 1)).deinitialize(count: 1)
    }
    buffer?.deallocate()
  }

  @inlinable
  mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    buffer.unsafelyUnwrapped.advanced(by: (head + count) & (capacity - 1)).initialize(to: element)
    count += 1
  }

  @inlinable
  mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = buffer.unsafelyUnwrapped.advanced(by: head).move()
    head = (head + 1) & (capacity - 1)
    count -= 1
    if count == 0, capacity > 1_024 { shrink() }
    return element
  }

  @usableFromInline
  mutating func grow() {
    let newCapacity = max(capacity * 2, 8)
    let new = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    for index in 0..<count {
      new.advanced(by: index).moveInitialize(
        from: buffer.unsafelyUnwrapped.advanced(by: (head + index) & (capacity - 1)),
        count: 1
      )
    }
    buffer?.deallocate()
    buffer = new
    capacity = newCapacity
    head = 0
  }

  /// Gives the memory back that a burst has needed.
  @usableFromInline
  mutating func shrink() {
    buffer?.deallocate()
    buffer = nil
    capacity = 0
    head = 0
  }
}
