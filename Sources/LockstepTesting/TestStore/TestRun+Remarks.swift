// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepJournal

// Remarks of failures on the reducers that the action of a step has passed.
extension TestRun {
  /// Notes the action of a step; `nil` if it was dropped.
  func noteAsserted(_ action: Received?, _ transition: Transition<State>) {
    lastAsserted = action
    isIdle = action?.hasEffect == false && transition.hasChanged == false
  }

  /// Returns what to add to a failure that the last action may have caused; `nil` if there is nothing to say.
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
    // Once, because what follows has the same cause.
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

/// An action that holds the action of a child or of a modifier, which no reducer takes out.
private struct UnhandledAction {
  /// The type of the action, and its case.
  private let type: String
  private let name: String
  private let payload: String
  /// The type of the child's actions.
  private let child: String
  private let isOfElement: Bool

  /// Returns `nil` if the payload is neither an action of a modifier nor an enum whose name ends in `Action`.
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
    // A delegate action is for the parent.
    guard Mirror(reflecting: last).displayStyle == .enum, self.payload.hasSuffix("Action"),
      self.payload.hasSuffix("DelegateAction") == false
    else { return nil }
  }

  /// Returns the child's type of action: the last generic argument, or the type itself if it has none.
  private static func childType(of type: Any.Type) -> String {
    // The name for messages leaves out the namespaces of arguments.
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

  /// Returns the modifier that handles the action, as code.
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

  /// The name that the child's reducer probably has.
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

/// The names and types of the stored properties of a state and of the values in it.
private struct StoredProperties {
  private var all: [(name: String, type: String)] = []

  /// Reads the properties level by level; of a large state, the first 1,000 values.
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

  /// Returns the path to the first property of a type.
  func path(toType prefix: String) -> String {
    all.first { $0.type.hasPrefix(prefix) }.map { "\\.\($0.name)" } ?? "\\.…"
  }
}
