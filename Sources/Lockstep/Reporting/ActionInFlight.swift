// SPDX-License-Identifier: MIT

internal import Synchronization

/// An action of a test store that something happens for: its turn, or an effect of it.
@usableFromInline
package final class ActionInFlight: Sendable {
  private let action: any Sendable

  /// The step of the test that was being run in its turn.
  let step: SourceLocation

  /// The effect of the action that is meant, if it is one.
  let effect: EffectDescription?

  package init(_ action: any Sendable, step: SourceLocation) {
    self.action = action
    self.step = step
    effect = nil
  }

  private init(_ other: ActionInFlight, _ effect: EffectDescription?) {
    action = other.action
    step = other.step
    self.effect = effect
  }

  /// The same action, seen from one of its effects.
  func within(_ effect: EffectDescription?) -> ActionInFlight {
    ActionInFlight(self, effect)
  }

  /// The action, on one line of bounded length, and the effect.
  var description: String {
    let line = Dump(action).line
    let bounded = line.count > 200 ? "\(line.prefix(200))…" : line
    let effect = effect.map { "\nEffect: \($0)" } ?? ""
    return "Action in flight: \(bounded)\(effect)"
  }
}

/// What a test is doing, for the reports of the dependencies that are used meanwhile.
package enum TestActivity: Sendable {
  /// A step, and whose turn it is in the store.
  case step(SourceLocation, CurrentTurn)
  /// The task of an effect.
  case effect(ActionInFlight)
  /// A move of the time, and what the work was scheduled for that it runs.
  case move(SourceLocation, ActionInFlight?)

  /// The place in the test.
  package var location: SourceLocation {
    switch self {
    case .step(let location, _), .move(let location, _): location
    case .effect(let action): action.step
    }
  }

  /// The place in the test where a report belongs to.
  ///
  /// Not each move of the time is done for a test store: a report from one that nothing is known of
  /// stays at its own place.
  package var stepLocation: SourceLocation? {
    if case .move(_, nil) = self { nil } else { location }
  }

  /// The action that it is done for, if it is done for one.
  var action: ActionInFlight? {
    switch self {
    case .step(_, let turn): turn.action
    case .effect(let action): action
    case .move(_, let action): action
    }
  }
}

/// The action of a test store whose turn it is.
package final class CurrentTurn: Sendable {
  private let current = Mutex<ActionInFlight?>(nil)

  package init() {}

  package var action: ActionInFlight? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}
