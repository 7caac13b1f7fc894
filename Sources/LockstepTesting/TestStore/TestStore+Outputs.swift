// SPDX-License-Identifier: MIT

public import Lockstep
public import Testing

extension TestStore where Action: FeatureAction {
  /// Asserts the oldest equal output that the feature has sent and that has not been asserted yet.
  ///
  /// ```swift
  /// store.send(.ticked) { $0.rounds = 3 }
  /// store.output(.finished(rounds: 3))
  /// ```
  ///
  /// - Parameters:
  ///   - expected: The output.
  ///   - location: The place named in failures.
  public func output(
    _ expected: Action.Output,
    at location: SourceLocation = #_sourceLocation
  ) where Action.Output: Equatable {
    output(expected, of: Action.self, at: location)
  }

  /// Asserts the oldest output that meets a condition, for outputs that are not `Equatable`.
  ///
  /// ```swift
  /// store.output(where: { if case .finished = $0 { true } else { false } })
  /// ```
  ///
  /// - Parameters:
  ///   - isExpected: Returns whether an output meets the condition.
  ///   - location: The place named in failures.
  public func output(
    where isExpected: @escaping (Action.Output) -> Bool,
    at location: SourceLocation = #_sourceLocation
  ) {
    core.ledger.output(
      .output(of: Action.self, "an output that meets the condition", where: isExpected),
      at: CodeLocation(location)
    )
  }
}

extension TestStore {
  /// Asserts that a child of the feature has sent an output that no parent in the test handles.
  ///
  /// ```swift
  /// store.send(.timer(.ticked)) { $0.timer.rounds = 3 }
  /// store.output(.finished(rounds: 3), of: RoundTimer.Action.self)
  /// ```
  ///
  /// - Parameters:
  ///   - expected: The output.
  ///   - child: The type of the child's actions.
  ///   - location: The place named in failures.
  public func output<Child: FeatureAction>(
    _ expected: Child.Output,
    of child: Child.Type,
    at location: SourceLocation = #_sourceLocation
  ) where Child.Output: Equatable {
    core.ledger.output(
      .output(of: child, "output \(Dump(expected).text)") { $0 == expected },
      at: CodeLocation(location)
    )
  }

  /// Asserts that the feature has requested its dismissal with `.dismiss`.
  ///
  /// The store then cancels all effects, as a parent would, except effects that children return from `onUnmount`. The
  /// state remains. To test the feature's own `onUnmount`, test a parent that presents the feature.
  ///
  /// ```swift
  /// store.send(.cancelButtonTapped)
  /// store.dismissed()
  /// ```
  ///
  /// - Parameter location: The place named in failures.
  public func dismissed(at location: SourceLocation = #_sourceLocation) {
    core.ledger.output(.dismissal, at: CodeLocation(location))
  }
}

extension Step where Action: FeatureAction {
  /// Asserts the oldest equal output that the feature has sent and that has not been asserted yet.
  ///
  /// - Parameters:
  ///   - expected: The output.
  ///   - location: The place named in failures.
  /// - Returns: The step.
  public static func output(
    _ expected: Action.Output,
    at location: SourceLocation = #_sourceLocation
  ) -> Self where Action.Output: Equatable {
    Self { store, _ in store.output(expected, at: location) }
  }
}

extension Step {
  /// Asserts that the feature has requested its dismissal with `.dismiss`.
  ///
  /// - Parameter location: The place named in failures.
  /// - Returns: The step.
  public static func dismissed(at location: SourceLocation = #_sourceLocation) -> Self {
    Self { store, _ in store.dismissed(at: location) }
  }
}
