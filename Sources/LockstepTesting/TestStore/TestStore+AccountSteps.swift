// SPDX-License-Identifier: MIT

internal import Lockstep

extension TestStore.Step {
  /// Takes steps that must be asserted only in certain dimensions.
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
  ///   - showsSkipped: Whether to print notes about what is skipped; unchanged if `nil`.
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

  /// Treats all received actions as asserted.
  ///
  /// - Parameters:
  ///   - fileID: The file named in notes.
  ///   - filePath: The path of that file.
  ///   - line: The line named in notes.
  ///   - column: The column named in notes.
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

  /// Cancels all running effects, so that neither they nor tasks that effects have left behind count at
  /// the end.
  ///
  /// - Parameters:
  ///   - fileID: The file named in notes.
  ///   - filePath: The path of that file.
  ///   - line: The line named in notes.
  ///   - column: The column named in notes.
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
  ///   - fileID: The file named in failures.
  ///   - filePath: The path of that file.
  ///   - line: The line named in failures.
  ///   - column: The column named in failures.
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
