// SPDX-License-Identifier: MIT

extension StoreRuntime {
  /// Reports a chain of actions that does not end, once in each run, and drops the actions that continue it.
  @usableFromInline
  func isWithinLimit(_ action: Action) -> Bool {
    guard depth > actionLimit - 10 else {
      if lastActions.isEmpty == false { lastActions = [] }
      return true
    }
    guard depth > actionLimit else {
      if depth == max(actionLimit - 9, 1) { lastActions = [] }
      if lastActions.count == 10 { lastActions.removeFirst() }
      lastActions.append(action)
      return true
    }
    guard reportedRun != firstOfRun else { return false }
    reportedRun = firstOfRun
    let message = """
      A chain of actions does not end.

      \(lastActionsText)

      This one was dropped: \(Dump(action).text)

      Each of them was sent by an effect of the one before, or by an observer of its change. Let one \
      of them end the chain, or raise the limit that the store was made with.
      """
    IssueReporting.current.report(ReportedIssue(message, at: lastCaller))
    return false
  }

  /// A text that says how many actions followed from one another, and what the last of them were.
  private var lastActionsText: String {
    guard actionLimit > 0 else { return "No action may follow from another, and one did." }
    let followed =
      actionLimit == 1
      ? "1 action followed from another" : "\(actionLimit) actions followed from one another"
    let last = lastActions.flatMap { Dump($0).lines(indentation: 2) }.joined(separator: "\n")
    return """
      \(followed) without anything from outside. The last \(lastActions.count == 1 ? "was" : "were"):

      \(last)
      """
  }
}
