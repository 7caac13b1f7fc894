// SPDX-License-Identifier: MIT

internal import Lockstep

/// An effect, and what has started it.
struct StartedEffect: CustomStringConvertible {
  private let effect: String
  private let start: String?

  init(_ scope: EffectScope, remark: String = "") {
    effect = "\(scope.description.map(\.description) ?? "")\(remark)"
    start = scope.actionInFlight?.turn
  }

  /// What it is called and, on a line of its own, whose action it is the effect of.
  var description: String {
    start.map { "\(effect)\n  started by \($0)" } ?? effect
  }
}

/// An effect that is running, and what it waits for.
struct RunningEffect {
  /// What an effect waits for.
  enum Wait {
    /// Something of Lockstep's own, in words.
    case known(String)
    /// Nothing that the store knows, although all that it could run has run.
    case outside
    /// Nothing that the store knows; it may as well have more to run.
    case other
  }

  var description: StartedEffect
  var wait: Wait

  /// How many are shown in a message.
  static let shownCount = 20

  var isSuspendedOutside: Bool {
    if case .outside = wait { true } else { false }
  }

  var waitText: String {
    switch wait {
    case .known(let text): text
    case .outside: "suspended outside the store"
    case .other: "does not come to rest, or is suspended outside the store"
    }
  }
}

/// What a test store has not held to account: because it was told not to, or because no step could
/// assert it.
enum TestNote {
  case actions([Any])
  case changes(before: Any, after: Any)
  case running([RunningEffect])
  case fireAndForget([EffectDescription])
  case escaped([StartedEffect])
  case ignoringCancellation([StartedEffect])

  /// Whether it is shown although the test has not asked for what was skipped.
  var isAlwaysShown: Bool {
    if case .ignoringCancellation = self { true } else { false }
  }

  var message: String {
    switch self {
    case .actions(let actions):
      """
      \(count(actions, "received action")) \(were(actions)) skipped: …

      \(list(actions))
      """
    case .changes(let before, let after):
      """
      The state changed, and only what the closure of this step sets was asserted: …

      \(difference(before, after))

      (Before: -, After: +)
      """
    case .running(let effects):
      """
      \(count(effects, "running effect")) \(were(effects)) skipped: …

      \(bullets(effects))
      """
    case .fireAndForget(let effects):
      """
      \(count(effects, "fire-and-forget effect")) \(were(effects)) skipped: …

      \(bullets(effects))
      """
    case .escaped(let effects):
      """
      What \(count(effects, "effect")) left behind was skipped: …

      \(bullets(effects))
      """
    case .ignoringCancellation(let effects):
      """
      \(count(effects, "effect")) \(were(effects)) cancelled, but \
      \(effects.count == 1 ? "its body has" : "their bodies have") not returned by the end: …

      \(bullets(effects))

      What is cancelled counts as ended, and sends nothing more. To end the work too, let the body \
      await what ends with its task, use 'withTaskCancellationHandler', or check 'Task.isCancelled'.
      """
    }
  }
}
