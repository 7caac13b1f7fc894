// SPDX-License-Identifier: MIT

internal import Lockstep

// The outputs of a feature, and its requests to be dismissed.
extension TestRun {
  /// Ends all effects if the feature has asked to be dismissed, as a parent would, as soon as everything that was sent
  /// before has had its turn.
  func endDismissed() {
    guard account.outputs.isDismissed, runtime.hasMail == false, account.outputs.takeDismissal()
    else {
      return
    }
    EffectScope.cancel(runtime.top.runningChildren.filter { $0.isLasting == false })
  }

  func output(_ expectation: OutputExpectation, at location: CodeLocation) {
    driver.exclusively {
      begin(
        .until { [account] in account.outputs.hasOutput(where: expectation.isMet) },
        at: location
      )
      defer { endStep(at: location) }
      let unasserted = account.outputs.unasserted
      if account.outputs.take(where: expectation.isMet) == nil {
        fail(.outputNotSent(expectation, others: unasserted), at: location)
      }
    }
  }

  func endOutputs(at location: CodeLocation) {
    let outputs = account.outputs.takeAll()
    guard outputs.isEmpty == false else { return }
    let code = outputs.prefix(StepCode.limits.steps).map { $0.code(of: Action.self) }
    // In a test of the feature alone, there is no parent that could handle its output.
    let handlers = outputs.filter { $0.isDismissal == false && $0.sender != Action.self }
      .map { ".onOutput(of: \(ValueCode.typeName($0.sender)).self) { … }" }
    let failure = TestFailure.unassertedOutputs(
      outputs,
      code: code.joined(separator: "\n"),
      handlers: Set(handlers).sorted()
    )
    fail(failure, at: location)
  }
}

/// An output that a test expects.
struct OutputExpectation {
  /// The expected output as a message names it.
  var text: String
  var isMet: (SentOutput) -> Bool

  static var dismissal: Self { Self(text: "'.dismiss'") { $0.isDismissal } }

  static func output<Action: FeatureAction>(
    of type: Action.Type,
    _ text: String,
    where isExpected: @escaping (Action.Output) -> Bool
  ) -> Self {
    Self(text: text) { $0.value(of: type).map(isExpected) ?? false }
  }
}

extension SentOutput {
  /// The output on one line or more, as an element of a list.
  var text: String {
    switch content {
    case .dismiss: "'.dismiss'"
    case .output(let value): "output \(Dump(value).text)"
    }
  }

  /// The step that asserts the output.
  func code(of action: Any.Type) -> String {
    guard case .output(let value) = content else { return "store.dismissed()" }
    let code = ValueCode.code(of: value) ?? "…"
    let type = sender == action ? "" : ", of: \(ValueCode.typeName(sender)).self"
    return "store.output(\(code)\(type))"
  }
}
