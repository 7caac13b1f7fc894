// SPDX-License-Identifier: MIT

internal import Lockstep

enum TestFailure {
  case wrongState(expected: Any, actual: Any)
  case emptyUpdate(Any)
  case updateThrew(any Error)
  case workThrew(any Error)
  case unassertedBeforeSend(UnassertedActions)
  case nothingReceived(
    ExpectedAction,
    others: [Any],
    running: [RunningEffect],
    cancelled: [CancelledEffect],
    after: TestWait?
  )
  case wrongAction(
    expected: ExpectedAction,
    actual: UnassertedActions,
    cancelled: [CancelledEffect]
  )
  case receivedLater(ExpectedAction, actions: [Any], before: UnassertedActions)
  case skippedBefore(ExpectedAction, Any)
  case nothingToRun(
    String?,
    finished: [EffectDescription],
    silent: [EffectDescription],
    running: [RunningEffect],
    cancelled: [CancelledEffect],
    after: TestWait?
  )
  case unassertedAtEnd(UnassertedActions)
  case unassertedFireAndForget([EffectDescription])
  case missingScope(String, String)
  case outputNotSent(OutputExpectation, others: [SentOutput])
  case unassertedOutputs([SentOutput], code: String, handlers: [String])
  case running([RunningEffect], sent: UnassertedActions, after: TestWait?)
  case escaped([StartedEffect], after: TestWait?)
  case neverQuiescent(after: Int, running: [RunningEffect])
  case neverChanged(String)
  case step(StepFailure)

  var note: String? {
    if case .step(let failure) = self { failure.note } else { nil }
  }

