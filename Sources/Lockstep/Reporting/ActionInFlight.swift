// SPDX-License-Identifier: MIT

internal import Synchronization

/// An action of a test store that something happens for: its turn, or an effect of it.
@usableFromInline
package final class ActionInFlight: Sendable {
  private let action: any Sendable

  /// The step of the test that was being run in its turn.
  private let stepOfTurn: CodeLocation

  /// The step that its store is running, if it is a turn of a store.
  private let currentStep: CurrentStep?

  /// The effect of the action that is meant, if it is one.
  let effect: EffectDescription?

  package convenience init(_ action: any Sendable, step: CodeLocation) {
    self.init(action, stepOfTurn: step, currentStep: nil, effect: nil)
  }

  private init(
    _ action: any Sendable,
    stepOfTurn: CodeLocation,
    currentStep: CurrentStep?,
    effect: EffectDescription?
  ) {
    self.action = action
    self.stepOfTurn = stepOfTurn
    self.currentStep = currentStep
    self.effect = effect
  }

  /// The same action, seen from one of its effects.
  func within(_ effect: EffectDescription?) -> ActionInFlight {
    ActionInFlight(action, stepOfTurn: stepOfTurn, currentStep: currentStep, effect: effect)
  }

  /// The same action, as one of a store.
  fileprivate func inStore(_ currentStep: CurrentStep) -> ActionInFlight {
    ActionInFlight(action, stepOfTurn: stepOfTurn, currentStep: currentStep, effect: effect)
  }

  /// The step of the test that is being run, or between two steps, the one of its turn.
  var step: CodeLocation { currentStep?.location ?? stepOfTurn }

  /// The action and the effect.
  var description: String {
    "Action in flight: \(Dump(action).boundedLine)\(effect.map { "\nEffect: \($0)" } ?? "")"
  }

  /// The action, and the step of the test in which it had its turn.
  package var turn: String {
    "\(Dump(action).boundedLine), in the step at \(stepOfTurn)"
  }
}

/// What a test is doing, for the reports of the dependencies that are used meanwhile.
package enum TestActivity: Sendable {
  /// A step, and whose turn it is in the store.
  case step(CodeLocation, CurrentTurn)
  /// The task of an effect.
  case effect(ActionInFlight)
  /// A move of the time, and what the work was scheduled for that it runs.
  case move(CodeLocation, ActionInFlight?)

  /// The place in the test.
  package var location: CodeLocation {
    switch self {
    case .step(let location, _), .move(let location, _): location
    case .effect(let action): action.step
    }
  }

  /// The place in the test where a report belongs to.
  ///
  /// Not each move of the time is done for a test store: a report from one that nothing is known of
  /// stays at its own place.
  package var stepLocation: CodeLocation? {
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

/// The action of a test store whose turn it is, and the step that is being run.
package final class CurrentTurn: Sendable {
  private let current = Mutex<ActionInFlight?>(nil)
  private let step = CurrentStep()

  package init() {}

  package var action: ActionInFlight? {
    get { current.withLock { $0 } }
    set {
      let action = newValue?.inStore(step)
      current.withLock { $0 = action }
    }
  }

  /// Runs the effects of the store as a part of a step: what was resumed meanwhile reports there.
  func running<Result>(at location: CodeLocation, _ body: () throws -> Result) rethrows -> Result {
    let outer = step.exchange(location)
    defer { _ = step.exchange(outer) }
    return try body()
  }
}

/// The step that a test store is running.
private final class CurrentStep: Sendable {
  private let current = Mutex<CodeLocation?>(nil)

  var location: CodeLocation? { current.withLock { $0 } }

  func exchange(_ location: CodeLocation?) -> CodeLocation? {
    current.withLock { current in
      defer { current = location }
      return current
    }
  }
}
