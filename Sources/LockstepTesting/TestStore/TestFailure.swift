// SPDX-License-Identifier: MIT

internal import Lockstep

/// What a test store finds wrong; each has a heading, the facts, and how to mend it.
enum TestFailure {
  case wrongState(expected: Any, actual: Any)
  case updateThrew(any Error)
  case unassertedBeforeSend([Any])
  case nothingReceived(Any, running: [EffectDescription])
  case wrongAction(expected: Any, actual: Any)
  case nothingToRun(String?, finished: [EffectDescription], running: [EffectDescription])
  case unassertedAtEnd([Any])
  case unassertedFireAndForget([EffectDescription])
  case running([EffectDescription])
  case escaped([EffectDescription])
  case neverQuiescent(running: [EffectDescription])

  var message: String {
    switch self {
    case .wrongState(let expected, let actual):
      """
      A state change does not match expectation: …

      \(difference(expected, actual))

      (Expected: -, Actual: +)

      Change '$0' in the closure of this step to the state after the action.
      """
    case .updateThrew(let error):
      """
      The closure of this step threw an error: \(error)

      The state was not compared.
      """
    case .unassertedBeforeSend(let actions):
      """
      An action was sent before \(count(actions, "received action")) \(were(actions)) asserted: …

      Unhandled actions: \(list(actions))

      Assert \(actions.count == 1 ? "it" : "them") with 'receive' before this step. \
      \(actions.count == 1 ? "It was" : "They were") skipped.
      """
    case .nothingReceived(let action, let running):
      """
      Expected to receive an action, but no effect has sent one.

      Expected: \(Dump(action).text)

      \(runningText(running))
      """
    case .wrongAction(let expected, let actual):
      """
      Received an unexpected action: …

      \(difference(expected, actual))

      (Expected: -, Actual: +)
      """
    case .nothingToRun(let name, let finished, let running):
      """
      No pending effects to run\(name.map { " named \"\($0)\"" } ?? "")

      Each 'fireAndForget()' asserts one fire-and-forget effect that has finished\
      \(finished.isEmpty ? "; none is left." : ". These are left:\n\n\(bullets(finished))")

      \(runningText(running))
      """
    case .unassertedAtEnd(let actions):
      """
      The store received \(count(actions, "unexpected action")) after this one: …

      Unhandled actions: \(list(actions))
      """
    case .unassertedFireAndForget(let effects):
      """
      \(count(effects, "fire-and-forget effect")) \(were(effects)) not asserted: …

      \(bullets(effects))

      Assert each with 'fireAndForget()' after the step that starts it.
      """
    case .running(let effects):
      """
      \(count(effects, "effect")) \(effects.count == 1 ? "is" : "are") still running at the end: …

      \(bullets(effects))

      Let the test bring each to its end: advance its scheduler, complete its subject, or send the \
      action that cancels it. What was cancelled by now is no longer running.
      """
    case .escaped(let effects):
      """
      \(count(effects, "effect")) left \(effects.count == 1 ? "a task" : "tasks") behind that \
      \(effects.count == 1 ? "is" : "are") still running at the end: …

      \(bullets(effects))

      Usual cause: 'Task { }' in the body of the effect. Such a task is not cancelled with the effect, \
      and no step can assert what it does. Await its value in the body, or use a task group or \
      'async let'.
      """
    case .neverQuiescent(let running):
      """
      The effects do not come to rest.

      A million pieces of asynchronous work have run one after the other, and there is more.

      \(runningText(running))

      Usual cause: a loop that yields until something happens. Let it wait for what happens instead.
      """
    }
  }
}

private func difference(_ expected: Any, _ actual: Any) -> String {
  Dump.diff(expected, actual)
    ?? """
    Both print the same, but are not equal:

    \(Dump(actual).text)
    """
}

private func count(_ values: [some Any], _ noun: String) -> String {
  "\(values.count) \(noun)\(values.count == 1 ? "" : "s")"
}

private func were(_ values: [some Any]) -> String {
  values.count == 1 ? "was" : "were"
}

/// The values one below the other, the first twenty of them.
private func list(_ values: [Any]) -> String {
  let lines = values.prefix(20).flatMap { Dump($0).lines(indentation: 2, suffix: ",") }
  let rest = values.count > 20 ? ["  … (\(values.count - 20) more)"] : []
  return (["["] + lines + rest + ["]"]).joined(separator: "\n")
}

private func bullets(_ effects: [EffectDescription]) -> String {
  effects.map { "• \($0)" }.joined(separator: "\n")
}

private func runningText(_ effects: [EffectDescription]) -> String {
  effects.isEmpty
    ? "No effect is running that could still do so."
    : "Still running, each waiting for something outside of the store:\n\n\(bullets(effects))"
}
