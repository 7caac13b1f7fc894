// SPDX-License-Identifier: MIT

internal import Synchronization

/// An action of a test store for which something is happening: its turn, or one of its effects.
@usableFromInline
package final class ActionInFlight: Sendable {
  private let action: any Sendable

  /// The test step that was being run during its turn.
  private let stepOfTurn: CodeLocation

  /// The step that its store is running, if this is a turn of a store.
  private let currentStep: CurrentStep?

  /// The effect of the action that this refers to, if any.
  package let effect: EffectDescription?

  /// The reports that belong to its effects.
  private let reports: EffectReports

  package convenience init(_ action: any Sendable, step: CodeLocation) {
    self.init(action, stepOfTurn: step, currentStep: nil, effect: nil, reports: EffectReports())
  }

  private init(
    _ action: any Sendable,
    stepOfTurn: CodeLocation,
    currentStep: CurrentStep?,
    effect: EffectDescription?,
    reports: EffectReports
  ) {
    self.reports = reports
    self.action = action
    self.stepOfTurn = stepOfTurn
    self.currentStep = currentStep
    self.effect = effect
  }

  /// Returns the same action, seen from one of its effects.
  package func within(_ effect: EffectDescription?) -> ActionInFlight {
    with(currentStep, effect)
  }

  /// Returns the same action, associated with a store.
  fileprivate func inStore(_ currentStep: CurrentStep) -> ActionInFlight {
    with(currentStep, effect)
  }

  private func with(_ currentStep: CurrentStep?, _ effect: EffectDescription?) -> ActionInFlight {
    ActionInFlight(
      action,
      stepOfTurn: stepOfTurn,
      currentStep: currentStep,
      effect: effect,
      reports: reports
    )
  }

  /// Returns whether a report is the first of its kind for the effect; any other is, without an effect.
  func isFirstReport(_ heading: String) -> Bool {
    effect.map { reports.add(heading, of: $0) } ?? true
  }

  /// The test step that is being run or, between two steps, the step of its turn.
  package var step: CodeLocation { currentStep?.location ?? stepOfTurn }

  /// The action and the effect.
  package var description: String {
    "Action in flight: \(Dump(action).boundedLine)\(effect.map { "\nEffect: \($0)" } ?? "")"
  }

  /// The action, and the test step in which it had its turn.
  package var turn: String {
    "\(Dump(action).boundedLine), in the step at \(stepOfTurn)"
  }
}

/// The reports of dependencies that the effects of an action have used without their being supplied.
private final class EffectReports: Sendable {
  private let headings = Mutex<[(effect: EffectDescription, heading: String)]>([])

  /// Adds a report; returns whether it is new.
  func add(_ heading: String, of effect: EffectDescription) -> Bool {
    headings.withLock { headings in
      guard headings.contains(where: { $0 === effect && $1 == heading }) == false else {
        return false
      }
      headings.append((effect, heading))
      return true
    }
  }
}

/// The activity of a test, for the reports of dependencies that are used during it.
package enum TestActivity: Sendable {
  /// A step, and the current turn of the store.
  case step(CodeLocation, CurrentTurn)
  /// The task of an effect.
  case effect(ActionInFlight)
  /// A move of the time, and the action for which the work that it runs was scheduled.
  case move(CodeLocation, ActionInFlight?)

  /// The place in the test.
  package var location: CodeLocation {
    switch self {
    case .step(let location, _), .move(let location, _): location
    case .effect(let action): action.step
    }
  }

  /// The place in the test that a report belongs to.
  ///
  /// Not every move of the time is made for a test store: a report from a move without a known action stays
  /// at its own place.
  package var stepLocation: CodeLocation? {
    if case .move(_, nil) = self { nil } else { location }
  }

  /// The action that this is done for, if any.
  package var action: ActionInFlight? {
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

  /// Runs the effects of the store as a part of a step: code resumed in the meantime reports there.
  package func running<Result>(
    at location: CodeLocation,
    _ body: () throws -> Result
  ) rethrows -> Result {
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
