// SPDX-License-Identifier: MIT

extension IdentifiedArray {
  /// Adds an element at the end unless its id is already present.
  ///
  /// - Parameter element: The element.
  /// - Returns: Whether the element was added, and the position of the element with its id.
  /// - Complexity: O(1) on average, over many calls.
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    let id = identify(element)
    if let position = positions[id] { return (false, position) }
    add(element, id: id)
    membership = Membership.next()
    return (true, storage.count - 1)
  }

  /// Adds elements at the end, except those whose ids are already present.
  ///
  /// - Complexity: O(*m*) in the number of new elements, on average over many calls.
  public mutating func append(contentsOf newElements: some Sequence<Element>) {
    append(newElements) { _, _ in }
  }

  @usableFromInline
  mutating func appendUnique(_ newElements: some Sequence<Element>, _ location: CodeLocation?) {
    append(newElements) { $0.reportDuplicate($1, location) }
  }

  private mutating func append(
    _ newElements: some Sequence<Element>,
    duplicate: (Self, Element) -> Void
  ) {
    // Later reservations would prevent the storage from growing geometrically.
    if isEmpty {
      storage.reserveCapacity(newElements.underestimatedCount)
      positions.reserveCapacity(newElements.underestimatedCount)
    }
    let oldCount = count
    for element in newElements {
      let id = identify(element)
      if positions[id] == nil { add(element, id: id) } else { duplicate(self, element) }
    }
    if count > oldCount { membership = Membership.next() }
  }

  private mutating func add(_ element: Element, id: ID) {
    positions[id] = storage.count
    storage.append(element)
  }

  /// Inserts an element at a position unless its id is already present.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - position: The position of the new element. The elements at and after it move up.
  /// - Returns: Whether the element was added, and the position of the element with its id.
  /// - Precondition: `position` is the position of an element or the end.
  /// - Complexity: O(*n*) in the number of elements after the position.
  @discardableResult
  public mutating func insert(
    _ element: Element,
    at position: Int
  ) -> (inserted: Bool, index: Int) {
    if let position = positions[identify(element)] { return (false, position) }
    storage.insert(element, at: position)
    shift(from: position, by: 1)
    positions[identify(element)] = position
    membership = Membership.next()
    return (true, position)
  }

  /// Replaces the element with the same id, or adds the new element at the end if none exists.
  ///
  /// - Parameter element: The new element.
  /// - Returns: The replaced element; `nil` if there was none.
  /// - Complexity: O(1) on average, over many calls.
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    guard let position = positions[identify(element)] else {
      append(element)
      return nil
    }
    let old = storage[position]
    storage[position] = element
    return old
  }

  /// Removes the element with an id.
  ///
  /// - Parameter id: The id.
  /// - Returns: The element; `nil` if there was none.
  /// - Complexity: O(*n*) in the number of elements after it.
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    positions[id].map { remove(at: $0) }
  }

  /// Removes the element at a position.
  ///
  /// - Parameter position: The position.
  /// - Returns: The element.
  /// - Precondition: `position` is the position of an element.
  /// - Complexity: O(*n*) in the number of elements after it.
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    let element = storage.remove(at: position)
    forget(identify(element), at: position)
    return element
  }

  /// Removes the elements at several positions.
  ///
  /// The method reports and ignores positions without an element, because an outdated list may pass them.
  ///
  /// - Parameters:
  ///   - offsets: The positions.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Complexity: O(*n*) in the number of elements.
  public mutating func remove(
    atOffsets offsets: some Sequence<Int>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let offsets = checked(Array(offsets), location)
    var position = -1
    removeAll { _ in
      position += 1
      return offsets.contains(position)
    }
  }

  /// Removes the elements that satisfy a condition.
  ///
  /// - Parameter shouldBeRemoved: A closure that returns whether to remove an element. The method calls it once for
  ///   each element, in order.
  /// - Throws: Any error that `shouldBeRemoved` throws. In that case, no element is removed.
  /// - Complexity: O(*n*) in the number of elements.
  public mutating func removeAll<Failure: Error>(
    where shouldBeRemoved: (Element) throws(Failure) -> Bool
  ) throws(Failure) {
    var removed: [Int] = []
    for position in storage.indices where try shouldBeRemoved(storage[position]) {
      removed.append(position)
    }
    guard removed.isEmpty == false else { return }
    for position in removed { positions[identify(storage[position])] = nil }
    var next = 0
    var position = -1
    storage.removeAll { _ in
      position += 1
      guard next < removed.count, removed[next] == position else { return false }
      next += 1
      return true
    }
    close(removed)
    membership = storage.isEmpty ? 0 : Membership.next()
  }

  /// Removes all elements.
  ///
  /// - Parameter keepCapacity: Whether to keep the memory for new elements.
  /// - Complexity: O(*n*) in the number of elements.
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    storage.removeAll(keepingCapacity: keepCapacity)
    positions.removeAll(keepingCapacity: keepCapacity)
    membership = 0
  }

  /// Returns the elements that satisfy a condition, in the same order.
  ///
  /// - Parameter isIncluded: A closure that returns whether to include an element.
  /// - Returns: An array of the included elements.
  /// - Throws: Any error that `isIncluded` throws.
  /// - Complexity: O(*n*) in the number of elements.
  public func filter<Failure: Error>(
    _ isIncluded: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Self {
    var copy = self
    try copy.removeAll { element throws(Failure) in try isIncluded(element) == false }
    return copy
  }
}

// MARK: Filing

extension IdentifiedArray {
  mutating func file(_ range: Range<Int>) {
    for position in range { positions[identify(storage[position])] = position }
  }

  @usableFromInline
  mutating func forget(_ id: ID, at position: Int) {
    positions[id] = nil
    shift(from: position + 1, by: -1)
    membership = storage.isEmpty ? 0 : Membership.next()
  }

  private mutating func shift(from position: Int, by distance: Int) {
    let earlier = 0..<Swift.min(position, position + distance)
    let later = position + distance..<storage.count
    // If fewer elements stay than move, the method shifts all positions, and then restores those of the others.
    let movesBack = earlier.count < later.count
    if movesBack { positions.shift(by: distance) }
    let moved = movesBack ? earlier : later
    // Scanning all positions is cheaper than finding many of them by their ids.
    if moved.count < storage.count / 16 {
      file(moved)
    } else if movesBack {
      positions.renumber { $0 < position + distance ? $0 - distance : $0 }
    } else {
      positions.renumber { $0 < position ? $0 : $0 + distance }
    }
  }

  private mutating func close(_ removed: [Int]) {
    var distances = ContiguousArray(repeating: 0, count: storage.count + removed.count)
    var next = 0
    for position in distances.indices {
      if next < removed.count, removed[next] == position { next += 1 }
      distances[position] = next
    }
    positions.renumber { $0 - distances[$0] }
  }

  /// Whether the positions match the elements, which is an invariant of every operation.
  package var isConsistent: Bool {
    positions.count == storage.count
      && storage.indices.allSatisfy { positions[identify(storage[$0])] == $0 }
      && (storage.isEmpty == false || membership == 0)
  }
}
