// SPDX-License-Identifier: MIT

@usableFromInline
enum IdentifiedArrayOperation {
  case modify
  case subscriptByID
  case subscriptByPosition
  case subscriptByRange
  case withContiguousMutableStorage
}

// A report appears at the running test step, or else at the call. Subscripts, literals and in-place changes cannot take
// a location, so outside of tests the message identifies the call by its element.
extension IdentifiedArray {
  func reportForeign(_ element: Element, id: ID, operation: String) {
    report(
      """
      An element was set under an id that differs from its own.

      \(subject(operation))
      Id: \(Dump(id).text)
      Element: \(Dump(element).text)

      The array was not changed. Set it under its own id, or use 'updateOrAppend(_:)'.
      """
    )
  }

  func reportTaken(_ element: Element, at position: Int, by other: Int, operation: String) {
    report(
      """
      An element was set at one position of an identified array, but an element with its id is at another.

      \(subject(operation))
      Id: \(Dump(identify(element)).text)
      Set at: \(position)
      Existing position: \(other)
      Element: \(Dump(element).text)

      The array was not changed. Set it at the position of the element with its id, or remove that element first.
      """
    )
  }

  @usableFromInline
  func reportCount(of elements: ArraySlice<Element>, in range: Range<Int>) {
    report(
      """
      A range of an identified array was set to a different number of elements.

      \(subject("[\(range)] = …"))
      Elements: \(Dump(Array(elements)).text)

      The array was not changed. Use 'remove', 'insert' and 'append' to change the number of elements.
      """
    )
  }

  func reportChange(
    from oldID: ID,
    at position: Int,
    isTaken: Bool,
    by operation: IdentifiedArrayOperation,
    _ location: CodeLocation?
  ) {
    var idsBefore = ids
    idsBefore[position] = oldID
    let text =
      switch operation {
      case .modify: "modify(id: \(Dump(oldID).boundedLine))"
      case .subscriptByID: "[id: \(Dump(oldID).boundedLine)]"
      default: "[\(position)]"
      }
    report(
      """
      The id of an element was changed in an identified array.

      \(subject(text, ids: idsBefore))
      Old id: \(Dump(oldID).text)
      Element: \(Dump(storage[position]).text)

      \(isTaken
        ? "Another element has the new id, so the changed element was removed."
        : "The array now finds the element under its new id.") \
      Keep the id constant. To change it, remove the element and insert another one.
      """,
      at: location
    )
  }

  func reportDuplicate(_ element: Element, _ location: CodeLocation?) {
    report(
      """
      An identified array was created from elements with duplicate ids.

      Array so far: \(description(of: ids))
      Element: \(Dump(element).text)

      An earlier element has this id, so this element was not added. Give each element its own id.
      """,
      at: location
    )
  }

  /// Returns the offsets of existing elements, and reports the others and an invalid destination.
  func checked(
    _ offsets: [Int],
    movedTo destination: Int? = nil,
    _ location: CodeLocation
  ) -> Set<Int> {
    let outside = offsets.filter { storage.indices.contains($0) == false }
    let place = destination.flatMap { $0 < 0 ? "beginning" : $0 > count ? "end" : nil }
    if offsets.isEmpty == false, outside.isEmpty == false || place != nil {
      let positions = outside + (place == nil ? [] : [destination ?? 0])
      let list = Dump(offsets).boundedLine
      let operation =
        destination.map { "move(fromOffsets: \(list), toOffset: \($0))" }
        ?? "remove(atOffsets: \(list))"
      let remarks = [
        outside.isEmpty
          ? nil
          : outside.count == 1
            ? "Offset \(outside[0]) was ignored."
            : "Offsets \(outside.map(String.init).joined(separator: ", ")) were ignored.",
        place.map { "The \($0) was used as the destination." },
        "Usual cause: a list that was drawn before elements were removed.",
        "Compute the offsets from the current array.",
      ]
      let heading =
        positions.count == 1
        ? "1 offset is not a position of an identified array."
        : "\(positions.count) offsets are not positions of an identified array."
      report(
        """
        \(heading)

        \(subject(operation))
        Outside: \(positions.map(String.init).joined(separator: ", "))

        \(remarks.compactMap { $0 }.joined(separator: " "))
        """,
        at: location
      )
    }
    return Set(offsets).subtracting(outside)
  }

  private func subject(_ operation: String, ids: [ID]? = nil) -> String {
    """
    Array: \(description(of: ids ?? self.ids))
    Operation: \(operation)
    """
  }

  private func description(of ids: [ID]) -> String {
    let count = "\(Self.self) of \(counted(ids.count, "element"))"
    guard ids.isEmpty == false else { return count }
    return "\(count) with the \(ids.count == 1 ? "id" : "ids") \(Dump(ids).boundedLine)"
  }

  private func report(_ message: String, at location: CodeLocation? = nil) {
    IssueReporting.report(message, from: location)
  }
}
