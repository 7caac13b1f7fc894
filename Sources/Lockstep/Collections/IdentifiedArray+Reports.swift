// SPDX-License-Identifier: MIT

// The members that these are called from are subscripts and collection operations, which have no
// room for a place in the source: the step of the test that is being run stands for it.
extension IdentifiedArray {
  func reportForeign(_ element: Element, id: ID) {
    report(
      """
      An element was set in an identified array under an id that is not its own.

      Id: \(Dump(id).text)
      Element: \(Dump(element).text)

      The array was not changed. Set it under its own id, or use 'updateOrAppend(_:)'.
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

  func reportDuplicate(_ element: Element) {
    report(
      """
      An identified array was made of elements that do not all have ids of their own.

      Element: \(Dump(element).text)

      An earlier element has the same id. That one stays, this one was left out.
      """
    )
  }

  func reportOutside(_ offset: Int) {
    report(
      """
      A position is outside of an identified array.

      Position: \(offset)
      Number of elements: \(count)

      It was ignored. Usual cause: a list that was drawn before elements were removed.
      """
    )
  }

  /// The positions of elements among some offsets; the others are reported.
  func checked(_ offsets: some Sequence<Int>) -> Set<Int> {
    Set(
      offsets.filter { offset in
        let isPosition = storage.indices.contains(offset)
        if isPosition == false { reportOutside(offset) }
        return isPosition
      }
    )
  }

  private func report(_ message: String) {
    IssueReporting.reportAtStep(message, else: CodeLocation())
  }
}
