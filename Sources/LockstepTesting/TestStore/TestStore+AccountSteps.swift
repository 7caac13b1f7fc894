// SPDX-License-Identifier: MIT

internal import Lockstep

extension TestStore.Step {
  /// Takes steps that have to be asserted in certain dimensions only.
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
  ///   - showsSkipped: Whether to print notes of what is skipped; as before, if it is `nil`.
  ///   - steps: The steps.
  /// - Returns: The step that takes them.
  public static func withExhaustivity(
    _ exhaustivity: Exhaustivity,
    showsSkipped: Bool? = nil,
    _ steps: Self...
  ) -> Self {
    Self { store, location in
      store.withExhaustivity(exhaustivity, showsSkipped: showsSkipped) {
        for step in steps { step.take(store, location) }
      }
    }
  }

  /// Takes all actions that were received as asserted.
  ///
  /// - Parameters:
  ///   - fileID: The file that notes name.
  ///   - filePath: The path of that file.
  ///   - line: The line that notes name.
  ///   - column: The column that notes name.
  /// - Returns: The step.
  public static func skipReceived(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return Self { store, _ in store.core.ledger.skipReceived(at: location) }
  }

  /// Cancels all effects that are running, so that none counts at the end, nor any task that one has
  /// left behind.
  ///
  /// - Parameters:
  ///   - fileID: The file that notes name.
  ///   - filePath: The path of that file.
  ///   - line: The line that notes name.
  ///   - column: The column that notes name.
  /// - Returns: The step.
  public static func skipRunning(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return Self { store, _ in store.core.ledger.skipRunning(at: location) }
  }

  /// Asserts that nothing is left, as ``TestStore/finish(fileID:filePath:line:column:)`` does.
  ///
  /// - Parameters:
  ///   - fileID: The file that failures name.
  ///   - filePath: The path of that file.
  ///   - line: The line that failures name.
  ///   - column: The column that failures name.
  /// - Returns: The step.
  public static func finish(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return Self { store, _ in store.core.ledger.finish(after: nil, at: location) }
  }
}
