// SPDX-License-Identifier: MIT

extension IdentifiedArray: RandomAccessCollection {
  /// The position of the first element.
  @inlinable
  public var startIndex: Int { 0 }

  /// The position after the last element.
  @inlinable
  public var endIndex: Int { storage.count }

  /// The number of elements.
  @inlinable
  public var count: Int { storage.count }

  /// The element at a position.
  ///
  /// ```swift
  /// rows[0].title = "First"  // Changes the element, in place.
  /// rows[1] = Row(id: 3, title: "Three")  // Puts another one in its place.
  /// ```
  ///
  /// A new element may have a different id, which replaces the old one. If another element already has the new id, the
  /// array reports the conflict and does not change. An element that you change in place must keep its id. See
  /// ``modify(id:fileID:filePath:line:column:_:)``.
  ///
  /// - Precondition: `position` is a valid index.
  /// - Complexity: O(1).
  @inlinable
  public subscript(position: Int) -> Element {
    get { storage[position] }
    _modify {
      let id = identify(storage[position])
      defer {
        if identify(storage[position]) != id {
          changeID(from: id, at: position, by: .subscriptByPosition)
        }
      }
      yield &storage[position]
    }
    set {
      set(newValue, at: position)
    }
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral
where Element: Identifiable, ID == Element.ID {
  /// Creates an array, which keeps the first of several elements with the same id and reports the others.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public init(arrayLiteral elements: Element...) {
    self.init()
    appendUnique(elements, nil)
  }
}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Returns whether both arrays contain equal elements in the same order.
  ///
  /// - Complexity: O(*n*) in the number of elements; O(1) if both arrays share their storage. The comparison treats
  ///   elements with identical bytes as equal without calling `==`, which is several times faster.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    guard lhs.count == rhs.count else { return false }
    return lhs.storage.withUnsafeBufferPointer { lhs in
      rhs.storage.withUnsafeBufferPointer { rhs in
        guard let left = lhs.baseAddress, let right = rhs.baseAddress, left != right else {
          return true
        }
        var start = 0
        while start < lhs.count {
          let end = Swift.min(start + 32, lhs.count)
          let size = (end - start) * MemoryLayout<Element>.stride
          if haveSameBytes(left + start, right + start, size) == false {
            for index in start..<end where left[index] != right[index] { return false }
          }
          start = end
        }
        return true
      }
    }
  }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  /// Hashes the elements in order.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage)
  }
}

extension IdentifiedArray: CustomStringConvertible {
  /// A description of the elements, in the format of an array.
  public var description: String {
    storage.description
  }
}

extension IdentifiedArray: CustomReflectable {
  /// A mirror of the elements, in the format of an array.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: storage, displayStyle: .collection)
  }
}

extension IdentifiedArray: IdentifyingCollection {
  func identifier(of element: Any) -> Any? { (element as? Element).map(identify) }
}
