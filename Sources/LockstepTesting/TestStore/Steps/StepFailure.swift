// SPDX-License-Identifier: MIT

internal import Lockstep

/// Effects that a list of steps has not asserted completely.
struct PendingEffects {
  /// The number of effects, each counted once even if several of its actions are unasserted.
  var count: Int
  var actions: UnassertedActions
  var fireAndForget: [EffectDescription] = []
  var running: [RunningEffect] = []
  /// The effects that an id cancelled most recently, which are not pending.
  var cancelled: [CancelledEffect] = []
  /// The effects that have finished without sending an action, which are not pending.
  var silent: [EffectDescription] = []
  /// Whether an effect may still send an action.
  var isWaiting = false
  var context = FailureContext.none
}

/// A failure that only lists of steps report.
///
/// The messages match those of older test helpers word for word, so that tests of the messages continue to pass.
enum StepFailure {
  case sentTooEarly(PendingEffects)
  case leftPending(PendingEffects)
  case nothingToReceive(ExpectedAction, PendingEffects)
  case nothingToRun(PendingEffects)
  case sentInsteadOfNothing(UnassertedActions)

  var message: String {
    switch self {
    case .sentTooEarly(let pending):
      "Action sent before handling \(pending.count) pending effect(s)"
    case .leftPending(let pending):
      "Assertion failed to handle \(pending.count) pending effect(s)"
    case .nothingToReceive(_, let pending):
      pending.isWaiting ? Self.timeout : "No pending effects to receive from"
    case .nothingToRun(let pending):
      pending.isWaiting ? Self.timeout : "No pending effects to run"
    case .sentInsteadOfNothing(let action):
      """
      Expected a fire-and-forget effect, but the effect sent an action: …

      Received: \(Dump(action.actions[0]).text)

      Assert it before this step:

      \(action.code)

      \(skipped(action.actions, beginning: "the next step"))
      """
    }
  }

  var note: String? {
    switch self {
    case .sentTooEarly(let pending):
      """
      \(pending.text)

      Before this step, \(pending.remedy)\
      \(pending.actions.isEmpty ? "" : "\n\n\(skipped(pending.actions.actions, beginning: "this step"))")
      """
    case .leftPending(let pending):
      """
      \(pending.text)

      At the end of the steps, \(pending.remedy)
      """
    case .nothingToReceive(let expected, let pending):
      nothing(
        expected: "Expected: \(expected.text)",
        pending,
        remedy: "First make an effect send it, or remove this step."
      )
    case .nothingToRun(let pending):
      nothing(
        expected: """
          Each 'Step(.fireAndForget)' asserts one fire-and-forget effect that has finished; none is \
          left.
          """ + (pending.silent.isEmpty ? "" : "\n\n\(silentText(pending.silent))"),
        pending,
        remedy: "First run one, or remove this step."
      )
    case .sentInsteadOfNothing:
      nil
    }
  }

  private static let timeout = "Timed out waiting for the effect to complete"

  private func nothing(expected: String, _ pending: PendingEffects, remedy: String) -> String {
    """
    \(expected)
    \(pending.count == 0 ? "" : "\n\(pending.text)\n")\(cancelledText(pending.cancelled))
    \(pending.isWaiting ? "These steps do not wait. \(PendingEffects.remedyForRunning)" : remedy)
    """
  }
}

extension PendingEffects {
  fileprivate var text: String {
    let received = "Received, but not asserted: \(list(actions.actions))"
    let run = "Run, but not asserted:\n\n\(bullets(fireAndForget))"
    let running = runningText(running, remedy: "Only steps of a 'TestStore' can wait for it.")
    return [
      actions.isEmpty ? nil : received,
      fireAndForget.isEmpty ? nil : run,
      self.running.isEmpty ? nil : running,
    ]
    .compactMap { $0 }
    .joined(separator: "\n\n")
  }

  fileprivate var remedy: String {
    let steps = [
      actions.isEmpty ? nil : "each action with 'Step(.receive(…))'",
      fireAndForget.isEmpty ? nil : "each fire-and-forget effect with 'Step(.fireAndForget)'",
    ]
    .compactMap { $0 }
    .joined(separator: " and ")
    guard steps.isEmpty == false else {
      return "let each effect come to its end. \(Self.remedyForRunning)"
    }
    return "assert \(steps).\(running.isEmpty ? "" : " \(Self.remedyForRunning)")"
      + (actions.isEmpty ? "" : "\n\n\(actions.code)")
  }

  fileprivate static let remedyForRunning = """
    Supply dependencies that respond immediately, or send the action that cancels the effect. With a 'TestStore', a \
    test can move time between two steps.
    """
}
