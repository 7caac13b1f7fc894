// SPDX-License-Identifier: MIT

internal import Lockstep

struct UnassertedActions {
  var actions: [Any]
  var code: String

  var count: Int { actions.count }
  var isEmpty: Bool { actions.isEmpty }
}

enum StepCode {
  case store
  case list

  static let limits = (steps: 10, changes: 8, characters: 100)

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

  /// Returns the action's code, or the path to its case if the action is not `Equatable` or its code is too long.
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

  private static func path(to action: Any, depth: Int = 0) -> String? {
    guard depth < ValueCode.maximumDepth, let (name, payload) = ValueCode.enumCase(of: action)
    else { return nil }
    let type = Swift.type(of: action)
    guard String(reflecting: type).hasPrefix("Swift.") == false else { return nil }
    let step = "/\(ValueCode.typeName(type)).\(name)"
    // The prefix operator `/` compares values to find a case without a payload.
    guard let payload else { return action is any Equatable ? step : nil }
    let parts = Mirror(reflecting: payload)
    let inner =
      parts.displayStyle == .tuple && parts.children.count == 1
      ? parts.children.first?.value ?? payload : payload
    return path(to: inner, depth: depth + 1).map { "\(step) .. \($0)" } ?? step
  }
}
