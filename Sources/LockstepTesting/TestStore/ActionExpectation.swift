// SPDX-License-Identifier: MIT

internal import Lockstep

struct ActionExpectation<Action> {
  /// Returns the expected action; `nil` if the expectation is a condition.
  private let value: (() -> Action)?
  /// Returns the condition's description; empty if a particular action is expected.
  private let text: () -> String
  let isMet: (Action) -> Bool

  static func value(_ value: Action, isEqual: @escaping (Action, Action) -> Bool) -> Self {
    Self(value: { value }, text: { "" }, isMet: { isEqual(value, $0) })
  }

  /// Creates an expectation from a condition.
  ///
  /// The description is a function, because a path may know its case only after it matches a value.
  static func condition(
    _ text: @escaping () -> String,
    _ condition: @escaping (Action) -> Bool
  ) -> Self {
    Self(value: nil, text: text, isMet: condition)
  }

  /// Returns the same expectation for a parent action that wraps this action.
  ///
  /// If parent actions cannot be compared, the expectation compares the wrapped actions.
  func wrapped<Parent>(
    embed: (Action) -> Parent,
    extract: @escaping (Parent) -> Action?,
    isEqual: ((Parent, Parent) -> Bool)?
  ) -> ActionExpectation<Parent> {
    let isMetByParent = { [isMet] (action: Parent) in extract(action).map(isMet) ?? false }
    guard let value else { return .condition(text, isMetByParent) }
    return .value(embed(value()), isEqual: isEqual ?? { isMetByParent($1) })
  }

  var expected: ExpectedAction {
    if let value { .value(value()) } else { .condition(text()) }
  }
}

extension ActionExpectation {
  static func matching<Value>(_ path: CasePath<Action, Value>) -> Self {
    .condition({ path.description }, { path.extract(from: $0) != nil })
  }

  static func matching<Value: Equatable>(
    _ path: CasePath<Action, Value>,
    _ payload: Value
  ) -> Self {
    .value(path.embed(payload)) { _, action in path.extract(from: action) == payload }
  }

  static func matching<Value>(
    _ path: CasePath<Action, Value>,
    where isExpected: @escaping (Value) -> Bool
  ) -> Self {
    .condition(
      {
        Value.self == Action.self
          ? "an action that meets the condition of this step"
          : "\(path), with a payload that meets the condition of this step"
      },
      { path.extract(from: $0).map(isExpected) ?? false }
    )
  }
}

enum ExpectedAction {
  case value(Any)
  case condition(String)

  var text: String {
    switch self {
    case .value(let value): Dump(value).text
    case .condition(let text): text
    }
  }
}