  var message: String {
    switch self {
    case .wrongState(let expected, let actual):
      """
      A state change does not match expectation: …

      \(difference(
        expected,
        actual,
        legend: "(Expected: -, Actual: +)",
        remedy: "Change '$0' in the closure of this step to the state after the action."
      ))
      """
    case .emptyUpdate(let state):
      """
      A state change was expected, but nothing has changed: …

      The closure of this step only sets what was already there:

      \(start(of: state))

      Remove the closure to assert that nothing changes, or fix the closure or the reducer.
      """
    case .updateThrew(let error):
      """
      The closure of this step threw an error: \(error)

      The state was not compared. Fix the closure, or catch the error in it.
      """
    case .workThrew(let error):
      """
      The closure of this step threw an error: \(error)

      The steps after it were still taken. Fix the work, or catch the error in it.
      """
    case .unassertedBeforeSend(let unasserted):
      """
      An action was sent before \(count(unasserted.actions, "received action")) \
      \(were(unasserted.actions)) asserted: …

      Unhandled actions: \(list(unasserted.actions))

      Assert \(unasserted.count == 1 ? "it" : "them") with 'receive' before this step:

      \(unasserted.code)

      \(skipped(unasserted.actions, beginning: "this step"))
      """
    case .nothingReceived(let action, let others, let running, let cancelled, let wait):
      """
      Expected to receive an action, but no effect has sent \(others.isEmpty ? "one" : "it")\
      \(wait.map(\.within) ?? "").

      Expected: \(action.text)
      \(others.isEmpty ? "" : "\nReceived: \(list(others))\n")
      \(runningText(running, after: wait))
      \(cancelledText(cancelled))
      First make an effect send it, or remove this step.
      """
    case .wrongAction(.value(let expected), let actual, let cancelled):
      """
      Received an unexpected action: …

      \(difference(
        expected,
        actual.actions[0],
        legend: "(Expected: -, Actual: +)",
        remedy: (cancelled.isEmpty ? "" : "\(cancelledText(cancelled).dropFirst())\n")
          + remedyForWrongAction(actual)
      ))
      """
    case .wrongAction(.condition(let expected), let actual, let cancelled):
      """
      Received an unexpected action: …

      Expected: \(expected)

      Received: \(Dump(actual.actions[0]).text)
      \(cancelledText(cancelled))
      \(remedyForWrongAction(actual))
      """
    case .receivedLater(let expected, let actions, let before):
      """
      \(actions.count == 2
        ? "Another action was received before the expected one"
        : "Other actions were received before the expected one"): …

      Expected: \(expected.text)

      Received: \(list(actions))

      Assert what comes before it first:

      \(before.code)

      This step asserts what the expected action has changed. What comes before it is not reported again, \
      and a later step may still assert it.
      """
    case .nothingToRun(
      let name,
      let finished,
      let silent,
      let running,
      let cancelled,
      let wait
    ):
      """
      Expected a fire-and-forget effect\(name.map { " named \"\($0)\"" } ?? ""), but no unasserted one has finished\
      \(wait.map(\.within) ?? "").

      Each 'fireAndForget()' asserts one fire-and-forget effect that has finished\
      \(finished.isEmpty ? "; none is left." : ". These are left:\n\n\(bullets(finished))")
      \(silent.isEmpty ? "" : "\n\(silentText(silent, named: name))\n")
      \(runningText(running, after: wait))
      \(cancelledText(cancelled))
      First run \(name == nil ? "one" : "it")\(finished.isEmpty ? "" : ", assert what is left instead"), or remove \
      this step.
      """
    case .skippedBefore(let expected, let actual):
      """
      An earlier step skipped the expected action: …

      Expected: \(expected.text)

      Received: \(Dump(actual).text)

      Assert it before that step, in the order in which the actions were received.
      """
    case .unassertedAtEnd(let unasserted):
      """
      The store received \(count(unasserted.actions, "unexpected action")) after this one: …

      Unhandled actions: \(list(unasserted.actions))

      Assert \(unasserted.count == 1 ? "it" : "each of them, in this order,") with 'receive':

      \(unasserted.code)
      """
    case .unassertedFireAndForget(let effects):
      """
      \(count(effects, "fire-and-forget effect")) \(were(effects)) not asserted: …

      \(bullets(effects))

      Assert each with 'fireAndForget()' after the step that starts it.
      """
    case .missingScope(let path, let step):
      """
      This step \(step) a child whose state is missing.

      Path: \(path)

      The step sent and asserted nothing. Show the child in an earlier step, or use the test store itself.
      """
    case .outputNotSent(let expected, let others):
      """
      Expected an output that the feature did not send.

      Expected: \(expected.text)
      \(others.isEmpty ? "" : "\nNot asserted:\n\n\(bullets(others))\n")
      First send the action that leads to it, or remove this step. An output that a parent in the test handles is not \
      asserted here.
      """
    case .unassertedOutputs(let outputs, let code, let handlers):
      """
      The feature sent an output that no parent in the test handles and no step asserts: …

      \(bullets(outputs))

      Assert \(outputs.count == 1 ? "it" : "each of them") after the step in which it is sent:

      \(code)
      """
        + (handlers.isEmpty
          ? ""
          : "\n\nOr handle it in the reducer of a parent:\n\n\(handlers.joined(separator: "\n"))")
    case .running(let effects, let sent, let wait):
      """
      \(count(effects, "effect")) \(effects.count == 1 ? "is" : "are") still running at the end\
      \(wait.map(\.after) ?? ""): …

      \(bulletsAndCauses(effects, after: wait))
      \(sent.isEmpty ? "" : "\n\(count(sent.actions, "action")) from \(effects.count == 1 ? "it" : "them") \(sent.count == 1 ? "was" : "were") not asserted:\n\n\(sent.code)\n")
      Bring each effect to its end: advance its scheduler, complete its subject, finish its stream, or \
      send the action that cancels it. Cancelled effects are no longer running.
      """
    case .escaped(let effects, let wait):
      """
      \(count(effects, "effect")) left \(effects.count == 1 ? "a task" : "tasks") behind that \
      \(effects.count == 1 ? "is" : "are") still running at the end\(wait.map(\.after) ?? ""): …

      \(bullets(effects))

      Usual cause: 'Task { }' in the body of the effect. Such a task is not cancelled with the effect, \
      and only 'await store.finish(timeout:)' waits for it. Await its value in the body, or use a task group or \
      'async let'.
      """
    case .neverChanged(let path):
      """
      An ignored part of the state has not changed: \(path)

      No action has changed it from here to the end. Remove it from 'ignore', so that steps compare it.
      """
    case .step(let failure):
      failure.message
    case .neverQuiescent(let limit, let running):
      """
      The effects never become idle.

      \(counted(limit, "piece")) of asynchronous work \(limit == 1 ? "has" : "have") run in sequence, and more \
      work is waiting.

      \(restlessText(running))

      Usual cause: a loop that yields until a condition is true. Await the event instead.
      """
    }
  }
}

private func remedyForWrongAction(_ actual: UnassertedActions) -> String {
  """
  Fix the effect that sends it, or expect in this step what was received:

  \(actual.code)
  """
}

/// Describes the actions that the test skipped.
///
/// - Parameters:
///   - actions: The actions, at least one.
///   - step: The step that continues after them, such as "this step".
/// - Returns: A sentence.
func skipped(_ actions: [Any], beginning step: String) -> String {
  actions.count == 1
    ? "\(Dump(actions[0]).boundedLine) was skipped: \(step) begins with the state after it."
    : "The \(actions.count) actions were skipped: \(step) begins with the state after the last one."
}

