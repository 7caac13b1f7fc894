// SPDX-License-Identifier: MIT

internal import Lockstep

extension TestStore {
  /// What has to be asserted completely; everything, unless it is set.
  ///
  /// It holds for what happens from then on. Actions that are received, fire-and-forget effects and
  /// other effects that are started while they do not count need not be asserted later either.
  public var exhaustivity: Exhaustivity {
    get { core.ledger.exhaustivity }
    set { core.ledger.exhaustivity = newValue }
  }

  /// Whether to print notes of what was skipped because it need not be asserted.
  public var showsSkipped: Bool {
    get { core.ledger.showsSkipped }
    set { core.ledger.showsSkipped = newValue }
  }

  /// Runs steps that have to be asserted in certain dimensions only.
  ///
  /// ```swift
  /// store.withExhaustivity(.off) {
  ///   store.send(.onAppear)
  ///   store.skipReceived()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - exhaustivity: The dimensions.
  ///   - showsSkipped: Whether to print notes of what is skipped; as before, if it is `nil`.
  ///   - body: The steps.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  public func withExhaustivity<Result, Failure: Error>(
    _ exhaustivity: Exhaustivity,
    showsSkipped: Bool? = nil,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = (self.exhaustivity, self.showsSkipped)
    defer { (self.exhaustivity, self.showsSkipped) = before }
    self.exhaustivity = exhaustivity
    self.showsSkipped = showsSkipped ?? self.showsSkipped
    return try body()
  }

  /// Runs asynchronous steps that have to be asserted in certain dimensions only.
  ///
  /// - Parameters:
  ///   - exhaustivity: The dimensions.
  ///   - showsSkipped: Whether to print notes of what is skipped; as before, if it is `nil`.
  ///   - isolation: The isolation of the caller, in which the body runs.
  ///   - body: The steps.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity,
    showsSkipped: Bool? = nil,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    let before = (self.exhaustivity, self.showsSkipped)
    defer { (self.exhaustivity, self.showsSkipped) = before }
    self.exhaustivity = exhaustivity
    self.showsSkipped = showsSkipped ?? self.showsSkipped
    return try await body()
  }

  /// Takes all actions that were received as asserted; ``state`` moves on to the one after them.
  ///
  /// - Parameters:
  ///   - fileID: The file that notes name.
  ///   - filePath: The path of that file.
  ///   - line: The line that notes name.
  ///   - column: The column that notes name.
  public func skipReceived(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    core.ledger.skipReceived(
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Cancels all effects that are running, so that none counts at the end, nor any task that one has
  /// left behind.
  ///
  /// - Parameters:
  ///   - fileID: The file that notes name.
  ///   - filePath: The path of that file.
  ///   - line: The line that notes name.
  ///   - column: The column that notes name.
  public func skipRunning(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    core.ledger.skipRunning(
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
