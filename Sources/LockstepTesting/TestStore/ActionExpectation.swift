// SPDX-License-Identifier: MIT

internal import Lockstep

/// The action that a test expects to have been received.
enum ActionExpectation<Action> {
  /// An action that is equal, according to the function.
  case value(Action, isEqual: (Action, Action) -> Bool)
  /// An action that meets a condition, which has a description; a path may know its case only
  /// afterward.
  case condition(() -> String, (Action) -> Bool)

  func isMet(by action: Action) -> Bool {
    switch self {
    case .value(let value, let isEqual): isEqual(value, action)
    case .condition(_, let isMet): isMet(action)
    }
  }

  /// Returns the same expectation in terms of an action that wraps this one.
  ///
  /// Where such actions cannot be compared, the actions that they wrap are compared instead.
  func wrapped<Parent>(
    embed: (Action) -> Parent,
    extract: @escaping (Parent) -> Action?,
    isEqual: ((Parent, Parent) -> Bool)?
  ) -> ActionExpectation<Parent> {
    switch self {
    case .value(let value, let isEqualPart):
      .value(
        embed(value),
        isEqual: isEqual ?? { _, action in extract(action).map { isEqualPart(value, $0) } ?? false }
      )
    case .condition(let text, let isMet):
      .condition(text) { action in extract(action).map(isMet) ?? false }
    }
  }

  /// The expected action, for messages.
  var expected: ExpectedAction {
    switch self {
    case .value(let value, _): .value(value)
    case .condition(let text, _): .condition(text())
    }
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

/// The text that an expectation prints.
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
