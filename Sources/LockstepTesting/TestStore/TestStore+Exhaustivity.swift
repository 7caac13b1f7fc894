// SPDX-License-Identifier: MIT

internal import Lockstep
public import Testing

extension TestStore {
  /// The dimensions in which the test must assert everything; all of them by default.
  ///
  /// A new value applies from then on. The test does not need to assert actions received or effects started while their
  /// dimension was disabled, even if it enables the dimension later.
  public var exhaustivity: Exhaustivity {
    get { core.ledger.exhaustivity }
    set { core.ledger.exhaustivity = newValue }
  }

  /// A Boolean value that indicates whether the store prints notes about behavior that it skips.
  public var showsSkipped: Bool {
    get { core.ledger.showsSkipped }
    set { core.ledger.showsSkipped = newValue }
  }

  /// Runs steps that the test must assert only in certain dimensions.
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

  /// Runs asynchronous steps that the test must assert only in certain dimensions.
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

  /// Skips all received actions, and advances ``state`` to the state after them.
  ///
  /// - Parameter location: The place named in notes.
  public func skipReceived(at location: SourceLocation = #_sourceLocation) {
    core.ledger.skipReceived(at: CodeLocation(location))
  }

  /// Cancels all running effects, and excludes tasks that effects left behind from the check at the end.
  ///
  /// - Parameter location: The place named in notes.
  public func skipRunning(at location: SourceLocation = #_sourceLocation) {
    core.ledger.skipRunning(at: CodeLocation(location))
  }
}
