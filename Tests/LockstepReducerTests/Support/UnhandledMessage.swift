// SPDX-License-Identifier: MIT

/// Returns the full report of an action whose state is missing.
func unhandledMessage(
  _ position: String,
  _ line: UInt,
  _ problem: String,
  _ action: String,
  path: String? = nil,
  sentBy sender: String? = nil,
  fileID: StaticString = #fileID
) -> String {
  let isEffect = sender.map { $0.hasPrefix("'send'") == false }
  let effects = """

    • The feature sent the action after it had asked to be dismissed. Send nothing after '.dismiss'.
    • An effect outlived the state, because of 'cancelsEffects: false', or because a reducer called this one directly.
    """
  let views = "\n• A view that should have been dismissed sent the action."
  return """
    A reducer that was \(position) at \(fileID):\(line) received an action while \(problem).

    Action: \(action)\(path.map { "\nPath: \($0)" } ?? "")\(sender.map { "\nSent by: \($0)" } ?? "")

    The reducer of that state did not run. Usual causes:
    • A parent reducer changed the state before this reducer ran. Combine this reducer before it.
    • Another action that was sent in the same turn removed or replaced the state. Send that one last.\
    \(isEffect == false ? "" : effects)\(isEffect == true ? "" : views)
    """
}

/// Returns the dump of a parent action that wraps child actions.
func dumped(_ parent: String, _ payloads: String...) -> String {
  let lines = payloads.map { payload in
    payload.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
  }
  return "\(parent)(\n\(lines.joined(separator: ",\n"))\n)"
}
