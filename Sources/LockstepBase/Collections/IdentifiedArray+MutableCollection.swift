// SPDX-License-Identifier: MIT

extension IdentifiedArray: MutableCollection {
  /// The elements at a range of positions.
  ///
  /// ```swift
  /// rows[0..<2].reverse()  // Changes the order of these rows only.
  /// rows[0..<2] = [Row(id: 3, title: "Three"), Row(id: 1, title: "One")]  // Puts others there.
  /// ```
  ///
  /// The new elements may have different ids, which replace the old ones. If a new id belongs to an element outside the
  /// range, if two new elements share an id, or if the number of elements differs from the number of positions, the
  /// array reports the mistake and does not change.
  ///
  /// - Precondition: `bounds` is a range of valid indices.
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

  /// Exchanges the elements at two positions.
  ///
  /// ```swift
  /// rows.swapAt(0, 1)
  /// ```
  ///
  /// - Parameters:
  ///   - i: The position of the first element.
  ///   - j: The position of the second element. If it equals `i`, nothing changes.
  /// - Precondition: Both positions are valid indices.
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
  /// The order within each part is unspecified.
  ///
  /// - Parameter belongsInSecondPartition: Returns `true` for each element to move behind the others.
  /// - Returns: The position of the first element that satisfies the condition, or `endIndex` if none does.
  /// - Throws: Any error that the condition throws. In that case, the order does not change.
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

  /// Calls a closure with a buffer of the elements, for algorithms that change or reorder many of them.
  ///
  /// The array adopts the elements that the closure writes, even if the closure throws an error. If two of them share
  /// an id, the array reports the conflict and does not change.
  ///
  /// - Parameter body: The closure. The buffer is a copy and is valid only during the call.
  /// - Returns: The result of the closure, never `nil`.
  /// - Throws: Any error that the closure throws.
  /// - Complexity: O(*n*) in the number of elements, plus the cost of the closure.
  @inlinable
  public mutating func withContiguousMutableStorageIfAvailable<Result>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    // `storage` keeps the old elements until the new ids are known to be unique.
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
  /// Records the ids of elements that replace a range, or reports a taken id and returns `false`.
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
    // Without a new id, the set of ids is the same, because the number of elements does not change.
    if bringsNewID {
      for position in changed { positions[identify(storage[position])] = nil }
      membership = Membership.next()
    }
    for (id, position) in targets { positions[id] = position }
    return true
  }
}
