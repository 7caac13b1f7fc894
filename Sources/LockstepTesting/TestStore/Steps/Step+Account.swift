// SPDX-License-Identifier: MIT

public import Testing

extension Step {
  /// Runs steps that must be asserted only in certain dimensions.
  ///
  /// ```swift
  /// store.assert(
  ///   .withExhaustivity(.off, .send(.onAppear), .skipReceived()),
  ///   .send(.counter(.incrementButtonTapped)) { $0.counter.count = 8 }
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - exhaustivity: The dimensions.
  ///   - showsSkipped: Whether to print notes about skipped items; unchanged if `nil`.
  ///   - steps: The steps.
  /// - Returns: The step that runs them.
  public static func withExhaustivity(
    _ exhaustivity: Exhaustivity,
    showsSkipped: Bool? = nil,
    _ steps: Self...
  ) -> Self {
    Self { store, location in
      store.withExhaustivity(exhaustivity, showsSkipped: showsSkipped) {
        store.assert(steps, at: location)
      }
    }
  }

  /// Treats all received actions as asserted.
  ///
  /// - Parameter location: The place named in notes.
  /// - Returns: The step.
  public static func skipReceived(at location: SourceLocation = #_sourceLocation) -> Self {
    Self { store, _ in store.skipReceived(at: location) }
  }

  /// Cancels all running effects, and ignores tasks that effects have left behind.
  ///
  /// - Parameter location: The place named in notes.
  /// - Returns: The step.
  public static func skipRunning(at location: SourceLocation = #_sourceLocation) -> Self {
    Self { store, _ in store.skipRunning(at: location) }
  }

  /// Asserts that nothing is left, as ``TestStore/finish(at:)`` does.
  ///
  /// - Parameter location: The place named in failures.
  /// - Returns: The step.
  public static func finish(at location: SourceLocation = #_sourceLocation) -> Self {
    Self { store, _ in store.finish(at: location) }
  }
}
