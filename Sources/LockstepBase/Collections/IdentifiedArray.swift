// SPDX-License-Identifier: MIT

/// An ordered collection that finds each element by its id without a search, such as the rows of a list.
///
/// ```swift
/// struct Row: Identifiable, Equatable {
///   let id: Int
///   var title: String
/// }
///
/// var rows: IdentifiedArrayOf<Row> = [Row(id: 1, title: "One"), Row(id: 2, title: "Two")]
/// rows[id: 2]?.title = "Second"
/// rows.remove(id: 1)
/// rows.append(Row(id: 3, title: "Three"))
/// rows[0] = Row(id: 4, title: "Four")
/// ```
///
/// No two elements have the same id. You read elements by position, as in an array, and change them by id or by
/// position, in place and without a copy. An element must keep its id while it is in the array. If the id changes, the
/// array reports the mistake. See ``modify(id:fileID:filePath:line:column:_:)``.
///
/// As a `MutableCollection`, the array supports sorting, shuffling, reversing and partitioning. It reports a loop that
/// reorders elements by setting them one at a time, because an id would be at two positions in the meantime. Set all
/// elements at once with `rows[...] = sorted[...]`.
///
/// The `forEach` operator of a ``Reducer`` runs a reducer on the element that an action addresses.
///
/// Isolation: a value type, like an array. Copies on different threads change independently.
///
/// Complexity: as in an array, reading and changing by id or position is O(1) on average. Operations that move many
/// elements are O(*n*), and sorting is O(*n* log *n*).
public struct IdentifiedArray<ID: Hashable, Element> {
  @usableFromInline package var storage: [Element]

  @usableFromInline var positions = PositionTable<ID>()

  @usableFromInline package let identify: (Element) -> ID

  /// A stamp of the set of ids: arrays with equal stamps contain the same ids, in any order.
  ///
  /// The stamp changes when an id is added or removed, but not when an element or the order changes. Copies keep it.
  /// Different stamps do not imply different ids.
  @usableFromInline package internal(set) var membership: UInt64

  /// Creates an empty array that identifies its elements by a property.
  ///
  /// - Parameter id: The property.
  public init(id: any KeyPath<Element, ID> & Sendable) {
    self.init(identify: { $0[keyPath: id] })
  }

  @usableFromInline
  init(identify: @escaping (Element) -> ID) {
    storage = []
    self.identify = identify
    membership = 0
  }
}

/// An identified array whose elements are `Identifiable`.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

// Unchecked because of `identify`, which captures either a `Sendable` key path or only the conformance of `Element` to
// `Identifiable`. The conformances of a `Sendable` type are not isolated to an actor.
extension IdentifiedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {}

// MARK: Creating

extension IdentifiedArray {
  /// Creates an array that identifies its elements by a property.
  ///
  /// - Parameters:
  ///   - elements: The elements. If several share an id, the array keeps the first one.
  ///   - id: The property.
  /// - Complexity: O(*n*) in the number of elements.
  public init(_ elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable) {
    self.init(id: id)
    append(contentsOf: elements)
  }

  /// Creates an array of elements with unique ids that it identifies by a property.
  ///
  /// - Parameters:
  ///   - elements: The elements. If several share an id, the array keeps the first one and reports the others.
  ///   - id: The property.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Complexity: O(*n*) in the number of elements.
  public init(
    uniqueElements elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(id: id)
    appendUnique(elements, location)
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Creates an empty array.
  @inlinable
  public init() {
    self.init(identify: { $0.id })
  }

  /// Creates an array of elements.
  ///
  /// - Parameter elements: The elements. If several share an id, the array keeps the first one.
  /// - Complexity: O(*n*) in the number of elements.
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init()
    append(contentsOf: elements)
  }

  /// Creates an array of elements with unique ids.
  ///
  /// - Parameters:
  ///   - elements: The elements. If several share an id, the array keeps the first one and reports the others.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Complexity: O(*n*) in the number of elements.
  @inlinable
  public init(
    uniqueElements elements: some Sequence<Element>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init()
    appendUnique(elements, location)
  }
}

// MARK: Finding

extension IdentifiedArray {
  /// The elements in order.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var elements: [Element] { storage }

