// SPDX-License-Identifier: MIT

internal import Lockstep

// Actions that no reducer has handled.
extension TestRun {
  /// Notes whether the action of a step has done anything; `nil` stands for one that had no turn.
  func noteIdleness(
    of action: Received?,
    _ transition: Transition<State>
  ) {
    idle = action?.hasEffect != false || transition.hasChanged ? nil : action
  }

  /// Returns what to add to a failure that the last action may have caused by doing nothing, because the reducer of
  /// a child was not combined.
  func remarkOnIdleness(for failure: TestFailure) -> String? {
    switch failure {
    case .wrongState, .emptyUpdate, .nothingReceived, .nothingToRun,
      .step(.nothingToReceive), .step(.nothingToRun):
      break
    default: return nil
    }
    guard let idle else { return nil }
    // Once, because what follows has the same cause.
    self.idle = nil
    let ends = SiteSet.ends(of: idle.action, at: sites).map(ChildAction.init)
    guard let first = ends.first, let first, ends.allSatisfy({ $0 != nil }) else { return nil }
    return first.remark
  }
}

/// An action that holds the action of a child, which no reducer takes out.
private struct ChildAction {
  private let type: String
  private let name: String
  private let isOfElement: Bool

  /// Returns `nil` if the action does not hold what is named like an action of its own.
  init?(_ action: Any) {
    guard case (let name, let payload?)? = ValueCode.enumCase(of: action) else { return nil }
    let parts = Mirror(reflecting: payload)
    let isTuple = parts.displayStyle == .tuple
    let inner = isTuple ? parts.children.map(\.value) : [payload]
    guard let last = inner.last, inner.count < 3 else { return nil }
    let child = Mirror(reflecting: last)
    let childType = ValueCode.typeName(child.subjectType)
    // A delegate action is for the parent.
    guard child.displayStyle == .enum, childType.hasSuffix("Action"),
      childType.hasSuffix("DelegateAction") == false
    else { return nil }
    type = ValueCode.typeName(Swift.type(of: action))
    self.name = name
    isOfElement = inner.count == 2
  }

  var remark: String {
    """
    No pullback takes '\(type).\(name)', and the action has changed nothing and started no effect. If the reducer \
    of a child is to handle it, combine that with the reducer of '\(type)':

    childReducer.\(isOfElement ? "forEach" : "pullback")(state: …, action: /\(type).\(name), environment: …)
    """
  }
}
