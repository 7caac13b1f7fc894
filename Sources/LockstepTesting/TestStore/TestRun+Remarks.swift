// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepJournal

// Remarks in failures about the reducers that processed a step's action.
extension TestRun {
  func noteAsserted(_ action: Received?, _ transition: Transition<State>) {
    lastAsserted = action
    isIdle = action?.hasEffect == false && transition.hasChanged == false
  }

  func remark(for failure: TestFailure) -> String? {
    guard let action = lastAsserted else { return nil }
    let remark: String? =
      switch failure {
      case .wrongState(let expected, _):
        remarkOnState(after: action) ?? remarkOnParts(of: expected, after: action)
          ?? remarkOnIdleness(of: action)
      case .emptyUpdate: remarkOnState(after: action) ?? remarkOnIdleness(of: action)
      case .nothingReceived, .nothingToRun, .step(.nothingToReceive), .step(.nothingToRun):
        remarkOnIdleness(of: action)
      default: nil
      }
    // Later failures have the same cause.
    if remark != nil { lastAsserted = nil }
    return remark
  }

  private func remarkOnState(after action: Received) -> String? {
    if let closed = journal.storeTurn(action.turn)?.closedChildren, closed.isEmpty == false {
      return "In this turn, \(closed.map(\.description).joined(separator: ", and "))."
    }
    let paths = SiteSet.paths(of: action.action, at: sites)
    if paths.count > 1 {
      let list = paths.map { "'\($0)'" }.joined(separator: ", ")
      return """
        The action reaches \(paths.count) children, at \(list): the same case was given to each of them. Give each \
        child a case of its own.
        """
    }
    return nil
  }

  private func remarkOnParts(of expected: Any, after action: Received) -> String? {
    let runs = journal.overwrittenRuns(in: action.turn)
    let part = OverwrittenPart.first(in: runs, expectedIn: expected, of: State.self)
    let cure =
      "To keep the child's value, run its reducer last, or do not set this part outside of it."
    return part.map { "\($0) \(cure)" }
  }

  private func remarkOnIdleness(of action: Received) -> String? {
    guard isIdle, journal.storeTurn(action.turn)?.isTaken == false else { return nil }
    let ends = SiteSet.ends(of: action.action, at: sites).map(UnhandledAction.init)
    guard let first = ends.first, let first, ends.allSatisfy({ $0 != nil }) else { return nil }
    return first.remark(StoredProperties(of: asserted))
  }
}

/// An action that wraps a child or modifier action, which no reducer extracts.
private struct UnhandledAction {
  private let type: String
  private let name: String
  private let payload: String
  private let child: String
  private let isOfElement: Bool

  /// Returns `nil` unless the payload is a modifier's action or an enum whose name ends in `Action`.
  init?(_ action: Any) {
    guard case (let name, let payload?)? = ValueCode.enumCase(of: action) else { return nil }
    let parts = Mirror(reflecting: payload)
    let isTuple = parts.displayStyle == .tuple
    let inner = isTuple ? parts.children.map(\.value) : [payload]
    guard let last = inner.last, inner.count < 3 else { return nil }
    type = ValueCode.typeName(Swift.type(of: action))
    self.name = name
    self.payload = ValueCode.typeName(Swift.type(of: last))
    child = Self.childType(of: Swift.type(of: last))
    isOfElement = inner.count == 2
    guard isOfModifier == false else { return }
    guard Mirror(reflecting: last).displayStyle == .enum, self.payload.hasSuffix("Action"),
      self.payload.hasSuffix("DelegateAction") == false
    else { return nil }
  }

  /// Returns the child's action type: the last generic argument, or the type itself if it has none.
  private static func childType(of type: Any.Type) -> String {
    // The name used in messages omits the namespaces of arguments.
    let name = String(reflecting: type)
    guard let arguments = name.split(separator: "<", maxSplits: 1).dropFirst().first,
      let last = arguments.dropLast().split(separator: ", ").last, last.contains("<") == false
    else { return ValueCode.typeName(type) }
    let parts = last.split(separator: ".").dropFirst()
    return parts.filter { $0.hasPrefix("(") == false }.joined(separator: ".")
  }

  private var isOfModifier: Bool {
    let generic = ["PresentationAction<", "StackAction<", "BindingAction<"]
    let isPlain = payload == "UndoAction" || payload == "SavingAction"
    return isPlain || generic.contains(where: payload.hasPrefix)
  }

  private func code(_ state: StoredProperties) -> String {
    let action = "action: /\(type).\(name)"
    let own = state.contains(name) ? "\\.\(name)" : "\\.…"
    switch payload.prefix(while: { $0 != "<" }) {
    case "PresentationAction":
      let isDialog = state.contains(name, ofType: "Optional<AlertState<")
      return isDialog
        ? ".presenting(dialog: \(own), \(action))" : ".presenting(\(own), \(action), \(reducer))"
    case "StackAction": return "\(reducer).forEach(stack: \(own), \(action))"
    case "BindingAction": return ".binding(\(action))"
    case "UndoAction": return ".undoable(\(state.path(toType: "Undoable<")), \(action))"
    case "SavingAction":
      return
        ".persisted(\\.…, saving: \(state.path(toType: "Saving")), \(action), as: …, to: \\.…, scheduler: \\.…)"
    default:
      let list = state.contains("\(name)s") ? "\\.\(name)s" : own
      return isOfElement
        ? "\(reducer).forEach(state: \(list), \(action))"
        : "\(reducer).pullback(state: \(own), \(action))"
    }
  }

  private var reducer: String {
    if child.hasSuffix(".Action") { return "\(child.dropLast(".Action".count)).reducer" }
    let name = child.split(separator: ".").last?.dropLast("Action".count) ?? ""
    return child.hasSuffix("Action") && name.isEmpty == false
      ? "\(name.prefix(1).lowercased())\(name.dropFirst())Reducer" : "childReducer"
  }

  func remark(_ state: StoredProperties) -> String {
    let code = code(state)
    let cure =
      code.hasPrefix(".")
      ? "Add to the reducer of '\(type)':"
      : "If a child is to handle it, combine its reducer with that of '\(type)':"
    return """
      Nothing handles '\(type).\(name)': the action has changed nothing and started no effect. \(cure)

      \(code)
      """
  }
}

private struct StoredProperties {
  private var all: [(name: String, type: String)] = []

  /// Reads up to about 1,000 properties, breadth first.
  init(of state: Any) {
    var waiting: ArraySlice<Any> = [state]
    var count = 0
    while let value = waiting.popFirst(), count < 1_000 {
      for child in Mirror(reflecting: value).children.prefix(100) {
        count += 1
        waiting.append(child.value)
        if let name = child.label {
          all.append((name, ValueCode.typeName(Swift.type(of: child.value))))
        }
      }
    }
  }

  func contains(_ name: String, ofType prefix: String = "") -> Bool {
    all.contains { $0.name == name && $0.type.hasPrefix(prefix) }
  }

  func path(toType prefix: String) -> String {
    all.first { $0.type.hasPrefix(prefix) }.map { "\\.\($0.name)" } ?? "\\.…"
  }
}