private func start(of value: Any) -> String {
  let lines = Dump(value).lines()
  let rest = lines.count > 40 ? ["… (\(counted(lines.count - 40, "more line")))"] : []
  return (lines.prefix(40) + rest).joined(separator: "\n")
}

func count(_ values: [some Any], _ noun: String) -> String {
  counted(values.count, noun)
}

func were(_ values: [some Any]) -> String {
  values.count == 1 ? "was" : "were"
}

func list(_ values: [Any]) -> String {
  let lines = values.prefix(20).flatMap { Dump($0).lines(indentation: 2, suffix: ",") }
  let rest = values.count > 20 ? ["  … (\(values.count - 20) more)"] : []
  return (["["] + lines + rest + ["]"]).joined(separator: "\n")
}

func bullets(_ effects: [EffectDescription]) -> String {
  bullets(effects.map { "• \($0)" })
}

func bullets(_ effects: [RunningEffect]) -> String {
  bullets(effects.map { "• \($0.description)\n  \($0.waitText)" })
}

func bullets(_ effects: [StartedEffect]) -> String {
  bullets(effects.map { "• \($0)" })
}

func bullets(_ outputs: [SentOutput]) -> String {
  bullets(outputs.map { "• \($0.text)" })
}

func bullets(_ texts: [String]) -> String {
  let count = RunningEffect.shownCount
  let rest = texts.count > count ? ["… (\(texts.count - count) more)"] : []
  return (texts.prefix(count) + rest).joined(separator: "\n")
}

/// Lists effects that were cancelled by id, between empty lines.
func cancelledText(_ effects: [CancelledEffect]) -> String {
  effects.isEmpty
    ? ""
    : """

    Cancelled by their ids, so that they send nothing more:

    \(bullets(effects.map { "• \($0)" }))

    """
}

private func runningText(_ effects: [RunningEffect], after wait: TestWait?) -> String {
  effects.isEmpty
    ? "No running effect could still do so."
    : runningText(bulletsAndCauses(effects, after: wait))
}

private func runningText(_ bullets: String) -> String {
  """
  Still running, and what each is waiting for:

  \(bullets)
  """
}

/// Describes effects, at least one, that the test may have mistaken for fire-and-forget effects.
func silentText(_ effects: [EffectDescription], named name: String? = nil) -> String {
  let name = (name ?? effects.last?.name).map { "(name: \($0.debugDescription))" } ?? ""
  return """
    \(count(effects, "effect")) ended without sending an action, but \
    \(effects.count == 1 ? "is not a fire-and-forget effect" : "are not fire-and-forget effects"):

    \(bullets(effects))

    A test asserts an effect that sends nothing only if it is made with

    .fireAndForget\(name) { … }
    """
}

func runningText(_ effects: [RunningEffect], remedy: String) -> String {
  runningText(bulletsAndCauses(effects, remedy: remedy))
}

private func restlessText(_ effects: [RunningEffect]) -> String {
  effects.isEmpty
    ? "The store knows of no running effect."
    : "Still running:\n\n\(bullets(effects.map { "• \($0.description)" }))"
}

private func bulletsAndCauses(_ effects: [RunningEffect], after wait: TestWait?) -> String {
  let remedy =
    switch wait {
    case nil: "'await store.receive(…, timeout:)' and 'await store.finish(timeout:)' wait for it."
    case .timedOut: "Wait longer, or use a test double that responds immediately."
    case .cancelled: "Use a test double that responds immediately."
    }
  return bulletsAndCauses(effects, remedy: remedy)
}

private func bulletsAndCauses(_ effects: [RunningEffect], remedy: String) -> String {
  guard effects.contains(where: \.isSuspendedOutside) else { return bullets(effects) }
  return """
    \(bullets(effects))

    Usual causes of a suspension outside the store: a real sleep, the network, a detached task, \
    the main actor, Dispatch, a stream that has not finished, or a continuation or callback that nobody has \
    resumed or called. \
    \(remedy)
    """
}

extension TestWait {
  fileprivate var within: String {
    switch self {
    case .timedOut(let timeout): " within \(SchedulerStride(timeout))"
    case .cancelled: " before the task that waited was cancelled"
    }
  }

  fileprivate var after: String {
    switch self {
    case .timedOut(let timeout): ", after \(SchedulerStride(timeout)) of waiting"
    case .cancelled: ", after the task that waited was cancelled"
    }
  }
}
