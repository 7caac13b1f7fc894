// SPDX-License-Identifier: MIT

internal import Lockstep

extension TestRun {
  /// Cancels all effects of a feature that requested its dismissal, as a parent would, after all pending actions are
  /// reduced.
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
    // In a test of the feature alone, no parent can handle its outputs.
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

struct OutputExpectation {
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
  var text: String {
    switch content {
    case .dismiss: "'.dismiss'"
    case .output(let value): "output \(Dump(value).text)"
    }
  }

  func code(of action: Any.Type) -> String {
    guard case .output(let value) = content else { return "store.dismissed()" }
    let code = ValueCode.code(of: value) ?? "…"
    let type = sender == action ? "" : ", of: \(ValueCode.typeName(sender)).self"
    return "store.output(\(code)\(type))"
  }
}
