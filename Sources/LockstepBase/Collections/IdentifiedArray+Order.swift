// SPDX-License-Identifier: MIT

extension IdentifiedArray {
  /// Moves the elements at several positions together to another one, as editable lists require.
  ///
  /// ```swift
  /// case .rowsMoved(let offsets, let destination):
  ///   state.rows.move(fromOffsets: offsets, toOffset: destination)
  /// ```
  ///
  /// Positions without an element are reported and ignored, because a list that was drawn earlier may pass
  /// them.
  ///
  /// - Parameters:
  ///   - offsets: The positions of the elements, which keep their relative order.
  ///   - destination: The position, before the move, of the element in front of which they are placed, or the
  ///     end.
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
    // The offsets are not generic, or else the member that SwiftUI gives to every mutable collection would be
    // called instead.
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

  /// Sorts the elements; equal elements keep their order.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether the first element is to be placed before the second.
  /// - Throws: Any error thrown by the comparison; in that case, the order is not changed.
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

  /// Puts the elements into another order, in which they are listed by their positions.
  @inlinable
  mutating func arrange(_ order: [Int]) {
    guard order.elementsEqual(storage.indices) == false else { return }
    var targets = order
    for (target, position) in order.enumerated() { targets[position] = target }
    positions.renumber { targets[$0] }
    for position in storage.indices {
      // Each exchange brings one element to its place.
      while targets[position] != position {
        let target = targets[position]
        storage.swapAt(position, target)
        targets.swapAt(position, target)
      }
    }
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements; equal elements keep their order.
  ///
  /// - Complexity: O(*n* log *n*) in the number of elements.
  @inlinable
  public mutating func sort() {
    sort(by: <)
  }
}
