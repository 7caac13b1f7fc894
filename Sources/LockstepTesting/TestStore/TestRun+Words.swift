// SPDX-License-Identifier: MIT

internal import Lockstep

// The outputs of a feature, and its requests to be dismissed.
extension TestRun {
  /// Ends all effects if the feature has asked to be dismissed, as a parent would, as soon as everything that was sent
  /// before has had its turn.
  func endDismissed() {
    guard account.words.isDismissed, runtime.hasMail == false, account.words.takeDismissal() else {
      return
    }
    EffectScope.cancel(runtime.top.runningChildren.filter { $0.isLasting == false })
  }

  func word(_ expectation: WordExpectation, at location: CodeLocation) {
    driver.exclusively {
      begin(.until { [account] in account.words.hasWord(where: expectation.isMet) }, at: location)
      defer { endStep(at: location) }
      let unasserted = account.words.unasserted
      if account.words.take(where: expectation.isMet) == nil {
        fail(.nothingSaid(expectation, others: unasserted), at: location)
      }
    }
  }

  func endWords(at location: CodeLocation) {
    let words = account.words.takeAll()
    guard words.isEmpty == false else { return }
    let code = words.prefix(StepCode.limits.steps).map { $0.code(of: Action.self) }
    fail(.unassertedWords(words, code: code.joined(separator: "\n")), at: location)
  }
}

/// A word that a test expects.
struct WordExpectation {
  /// The expected word as a message names it.
  var text: String
  var isMet: (Word) -> Bool

  static var dismissal: Self { Self(text: "'.dismiss'") { $0.isDismissal } }

  static func output<Action: FeatureAction>(
    of type: Action.Type,
    _ text: String,
    where isExpected: @escaping (Action.Output) -> Bool
  ) -> Self {
    Self(text: text) { $0.output(of: type).map(isExpected) ?? false }
  }
}

extension Word {
  /// The word on one line or more, as an element of a list.
  var text: String {
    switch content {
    case .dismiss: "'.dismiss'"
    case .output(let value): "output \(Dump(value).text)"
    }
  }

  /// The step that asserts the word.
  func code(of action: Any.Type) -> String {
    guard case .output(let value) = content else { return "store.dismissed()" }
    let code = ValueCode.code(of: value) ?? "…"
    let type = speaker == action ? "" : ", of: \(ValueCode.typeName(speaker)).self"
    return "store.output(\(code)\(type))"
  }
}
