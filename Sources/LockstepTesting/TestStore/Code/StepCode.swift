// SPDX-License-Identifier: MIT

internal import Lockstep

/// Actions that a test has not asserted, and the steps that would.
struct UnassertedActions {
  var actions: [Any]
  var code: String

  var count: Int { actions.count }
  var isEmpty: Bool { actions.isEmpty }
}

/// The form in which a message writes a step of a test.
enum StepCode {
  /// A call of a method of a store.
  case store
  /// An element of a list of steps.
  case list

  /// How much of the code a message shows.
  static let limits = (steps: 10, changes: 8, characters: 100)

  /// Returns the steps that receive the first of a number of actions, each with its changes.
  func receiving(_ shown: [(action: some Any, changes: [StateChange])], of count: Int) -> String {
    let steps = shown.map { step(receiving: $0, $1) }.joined(separator: "\n")
    let rest = count - shown.count
    let code = rest == 0 ? steps : "\(steps)\n… (\(rest) more)"
    guard shown.contains(where: { $1.contains { $0.code.hasSuffix("…") } }) else { return code }
    return "\(code)\n\nWrite the new value in place of '…'."
  }

  private func step(receiving action: some Any, _ changes: [StateChange]) -> String {
    let call = "receive(\(Self.argument(action)))"
    let closure = Self.closure(changes)
    return switch self {
    case .store: "store.\(call)\(closure)"
    case .list: "Step(.\(call)\(closure))"
    }
  }

  private static func closure(_ changes: [StateChange]) -> String {
    let lines = changes.prefix(limits.changes).map(\.code)
    let rest = changes.count - lines.count
    switch lines.count {
    case 0: return ""
    case 1: return " { \(lines[0]) }"
    default:
      let more = rest == 0 ? [] : ["// … and \(counted(rest, "more change"))"]
      return " {\n\((lines + more).map { "  \($0)\n" }.joined())}"
    }
  }

  /// Returns the action as code, or the path to its case if it cannot be compared, or would be too long.
  private static func argument<Action>(_ action: Action) -> String {
    let path = path(to: action)
    if Action.self is any Equatable.Type, let code = ValueCode.code(of: action),
      code.count <= max(limits.characters, path?.count ?? 0)
    {
      return code
    }
    if let path { return path }
    return pathToAny(action)
  }

  private static func pathToAny<Action>(_ action: Action) -> String {
    let path = "/\(ValueCode.typeName(Action.self)).self"
    let name = ValueCode.enumCase(of: action)?.name
    return name.map { "\(path), where: { if case .\($0) = $0 { true } else { false } }" } ?? path
  }

  /// Returns the path to the innermost case of nested actions.
  private static func path(to action: Any, depth: Int = 0) -> String? {
    guard depth < ValueCode.maximumDepth, let (name, payload) = ValueCode.enumCase(of: action)
    else { return nil }
    let type = Swift.type(of: action)
    guard String(reflecting: type).hasPrefix("Swift.") == false else { return nil }
    let step = "/\(ValueCode.typeName(type)).\(name)"
    // The prefix operator finds a case without a payload by comparing.
    guard let payload else { return action is any Equatable ? step : nil }
    let parts = Mirror(reflecting: payload)
    let inner =
      parts.displayStyle == .tuple && parts.children.count == 1
      ? parts.children.first?.value ?? payload : payload
    return path(to: inner, depth: depth + 1).map { "\(step) .. \($0)" } ?? step
  }
}
