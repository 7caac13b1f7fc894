// SPDX-License-Identifier: MIT

internal import Lockstep
public import Testing

extension TestStore {
  /// The dimensions in which everything must be asserted; all of them by default.
  ///
  /// A new value applies to what happens from then on. Actions received while they do not count, and
  /// fire-and-forget and other effects started while they do not count, need not be asserted later
  /// either.
  public var exhaustivity: Exhaustivity {
    get { core.ledger.exhaustivity }
    set { core.ledger.exhaustivity = newValue }
  }

  /// A Boolean value that indicates whether to print notes about what was skipped because it need not be asserted.
  public var showsSkipped: Bool {
    get { core.ledger.showsSkipped }
    set { core.ledger.showsSkipped = newValue }
  }

  /// Runs steps that must be asserted only in certain dimensions.
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
  ///   - showsSkipped: Whether to print notes about what is skipped; unchanged if `nil`.
  ///   - body: The steps.
  /// - Returns: The result of the body.
  /// - Throws: Any error that the body throws.
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

  /// Runs asynchronous steps that must be asserted only in certain dimensions.
  ///
  /// - Parameters:
  ///   - exhaustivity: The dimensions.
  ///   - showsSkipped: Whether to print notes about what is skipped; unchanged if `nil`.
  ///   - isolation: The isolation of the caller, in which the body runs.
  ///   - body: The steps.
  /// - Returns: The result of the body.
  /// - Throws: Any error that the body throws.
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

  /// Treats all received actions as asserted; ``state`` advances to the state after them.
  ///
  /// - Parameter location: The place named in notes.
  public func skipReceived(at location: SourceLocation = #_sourceLocation) {
    core.ledger.skipReceived(at: CodeLocation(location))
  }

  /// Cancels all running effects, so that neither they nor tasks that effects have left behind count at
  /// the end.
  ///
  /// - Parameter location: The place named in notes.
  public func skipRunning(at location: SourceLocation = #_sourceLocation) {
    core.ledger.skipRunning(at: CodeLocation(location))
  }
}
