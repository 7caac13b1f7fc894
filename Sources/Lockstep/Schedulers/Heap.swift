// SPDX-License-Identifier: MIT

/// A binary min-heap.
struct Heap<Element: Comparable> {
  private var elements: [Element] = []

  var first: Element? { elements.first }

  var count: Int { elements.count }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard elements[child] < elements[parent] else { return }
      elements.swapAt(child, parent)
      child = parent
    }
  }

  mutating func removeFirst() {
    guard let last = elements.popLast(), elements.isEmpty == false else { return }
    elements[0] = last
    siftDown(from: 0)
  }

  /// Complexity: O(*n*).
  mutating func removeAll(where shouldBeRemoved: (Element) -> Bool) {
    elements.removeAll(where: shouldBeRemoved)
    for parent in (0..<elements.count / 2).reversed() { siftDown(from: parent) }
  }

  private mutating func siftDown(from start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < elements.count && elements[child] < elements[least] {
        least = child
      }
      guard least != parent else { return }
      elements.swapAt(parent, least)
      parent = least
    }
  }
}
