// SPDX-License-Identifier: MIT

extension IdentifiedArray {
  /// Moves the elements at several positions together to another one, as lists that can be edited
  /// ask for.
  ///
  /// ```swift
  /// case .rowsMoved(let offsets, let destination):
  ///   state.rows.move(fromOffsets: offsets, toOffset: destination)
  ///   return .none
  /// ```
  ///
  /// Positions where no element is are reported, and ignored, because a list that was drawn earlier
  /// may tell them.
  ///
  /// - Parameters:
  ///   - offsets: The positions of the elements, which keep their order among each other.
  ///   - destination: The position, before the move, of the element that they are to stand in front
  ///     of, or the end.
  ///   - fileID: The file that reports name.
  ///   - filePath: The path of that file.
  ///   - line: The line that reports name.
  ///   - column: The column that reports name.
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

  /// Sorts the elements; equal ones keep their order.
  ///
  /// - Parameter areInIncreasingOrder: Whether one element stands before another one.
  /// - Throws: What the comparison throws; then the order is not changed.
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
  /// Sorts the elements; equal ones keep their order.
  ///
  /// - Complexity: O(*n* log *n*) in the number of elements.
  public mutating func sort() {
    sort(by: <)
  }
}
