// SPDX-License-Identifier: MIT

// A report is attributed to the test step being run, or else to the call. Subscripts, literals and in-place
// changes of an element cannot take a location: outside of tests, the element has to show the place.
extension IdentifiedArray {
  func reportForeign(_ element: Element, id: ID, _ location: CodeLocation? = nil) {
    report(
      """
      An element was set in an identified array under an id that is not its own.

      Id: \(Dump(id).text)
      Element: \(Dump(element).text)

      The array was not changed. Set it under its own id, or use 'updateOrAppend(_:)'.
      """,
      at: location
    )
  }

  func reportTaken(_ element: Element, at position: Int, by other: Int) {
    report(
      """
      An element was set at a position of an identified array, and another position has one with its id.

      Id: \(Dump(identify(element)).text)
      Set at: \(position)
      Stands at: \(other)
      Element: \(Dump(element).text)

      The array was not changed. Set it where the one with its id stands, or remove that one first.
      """
    )
  }

  @usableFromInline
  func reportCount(of elements: ArraySlice<Element>, in range: Range<Int>) {
    report(
      """
      Another number of elements was set at a range of positions of an identified array than there are.

      Positions: \(range)
      Elements: \(Dump(Array(elements)).text)

      The array was not changed. Use 'remove', 'insert' and 'append' to change the number of elements.
      """
    )
  }

  func reportChange(of element: Element, from oldID: ID, isTaken: Bool) {
    report(
      """
      The id of an element was changed in an identified array.

      Old id: \(Dump(oldID).text)
      Element: \(Dump(element).text)

      \(isTaken
        ? "There is an element with the new id already. That one stays, the changed one was removed."
        : "The element is found under its new id from now on.") \
      Keep the id constant; remove the element and append another one in its place.
      """
    )
  }

  func reportDuplicate(_ element: Element, _ location: CodeLocation?) {
    report(
      """
      An identified array was made of elements that do not all have ids of their own.

      Element: \(Dump(element).text)

      An earlier element has the same id. That one stays, this one was left out.
      """,
      at: location
    )
  }

  func reportOutside(_ offset: Int, _ location: CodeLocation) {
    report(
      """
      A position is outside of an identified array.

      Position: \(offset)
      Number of elements: \(count)

      It was ignored. Usual cause: a list that was drawn before elements were removed.
      """,
      at: location
    )
  }

  /// Returns those of some offsets that are positions of elements; reports the others.
  func checked(_ offsets: some Sequence<Int>, _ location: CodeLocation) -> Set<Int> {
    Set(
      offsets.filter { offset in
        let isPosition = storage.indices.contains(offset)
        if isPosition == false { reportOutside(offset, location) }
        return isPosition
      }
    )
  }

  private func report(_ message: String, at location: CodeLocation? = nil) {
    IssueReporting.reportAtStep(message, else: location ?? CodeLocation())
  }
}
