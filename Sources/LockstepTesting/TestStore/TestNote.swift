// SPDX-License-Identifier: MIT

internal import Lockstep

struct StartedEffect: CustomStringConvertible {
  private let effect: String
  private let start: String?

  init(_ scope: EffectScope, remark: String = "") {
    effect = "\(scope.description.map(\.description) ?? "")\(remark)"
    start = scope.actionInFlight?.turn
  }

  var description: String {
    start.map { "\(effect)\n  started by \($0)" } ?? effect
  }
}

struct CancelledEffect: CustomStringConvertible {
  /// The maximum number of effects in a message.
  static let shownCount = 5

  private let effect: EffectDescription?
  private let starter: ActionInFlight?
  private let id: PlacedID
  private let canceller: ActionInFlight?

  init(_ scope: EffectScope, _ id: PlacedID, by canceller: ActionInFlight?) {
    effect = scope.description
    starter = scope.actionInFlight
    self.id = id
    self.canceller = canceller
  }

  var description: String {
    """
    \(effect.map(\.description) ?? "an effect"), under the id \(id.text)\
    \(starter.map { "\n  started by \($0.turn)" } ?? "")\
    \(canceller.map { "\n  cancelled by \($0.turn)" } ?? "")\
    \(canceller?.effect.map { "\n  with its effect \($0)" } ?? "")
    """
  }
}

struct RunningEffect {
  enum Wait {
    case known(String)
    /// An unknown source, although the store has no more work to run.
    case outside
    /// An unknown source. The store may have more work to run.
    case other
  }

  var description: StartedEffect
  var wait: Wait

  /// The maximum number of effects in a message.
  static let shownCount = 20

  var isSuspendedOutside: Bool {
    if case .outside = wait { true } else { false }
  }

  var waitText: String {
    switch wait {
    case .known(let text): text
    case .outside: "suspended outside the store"
    case .other: "keeps running, or is suspended outside the store"
    }
  }
}

/// Behavior that a test store did not check, either by configuration or because no step could assert it.
enum TestNote {
  case actions([Any])
  case changes(before: Any, after: Any)
  case running([RunningEffect])
  case fireAndForget([EffectDescription])
  case escaped([StartedEffect])
  case ignoringCancellation([String])

  /// Whether the note appears even if the test does not show skipped parts.
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

      \(difference(before, after, legend: "(Before: -, After: +)"))
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
      Skipped, and left behind by \(count(effects, "effect")): …

      \(bullets(effects))
      """
    case .ignoringCancellation(let effects):
      """
      \(count(effects, "effect")) \(were(effects)) cancelled, but \
      \(effects.count == 1 ? "its body has" : "their bodies have") not returned by the end: …

      \(bullets(effects.map { "• \($0)" }))

      What is cancelled counts as ended, and sends nothing more. To end the work too, let the body \
      await what ends with its task, use 'withTaskCancellationHandler', or check 'Task.isCancelled'.
      """
    }
  }
}
