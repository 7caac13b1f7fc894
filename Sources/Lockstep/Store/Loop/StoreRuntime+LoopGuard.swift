// SPDX-License-Identifier: MIT

extension StoreRuntime {
  /// Reports an endless chain of actions, once in each run, and returns `false` for the actions that continue it.
  @usableFromInline
  func isWithinLimit(_ action: Action) -> Bool {
    if depth == RestlessKey.turnLimit, let turn = lives?.turn, let restless = turn.restless,
      restless.turn == turn.number
    {
      report(restless.key)
    }
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

      The store dropped this action: \(Dump(action).text)

      An effect or an observer of each action sent the next one. End the chain at one of them, or pass a higher \
      'actionLimit' to the store.
      """
    IssueReporting.current.report(ReportedIssue(message, at: lastCaller))
    return false
  }

  /// Reports a subscription whose key changes with each action; the chain continues, because it may end.
  private func report(_ key: RestlessKey) {
    let (old, new) = key.keys()
    let message = """
      The key of a subscription changed with each of \(depth) consecutive actions.

      Subscription: '\(key.name)' at \(key.location)
      Key: from \(old) to \(new)

      If the effect of the subscription sends these actions, it restarts endlessly. Keep the key unchanged when the \
      effect sends an action, or use a different key.
      """
    IssueReporting.current.report(ReportedIssue(message, at: key.location))
  }

  private var lastActionsText: String {
    guard actionLimit > 0 else {
      return "'actionLimit' is 0, but an action followed from another one."
    }
    let followed =
      actionLimit == 1
      ? "1 action followed from another" : "\(actionLimit) actions followed from one another"
    let last = lastActions.flatMap { Dump($0).lines(indentation: 2) }.joined(separator: "\n")
    return """
      \(followed) without input from outside. The last \(lastActions.count == 1 ? "was" : "were"):

      \(last)
      """
  }
}
