// SPDX-License-Identifier: MIT

/// Elements in an order, each of which is found by its id without a search: the rows of a list.
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
/// No two elements have the same id. Where several come with one id, the first of them stays.
///
/// Elements are read by position as in an array, and changed by id or by position in place: no
/// element and no other row is copied. The id of an element must not change while it is in the
/// array; if it does, that is reported, see ``modify(id:_:)``.
///
/// The `forEach` of a ``Reducer`` runs it on the element that an action is for.
///
/// Isolation: a value like an array; what several threads have, each changes for itself.
///
/// Complexity: as an array, O(1) to read and change by id or position, on average; what moves elements is
/// O(*n*).
public struct IdentifiedArray<ID: Hashable, Element> {
  /// The elements in their order.
  @usableFromInline var storage: [Element]

  /// Where the element of each id is.
  @usableFromInline var positions = PositionTable<ID>()

  /// Tells the id of an element.
  @usableFromInline let identify: (Element) -> ID

  /// Stands for the set of ids: arrays with the same stamp have the same ids, in any order.
  ///
  /// It changes whenever an id comes or goes, but not when an element or the order changes, and
  /// copies keep it. So whoever kept an earlier value sees in one comparison that no row went away.
  /// Arrays with different stamps may have the same ids all the same.
  @usableFromInline package internal(set) var membership: UInt64

  /// Creates an array without elements, for elements that are told apart by a property.
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

/// Elements in an order, each of which is found by its own id.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

// Unchecked because of the function that tells the id. It captures a key path that is `Sendable`, or
// nothing but the conformance of the element to `Identifiable`; and the conformances of a `Sendable`
// type are bound to no actor.
extension IdentifiedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {}

// MARK: Creating

extension IdentifiedArray {
  /// Creates an array of elements that are told apart by a property.
  ///
  /// - Parameters:
  ///   - elements: The elements. Where several have the same id, the first of them stays.
  ///   - id: The property.
  /// - Complexity: O(*n*) in the number of elements.
  public init(_ elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable) {
    self.init(id: id)
    append(contentsOf: elements)
  }

  /// Creates an array of elements that are told apart by a property, and that have different ids.
  ///
  /// If several have the same id, the first of them stays, and the others are reported.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - id: The property.
  ///   - fileID: The file that reports name.
  ///   - filePath: The path of that file.
  ///   - line: The line that reports name.
  ///   - column: The column that reports name.
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
  /// Creates an array without elements.
  @inlinable
  public init() {
    self.init(identify: { $0.id })
  }

  /// Creates an array of elements.
  ///
  /// - Parameter elements: The elements. Where several have the same id, the first of them stays.
  /// - Complexity: O(*n*) in the number of elements.
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init()
    append(contentsOf: elements)
  }

  /// Creates an array of elements that have different ids.
  ///
  /// If several have the same id, the first of them stays, and the others are reported.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - fileID: The file that reports name.
  ///   - filePath: The path of that file.
  ///   - line: The line that reports name.
  ///   - column: The column that reports name.
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
  /// The elements in their order.
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

  /// Where the element with an id is; `nil` if there is none.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func index(id: ID) -> Int? {
    positions[id]
  }

  /// Whether there is an element with an id.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func contains(id: ID) -> Bool {
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
  /// An element that is set under another id than its own is reported, and ignored.
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
}

// MARK: Changing in place

extension IdentifiedArray {
  /// Changes the element with an id.
  ///
  /// ```swift
  /// rows.modify(id: 2) { $0.title = "Second" }
  /// ```
  ///
  /// The element is changed where it is; nothing is copied. If the id of the element is another one
  /// afterwards, that is reported, and the element is found under the new id from then on. If there
  /// is an element with that id already, that one stays and the changed one is removed.
  ///
  /// - Parameters:
  ///   - id: The id of the element.
  ///   - body: Changes the element.
  /// - Returns: What the body returns; `nil` if there is no element with the id.
  /// - Throws: What the body throws.
  /// - Complexity: O(1).
  @discardableResult
  @inlinable
  public mutating func modify<Result, Failure: Error>(
    id: ID,
    _ body: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let position = positions[id] else { return nil }
    defer {
      if identify(storage[position]) != id { changeID(from: id, at: position) }
    }
    return try body(&storage[position])
  }

  /// Changes the element at a position.
  ///
  /// The element is changed where it is; nothing is copied. Its id must stay, see
  /// ``modify(id:_:)``.
  ///
  /// - Parameters:
  ///   - position: The position of the element.
  ///   - body: Changes the element.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  /// - Precondition: The position is that of an element.
  /// - Complexity: O(1).
  @discardableResult
  @inlinable
  public mutating func modify<Result, Failure: Error>(
    at position: Int,
    _ body: (inout Element) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let id = identify(storage[position])
    defer {
      if identify(storage[position]) != id { changeID(from: id, at: position) }
    }
    return try body(&storage[position])
  }

  /// Puts an element in the place of the one with the same id.
  ///
  /// An element with another id than the one at the position is reported, and ignored; to put it there
  /// all the same, set it by the subscript.
  ///
  /// - Parameters:
  ///   - element: The new element.
  ///   - position: The position of the element with the same id.
  ///   - fileID: The file that reports name.
  ///   - filePath: The path of that file.
  ///   - line: The line that reports name.
  ///   - column: The column that reports name.
  /// - Precondition: The position is that of an element.
  /// - Complexity: O(1).
  public mutating func update(
    _ element: Element,
    at position: Int,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let id = identify(storage[position])
    guard identify(element) == id else {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      reportForeign(element, id: id, location)
      return
    }
    storage[position] = element
  }
}

// MARK: Support for the subscript

extension IdentifiedArray {
  /// Takes an element out without copying it; the last element stands at its position meanwhile.
  @inlinable
  mutating func take(at position: Int?) -> Element? {
    guard let position else { return nil }
    storage.swapAt(position, storage.count - 1)
    return storage.removeLast()
  }

  /// Puts back what was taken out of a position, or found missing.
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
    if identify(storage[position]) != id { changeID(from: id, at: position) }
  }

  @usableFromInline
  mutating func set(_ element: Element?, id: ID) {
    guard let element else {
      remove(id: id)
      return
    }
    guard identify(element) == id else {
      reportForeign(element, id: id)
      return
    }
    if let position = positions[id] {
      storage[position] = element
    } else {
      append(element)
    }
  }

  /// Puts an element in the place of another one, whatever the id of that is.
  @usableFromInline
  mutating func set(_ element: Element, at position: Int) {
    let newID = identify(element)
    let oldID = identify(storage[position])
    guard newID != oldID else {
      storage[position] = element
      return
    }
    guard positions[newID] == nil else {
      reportTaken(element, at: position)
      return
    }
    storage[position] = element
    positions[oldID] = nil
    positions[newID] = position
    membership = Membership.next()
  }

  /// Files an element, whose id was changed, under its new id.
  @usableFromInline
  mutating func changeID(from oldID: ID, at position: Int) {
    let newID = identify(storage[position])
    reportChange(of: storage[position], from: oldID, isTaken: positions[newID] != nil)
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
  /// Where an element is in memory, as long as the array does not change.
  @inlinable
  func place(of id: ID) -> UnsafePointer<Element>? {
    guard let position = positions[id] else { return nil }
    return storage.withUnsafeBufferPointer { $0.baseAddress.map { $0 + position } }
  }
}
