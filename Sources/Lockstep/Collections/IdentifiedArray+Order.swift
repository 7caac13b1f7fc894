// SPDX-License-Identifier: MIT

extension IdentifiedArray {
  /// Moves the elements at several positions together to another one, as editable lists require.
  ///
  /// ```swift
  /// case .rowsMoved(let offsets, let destination):
  ///   state.rows.move(fromOffsets: offsets, toOffset: destination)
  ///   return .none
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
    fromOffsets offsets: some Sequence<Int>,
    toOffset destination: Int,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let offsets = checked(offsets, location)
    guard offsets.isEmpty == false else { return }
    if (0...count).contains(destination) == false { reportOutside(destination, location) }
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
    let order = parts.before + parts.moved + parts.after
    storage = order.map { storage[$0] }
    var targets = order
    for (target, position) in order.enumerated() { targets[position] = target }
    positions.renumber { targets[$0] }
  }

  /// Sorts the elements; equal elements keep their order.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether the first element is to be placed before the second.
  /// - Throws: Any error thrown by the comparison; in that case, the order is not changed.
  /// - Complexity: O(*n* log *n*) in the number of elements.
  public mutating func sort(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows {
    storage = try storage.sorted(by: areInIncreasingOrder)
    file(storage.indices)
  }

  /// Reverses the order of the elements.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public mutating func reverse() {
    storage.reverse()
    positions.renumber { [last = count - 1] in last - $0 }
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements; equal elements keep their order.
  ///
  /// - Complexity: O(*n* log *n*) in the number of elements.
  public mutating func sort() {
    sort(by: <)
  }
}
