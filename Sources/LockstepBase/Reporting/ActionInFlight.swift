// SPDX-License-Identifier: MIT

internal import Synchronization

/// An action of a test store whose turn or effects are running.
@usableFromInline
package final class ActionInFlight: Sendable {
  private let action: any Sendable

  private let stepOfTurn: CodeLocation

  /// The running step of the store, if this is a turn of a store.
  private let currentStep: CurrentStep?

  /// The effect of the action that this instance refers to, if any.
  package let effect: EffectDescription?

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

  package func within(_ effect: EffectDescription?) -> ActionInFlight {
    with(currentStep, effect)
  }

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

  /// Returns whether a report is the first with its heading for the effect, which is always true without an effect.
  func isFirstReport(_ heading: String) -> Bool {
    effect.map { reports.add(heading, of: $0) } ?? true
  }

  /// The running test step, or the step of the action's turn between two steps.
  package var step: CodeLocation { currentStep?.location ?? stepOfTurn }

  package var description: String {
    "Action in flight: \(Dump(action).boundedLine)\(effect.map { "\nEffect: \($0)" } ?? "")"
  }

  package var turn: String {
    "\(Dump(action).boundedLine), in the step at \(stepOfTurn)"
  }
}

/// The reports of unsupplied dependencies that the effects of an action have used.
private final class EffectReports: Sendable {
  private let headings = Mutex<[(effect: EffectDescription, heading: String)]>([])

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

/// The activity of a test, which locates the reports of failing dependencies.
package enum TestActivity: Sendable {
  case step(CodeLocation, CurrentTurn)
  case effect(ActionInFlight)
  /// An advance of time, and the action that scheduled the work it runs.
  case move(CodeLocation, ActionInFlight?)

  package var location: CodeLocation {
    switch self {
    case .step(let location, _), .move(let location, _): location
    case .effect(let action): action.step
    }
  }

  /// The test step for a report, or `nil` for an advance of time without a known action.
  ///
  /// Such an advance may not belong to a test store, so its reports stay at their own locations.
  package var stepLocation: CodeLocation? {
    if case .move(_, nil) = self { nil } else { location }
  }

  package var action: ActionInFlight? {
    switch self {
    case .step(_, let turn): turn.action
    case .effect(let action): action
    case .move(_, let action): action
    }
  }
}

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

  /// Runs effects as part of a step, which receives the reports of code that resumes in the meantime.
  package func running<Result>(
    at location: CodeLocation,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = step.exchange(location)
    defer { _ = step.exchange(outer) }
    return try body()
  }
}

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
