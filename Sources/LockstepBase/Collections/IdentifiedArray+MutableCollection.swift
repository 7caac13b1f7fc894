// SPDX-License-Identifier: MIT

extension IdentifiedArray: MutableCollection {
  /// The elements of a range of positions, which may be put into another order or replaced together.
  ///
  /// ```swift
  /// rows[0..<2].reverse()  // Changes the order of these rows only.
  /// rows[0..<2] = [Row(id: 3, title: "Three"), Row(id: 1, title: "One")]  // Puts others there.
  /// ```
  ///
  /// The elements that are set may have other ids than the old ones, which are then removed. If the id of one
  /// is that of an element outside of the range, or of another one that is set, or if there are more or fewer
  /// elements than positions, that is reported, and nothing is changed.
  ///
  /// - Precondition: The positions are those of elements.
  /// - Complexity: O(1) to read; O(*m*) in the number of positions to set.
  @inlinable
  public subscript(bounds: Range<Int>) -> ArraySlice<Element> {
    get { storage[bounds] }
    set {
      guard newValue.count == bounds.count else { return reportCount(of: newValue, in: bounds) }
      guard file(newValue, in: bounds, by: .subscriptByRange) else { return }
      storage[bounds] = newValue
    }
  }

  /// Exchanges two elements.
  ///
  /// ```swift
  /// rows.swapAt(0, 1)
  /// ```
  ///
  /// - Parameters:
  ///   - i: The position of the first one.
  ///   - j: The position of the second one; nothing changes if it is the same.
  /// - Precondition: The positions are those of elements.
  /// - Complexity: O(1) on average.
  @inlinable
  public mutating func swapAt(_ i: Int, _ j: Int) {
    guard i != j else { return }
    storage.swapAt(i, j)
    positions[identify(storage[i])] = i
    positions[identify(storage[j])] = j
  }

  /// Moves the elements that satisfy a condition behind the others.
  ///
  /// ```swift
  /// let firstDone = todos.partition { $0.isDone }
  /// ```
  ///
  /// Neither part keeps its order.
  ///
  /// - Parameter belongsInSecondPartition: Returns whether an element is to be behind those for which it
  ///   returns `false`.
  /// - Returns: The position of the first element that satisfies the condition; the end if none does.
  /// - Throws: Any error thrown by the condition; in that case, the order is not changed.
  /// - Complexity: O(*n*) in the number of elements.
  @inlinable
  public mutating func partition(
    by belongsInSecondPartition: (Element) throws -> Bool
  ) rethrows -> Int {
    var order = Array(storage.indices)
    let first = try order.partition { try belongsInSecondPartition(storage[$0]) }
    arrange(order)
    return first
  }

  /// Calls a closure with the memory of the elements, for algorithms that change or reorder many of them.
  ///
  /// The closure may write any elements there, which the array has afterwards, even if the closure throws an
  /// error. But if two have the same id then, this is reported, and the array is left as it was.
  ///
  /// - Parameter body: The closure. The memory is a copy, and valid only while it runs.
  /// - Returns: The result of the closure, never `nil`.
  /// - Throws: Any error thrown by the closure.
  /// - Complexity: O(*n*) in the number of elements, besides the closure.
  @inlinable
  public mutating func withContiguousMutableStorageIfAvailable<Result>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    // The old elements are kept until it is known that the new ones have ids of their own.
    var newElements = storage
    defer {
      if file(newElements[...], in: storage.indices, by: .withContiguousMutableStorage) {
        storage = newElements
      }
    }
    return try newElements.withUnsafeMutableBufferPointer(body)
  }
}

// MARK: Filing

extension IdentifiedArray {
  /// Records the ids of elements that are to take the places of those in a range.
  ///
  /// - Returns: Whether no other element has one of these ids; if one does, it is reported, and nothing is
  ///   recorded.
  @usableFromInline
  mutating func file(
    _ newElements: ArraySlice<Element>,
    in range: Range<Int>,
    by operation: IdentifiedArrayOperation
  ) -> Bool {
    let offset = newElements.startIndex - range.lowerBound
    let changed = range.filter { identify(newElements[$0 + offset]) != identify(storage[$0]) }
    var targets: [ID: Int] = [:]
    var bringsNewID = false
    for position in changed {
      let element = newElements[position + offset]
      let id = identify(element)
      let old = positions[id]
      let staying = old.flatMap { old in
        range.contains(old) && identify(newElements[old + offset]) != id ? nil : old
      }
      if let taken = targets[id] ?? staying {
        let text =
          switch operation {
          case .withContiguousMutableStorage: "withContiguousMutableStorageIfAvailable(_:)"
          default: "[\(range)] = …"
          }
        reportTaken(element, at: position, by: taken, operation: text)
        return false
      }
      targets[id] = position
      if old == nil { bringsNewID = true }
    }
    // As many ids go as come.
    if bringsNewID {
      for position in changed { positions[identify(storage[position])] = nil }
      membership = Membership.next()
    }
    for (id, position) in targets { positions[id] = position }
    return true
  }
}
