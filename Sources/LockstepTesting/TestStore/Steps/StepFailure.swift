// SPDX-License-Identifier: MIT

internal import Lockstep

/// The effects that still owe something.
struct PendingEffects {
  /// The number of effects; one effect may owe several things.
  var count: Int
  /// The actions that were received but not asserted.
  var actions: UnassertedActions
  /// The fire-and-forget effects that have run but were not asserted.
  var fireAndForget: [EffectDescription] = []
  var running: [RunningEffect] = []
  /// The effects that were cancelled by their ids last, and so owe nothing.
  var cancelled: [CancelledEffect] = []
  /// The effects that have ended without sending an action, and owe nothing.
  var silent: [EffectDescription] = []
  /// Whether something may still arrive.
  var isWaiting = false
  var context = FailureContext.none
}

/// A failure found by the assertion with a list of steps, in addition to those of a test store.
///
/// The messages match those of older helpers of this kind word for word, so that tests of them continue
/// to pass; a note below each message says what is pending and how to go on.
enum StepFailure {
  case sentTooEarly(PendingEffects)
  case leftPending(PendingEffects)
  /// An action is expected, but there is none.
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

  /// Additional information, if the message does not say everything.
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
  /// A description of the values that the effects still have to send.
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

  /// A description of how to handle the effects.
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