  /// The ids, in the order of the elements.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public var ids: [ID] {
    storage.map(identify)
  }

  /// Returns the position of the element with an id, or `nil` if there is none.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func index(id: ID) -> Int? {
    positions[id]
  }

  package func contains(id: ID) -> Bool {
    positions[id] != nil
  }

  /// The element with an id, or `nil` if there is none.
  ///
  /// ```swift
  /// rows[id: 2]?.title = "Second"  // Changes the element, in place.
  /// rows[id: 3] = Row(id: 3, title: "Three")  // Changes it, or appends it.
  /// rows[id: 1] = nil  // Removes it.
  /// ```
  ///
  /// If you set an element under an id other than its own, the array reports the mistake and does not change.
  ///
  /// - Complexity: O(1); O(*n*) in the number of elements to remove one.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get {
      guard let position = positions[id] else { return nil }
      return storage[position]
    }
    _modify {
      let position = positions[id]
      var element = take(at: position)
      defer { putBack(element, id: id, at: position) }
      yield &element
    }
    set {
      set(newValue, id: id)
    }
  }

  /// The payload of a case of the element with an id, or `nil` if the element is missing or in another case.
  ///
  /// ```swift
  /// shapes[id: 2, /Shape.circle]?.radius = 3  // Changes the payload, in place.
  /// shapes[id: 2, /Shape.circle] = nil  // Removes the element, if it is a circle.
  /// ```
  ///
  /// - Complexity: O(1); O(*n*) in the number of elements to remove one.
  public subscript<Value>(id id: ID, path: CasePath<Element, Value>) -> Value? {
    get { self[id: id][case: path] }
    _modify { yield &self[id: id][case: path] }
  }
}

// MARK: Changing in place

extension IdentifiedArray {
  /// Changes the element with an id.
  ///
  /// ```swift
  /// rows.modify(id: 2) { $0.title = "Second" }
  /// ```
  ///
  /// The element changes in place, without a copy. If its id changes, the array reports the mistake and finds the
  /// element under the new id. If another element already has the new id, the array removes the changed element.
  ///
  /// - Parameters:
  ///   - id: The id of the element.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  ///   - body: The closure that changes the element.
  /// - Returns: The result of `body`, or `nil` if no element has the id.
  /// - Throws: Any error that `body` throws.
  /// - Complexity: O(1).
  @discardableResult
  @inlinable
  public mutating func modify<Result, Failure: Error>(
    id: ID,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ body: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let position = positions[id] else { return nil }
    defer {
      if identify(storage[position]) != id {
        let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        changeID(from: id, at: position, by: .modify, location)
      }
    }
    return try body(&storage[position])
  }
}

// MARK: Support for the subscript

extension IdentifiedArray {
  /// Removes an element without copying it, and moves the last element to its position until `putBack(_:id:at:)`.
  @inlinable
  mutating func take(at position: Int?) -> Element? {
    guard let position else { return nil }
    storage.swapAt(position, storage.count - 1)
    return storage.removeLast()
  }

  /// Reverses `take(at:)`, or sets an element that did not exist.
  @inlinable
  mutating func putBack(_ element: consuming Element?, id: ID, at position: Int?) {
    guard let position else {
      if let element { set(element, id: id) }
      return
    }
    guard let element else {
      if position < storage.count { storage.append(storage.remove(at: position)) }
      forget(id, at: position)
      return
    }
    storage.append(element)
    storage.swapAt(position, storage.count - 1)
    if identify(storage[position]) != id { changeID(from: id, at: position, by: .subscriptByID) }
  }

  @usableFromInline
  mutating func set(_ element: Element?, id: ID) {
    guard let element else {
      remove(id: id)
      return
    }
    guard identify(element) == id else {
      reportForeign(element, id: id, operation: "[id: \(Dump(id).boundedLine)] = …")
      return
    }
    if let position = positions[id] {
      storage[position] = element
    } else {
      append(element)
    }
  }

  @usableFromInline
  mutating func set(_ element: Element, at position: Int) {
    let newID = identify(element)
    let oldID = identify(storage[position])
    guard newID != oldID else {
      storage[position] = element
      return
    }
    if let other = positions[newID] {
      reportTaken(element, at: position, by: other, operation: "[\(position)] = …")
      return
    }
    storage[position] = element
    positions[oldID] = nil
    positions[newID] = position
    membership = Membership.next()
  }

  /// Reports a changed id and files the element under it, or removes the element if the id is taken.
  @usableFromInline
  mutating func changeID(
    from oldID: ID,
    at position: Int,
    by operation: IdentifiedArrayOperation,
    _ location: CodeLocation? = nil
  ) {
    let newID = identify(storage[position])
    let isTaken = positions[newID] != nil
    reportChange(from: oldID, at: position, isTaken: isTaken, by: operation, location)
    if positions[newID] == nil {
      positions[oldID] = nil
      positions[newID] = position
      membership = Membership.next()
    } else {
      storage.remove(at: position)
      forget(oldID, at: position)
    }
  }
}

extension IdentifiedArray {
  /// Returns the address of an element, which is valid until the array changes.
  @inlinable
  package func place(of id: ID) -> UnsafePointer<Element>? {
    guard let position = positions[id] else { return nil }
    return storage.withUnsafeBufferPointer { $0.baseAddress.map { $0 + position } }
  }
}
