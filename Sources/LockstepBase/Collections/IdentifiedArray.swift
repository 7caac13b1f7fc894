// SPDX-License-Identifier: MIT

/// An ordered collection of elements, each of which is found by its id without a search, such as the rows of
/// a list.
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
/// No two elements have the same id. If several are given with the same id, the first one is kept.
///
/// Elements are read by position, as in an array, and changed in place by id or by position: neither the
/// element nor any other row is copied. The id of an element must not change while the element is in the
/// array; if it does, this is reported; see ``modify(id:fileID:filePath:line:column:_:)``.
///
/// As a `MutableCollection`, it can be sorted, shuffled, reversed and partitioned. A loop that sets elements
/// in another order, one at a time, is reported, because an id would stand at two positions meanwhile; set
/// all of them with `rows[...] = sorted[...]`.
///
/// The `forEach` of a ``Reducer`` runs the reducer on the element that an action is for.
///
/// Isolation: a value type, like an array; threads that hold copies change them independently.
///
/// Complexity: as for an array, reading and changing by id or position is O(1) on average; operations that
/// move many elements are O(*n*), and sorting is O(*n* log *n*).
public struct IdentifiedArray<ID: Hashable, Element> {
  /// The elements in order.
  @usableFromInline package var storage: [Element]

  /// The position of the element with each id.
  @usableFromInline var positions = PositionTable<ID>()

  /// The function that returns the id of an element.
  @usableFromInline package let identify: (Element) -> ID

  /// A stamp for the set of ids: arrays with the same stamp have the same ids, in any order.
  ///
  /// It changes whenever an id is added or removed, but not when an element or the order changes, and copies
  /// keep it. Code that has kept an earlier value can therefore tell with one comparison that no row was
  /// removed. Arrays with different stamps may still have the same ids.
  @usableFromInline package internal(set) var membership: UInt64

  /// Creates an empty array for elements that are identified by a property.
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

/// An ordered collection of elements, each of which is found by its own id.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

// Unchecked because of the function that returns the id. It captures a `Sendable` key path, or nothing but
// the conformance of the element to `Identifiable`; and the conformances of a `Sendable` type are not
// isolated to an actor.
extension IdentifiedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {}

// MARK: Creating

extension IdentifiedArray {
  /// Creates an array of elements that are identified by a property.
  ///
  /// - Parameters:
  ///   - elements: The elements. If several have the same id, the first one is kept.
  ///   - id: The property.
  /// - Complexity: O(*n*) in the number of elements.
  public init(_ elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable) {
    self.init(id: id)
    append(contentsOf: elements)
  }

  /// Creates an array of elements that are identified by a property and have different ids.
  ///
  /// If several have the same id, the first one is kept, and the others are reported.
  ///
  /// - Parameters:
  ///   - elements: The elements.
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
  /// - Parameter elements: The elements. If several have the same id, the first one is kept.
  /// - Complexity: O(*n*) in the number of elements.
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init()
    append(contentsOf: elements)
  }

  /// Creates an array of elements with different ids.
  ///
  /// If several have the same id, the first one is kept, and the others are reported.
  ///
  /// - Parameters:
  ///   - elements: The elements.
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

  /// The ids in the order of the elements.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public var ids: [ID] {
    storage.map(identify)
  }

  /// Returns the position of the element with an id; `nil` if there is none.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func index(id: ID) -> Int? {
    positions[id]
  }

  /// Returns whether there is an element with an id.
  package func contains(id: ID) -> Bool {
    positions[id] != nil
  }

  /// The element with an id; `nil` if there is none.
  ///
  /// ```swift
  /// rows[id: 2]?.title = "Second"  // Changes the element, in place.
  /// rows[id: 3] = Row(id: 3, title: "Three")  // Changes it, or appends it.
  /// rows[id: 1] = nil  // Removes it.
  /// ```
  ///
  /// An element that is set under an id other than its own is reported and ignored.
  ///
  /// - Complexity: O(1); O(*n*) in the number of elements if one is removed.
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

  /// The payload of a case of the element with an id; `nil` if there is no such element, or it is in another case.
  ///
  /// ```swift
  /// shapes[id: 2, /Shape.circle]?.radius = 3  // Changes the payload, in place.
  /// shapes[id: 2, /Shape.circle] = nil  // Removes the element, if it is a circle.
  /// ```
  ///
  /// Setting a payload sets the element, as with `[id:]`.
  ///
  /// - Complexity: O(1); O(*n*) in the number of elements if one is removed.
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
  /// The element is changed in place; nothing is copied. If it has a different id afterwards, this is
  /// reported, and the element is found under the new id from then on. If there is already an element with
  /// that id, that element is kept and the changed one is removed.
  ///
  /// - Parameters:
  ///   - id: The id of the element.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  ///   - body: Changes the element.
  /// - Returns: The result of the body; `nil` if there is no element with the id.
  /// - Throws: Any error thrown by the body.
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
  /// Takes an element out without copying it; meanwhile, the last element is at its position.
  @inlinable
  mutating func take(at position: Int?) -> Element? {
    guard let position else { return nil }
    storage.swapAt(position, storage.count - 1)
    return storage.removeLast()
  }

  /// Puts back an element that was taken out of a position or was found to be missing.
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

  /// Replaces an element with another one, regardless of the id of the old one.
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

  /// Files an element whose id was changed under its new id.
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
  /// Returns the address of an element, which is valid while the array does not change.
  @inlinable
  package func place(of id: ID) -> UnsafePointer<Element>? {
    guard let position = positions[id] else { return nil }
    return storage.withUnsafeBufferPointer { $0.baseAddress.map { $0 + position } }
  }
}
