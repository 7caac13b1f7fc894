// SPDX-License-Identifier: MIT

internal import Lockstep

/// An effect and what started it.
struct StartedEffect: CustomStringConvertible {
  private let effect: String
  private let start: String?

  init(_ scope: EffectScope, remark: String = "") {
    effect = "\(scope.description.map(\.description) ?? "")\(remark)"
    start = scope.actionInFlight?.turn
  }

  /// The name of the effect and, on a separate line, the action that started it.
  var description: String {
    start.map { "\(effect)\n  started by \($0)" } ?? effect
  }
}

/// An effect that was cancelled by its id.
struct CancelledEffect: CustomStringConvertible {
  /// The number of effects that a message shows.
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

  /// The name of the effect with the id and, on separate lines, the action that started it, and the action and its
  /// effect that cancelled it.
  var description: String {
    """
    \(effect.map(\.description) ?? "an effect"), under the id \(id.text)\
    \(starter.map { "\n  started by \($0.turn)" } ?? "")\
    \(canceller.map { "\n  cancelled by \($0.turn)" } ?? "")\
    \(canceller?.effect.map { "\n  with its effect \($0)" } ?? "")
    """
  }
}

/// A running effect and what it waits for.
struct RunningEffect {
  /// The event that an effect waits for.
  enum Wait {
    /// Something of Lockstep's own, as text.
    case known(String)
    /// Nothing that the store knows, although everything that it could run has run.
    case outside
    /// Nothing that the store knows; there may also be more to run.
    case other
  }

  var description: StartedEffect
  var wait: Wait

  /// The number of effects shown in a message.
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

/// Something that a test store has not held to account, either because it was configured not to or
/// because no step could assert it.
enum TestNote {
  case actions([Any])
  case changes(before: Any, after: Any)
  case running([RunningEffect])
  case fireAndForget([EffectDescription])
  case escaped([StartedEffect])
  case ignoringCancellation([String])

  /// Whether the note is shown even if the test has not asked for skipped parts.
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
