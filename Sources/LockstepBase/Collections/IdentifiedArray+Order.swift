// SPDX-License-Identifier: MIT

extension IdentifiedArray {
  /// Moves the elements at several positions to another position, as editable lists require.
  ///
  /// ```swift
  /// case .rowsMoved(let offsets, let destination):
  ///   state.rows.move(fromOffsets: offsets, toOffset: destination)
  /// ```
  ///
  /// The array reports and ignores positions without an element, because an outdated list may pass them.
  ///
  /// - Parameters:
  ///   - offsets: The positions of the elements to move. The elements keep their relative order.
  ///   - destination: The position, before the move, of the element that will follow the moved elements, or the end.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  /// - Complexity: O(*n*) in the number of elements.
  public mutating func move(
    fromOffsets offsets: any Sequence<Int>,
    toOffset destination: Int,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    // If `offsets` were generic, calls would select the method that SwiftUI adds to every mutable collection.
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let offsets = checked(offsets.map { $0 }, movedTo: destination, location)
    guard offsets.isEmpty == false else { return }
    var parts: (before: [Int], moved: [Int], after: [Int]) = ([], [], [])
    for position in storage.indices {
      if offsets.contains(position) {
        parts.moved.append(position)
      } else if position < destination {
        parts.before.append(position)
      } else {
        parts.after.append(position)
      }
    }
    arrange(parts.before + parts.moved + parts.after)
  }

  /// Sorts the elements and keeps the order of equal elements.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether the first element precedes the second.
  /// - Throws: Any error that the comparison throws. In that case, the order does not change.
  /// - Complexity: O(*n* log *n*) in the number of elements.
  @inlinable
  public mutating func sort(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows {
    var order = Array(storage.indices)
    try order.sort { try areInIncreasingOrder(storage[$0], storage[$1]) }
    arrange(order)
  }

  /// Reverses the order of the elements.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  @inlinable
  public mutating func reverse() {
    guard count > 1 else { return }
    storage.reverse()
    positions.renumber { [last = count - 1] in last - $0 }
  }

  /// Reorders the elements by a list of their current positions.
  @inlinable
  mutating func arrange(_ order: [Int]) {
    guard order.elementsEqual(storage.indices) == false else { return }
    var targets = order
    for (target, position) in order.enumerated() { targets[position] = target }
    positions.renumber { targets[$0] }
    for position in storage.indices {
      while targets[position] != position {
        let target = targets[position]
        storage.swapAt(position, target)
        targets.swapAt(position, target)
      }
    }
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements and keeps the order of equal elements.
  ///
  /// - Complexity: O(*n* log *n*) in the number of elements.
  @inlinable
  public mutating func sort() {
    sort(by: <)
  }
}
