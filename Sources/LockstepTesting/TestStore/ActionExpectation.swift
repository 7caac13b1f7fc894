// SPDX-License-Identifier: MIT

internal import Lockstep

/// The action that a test expects to have been received.
///
/// It consists of functions, so that its size does not depend on the type of the actions: unspecialized code would look
/// up a type whose does.
struct ActionExpectation<Action> {
  /// Returns the action, if a particular one is expected.
  private let value: (() -> Action)?
  /// Returns the description of the condition, or nothing if a particular action is expected.
  private let text: () -> String
  /// Returns whether an action is expected.
  let isMet: (Action) -> Bool

  /// An action that is equal, according to a function.
  static func value(_ value: Action, isEqual: @escaping (Action, Action) -> Bool) -> Self {
    Self(value: { value }, text: { "" }, isMet: { isEqual(value, $0) })
  }

  /// An action that meets a condition, which has a description; a path may know its case only afterward.
  static func condition(
    _ text: @escaping () -> String,
    _ condition: @escaping (Action) -> Bool
  ) -> Self {
    Self(value: nil, text: text, isMet: condition)
  }

  /// Returns the same expectation in terms of an action that wraps this one.
  ///
  /// Where such actions cannot be compared, the actions that they wrap are compared instead.
  func wrapped<Parent>(
    embed: (Action) -> Parent,
    extract: @escaping (Parent) -> Action?,
    isEqual: ((Parent, Parent) -> Bool)?
  ) -> ActionExpectation<Parent> {
    let isMetByParent = { [isMet] (action: Parent) in extract(action).map(isMet) ?? false }
    guard let value else { return .condition(text, isMetByParent) }
    return .value(embed(value()), isEqual: isEqual ?? { isMetByParent($1) })
  }

  /// The expected action, for messages.
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
