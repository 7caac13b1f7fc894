// SPDX-License-Identifier: MIT

/// What is reported of an action for a state that is not there.
///
/// - Parameters:
///   - action: The action.
///   - problem: What was there instead: `its state was 'nil'`.
///   - position: How the reducer of the state was put together with its parent: `pulled back`.
///   - path: The path to the state; `nil` if there is none to speak of.
///   - location: Where they were put together.
/// - Returns: What to report.
func strayAction(
  _ action: some Sendable,
  _ problem: String,
  _ position: String,
  path: String? = nil,
  _ location: SourceLocation
) -> ReportedIssue {
  let path = path.map { "\nPath: \($0)" } ?? ""
  return ReportedIssue(
    """
    A reducer that was \(position) at \(location) received an action while \(problem).

    Action: \(Dump(action).text)\(path)

    The action was ignored. Usual causes:
    • A parent reducer changed the state before this reducer ran. Combine this reducer before it.
    • An effect of the feature was still running when the state went away. Cancel it then.
    • A view sent the action when it should have been gone.
    """,
    at: location
  )
}
