// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that computes a value when it is started, and sends it synchronously or fails.
  ///
  /// ```swift
  /// Effect.sync { environment.fileClient.load() }.map(Action.loaded)
  /// ```
  ///
  /// A function that throws names its error, unless that is `any Error`:
  ///
  /// ```swift
  /// Effect.sync { try Data(contentsOf: url) }.catchToEffect()
  ///
  /// Effect.sync { () throws(DiskError) in
  ///   guard disk.hasRoom else { throw DiskError.full }
  ///   return disk.freeBytes
  /// }
  /// ```
  ///
  /// Isolation: the function is called in the call that starts the effect. For an effect that a reducer
  /// returns, this is on the store's actor, so the function should not take long.
  ///
  /// - Parameter work: A function that returns the value to send, or throws the failure. The failure type of
  ///   the effect is that of the function: `Never` if it throws nothing.
  /// - Returns: The effect, which sends one value or fails.
  public static func sync(_ work: @escaping @Sendable () throws(Failure) -> Output) -> Self {
    Self(
      StartNode { subscriber, scope in
        let result = Result(catching: work)
        // Only now, because a test on another thread must not consider the effect finished earlier.
        scope.accountForValue()
        switch result {
        case .success(let value): subscriber.send(only: value, from: scope)
        case .failure(let error): subscriber.send(end: error, from: scope)
        }
      }
    )
  }

  /// Returns an effect that performs work and sends nothing.
  ///
  /// Isolation: the work is performed in the call that starts the effect.
  ///
  /// A test store expects the effect to be asserted: see `TestStore.fireAndForget(_:)`.
  ///
  /// - Parameters:
  ///   - name: The name of the effect in messages and tests.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - work: The work to perform; an error that it throws is reported with the effect's name and source
  ///     location.
  /// - Returns: The effect, which sends nothing.
  @inlinable
  public static func fireAndForget(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ work: @escaping @Sendable () throws -> Void
  ) -> Self {
    let description = EffectDescription(.fireAndForget, name: name, fileID: fileID, line: line)
    return Self(FireAndForgetNode(description, work))
  }

  /// Returns an effect that performs asynchronous work and sends nothing.
  ///
  /// A test store expects the effect to be asserted: see `TestStore.fireAndForget(_:)`.
  ///
  /// - Parameters:
  ///   - name: The name of the effect in messages and tests.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - work: The work to perform; an error that it throws is reported with the effect's name and source
  ///     location, except for a `CancellationError` of an effect that was cancelled.
  /// - Returns: The effect, which sends nothing.
  public static func fireAndForget(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ work: @escaping @Sendable () async throws -> Void
  ) -> Self {
    let description = EffectDescription(.fireAndForget, name: name, fileID: fileID, line: line)
    let node = FunctionNode<Never, Never>(description) { $0.begin { _ in try await work() } }
    return Self(OperatorNode(silencing: node, description))
  }

  /// Returns an effect that reports an issue when it is started and completes without a value.
  ///
  /// Use it for the failing instances of dependencies:
  ///
  /// ```swift
  /// static let failing = Self(
  ///   requestReview: { .failing("StoreKitClient.requestReview is unimplemented") }
  /// )
  /// ```
  ///
  /// This effect reports `StoreKitClient.requestReview is unimplemented - A failing effect ran.`
  ///
  /// - Parameters:
  ///   - prefix: The text that the report begins with.
  ///   - fileID: The file named in the report.
  ///   - filePath: The path of that file.
  ///   - line: The line named in the report.
  ///   - column: The column named in the report.
  /// - Returns: The failing effect.
  public static func failing(
    _ prefix: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return Self(
      StartNode { subscriber, scope in
        IssueReporting.reportDependency(
          "\(prefix) - A failing effect ran.",
          at: location,
          for: scope.actionInFlight
        )
        subscriber.send(end: nil, from: scope)
      }
    )
  }
}

/// `@unchecked` like every node; see ``EffectNode``.
@usableFromInline
final class FireAndForgetNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  @usableFromInline let description: EffectDescription
  @usableFromInline let work: @Sendable () throws -> Void

  @inlinable
  init(_ description: EffectDescription, _ work: @escaping @Sendable () throws -> Void) {
    self.description = description
    self.work = work
    super.init(.fireAndForget)
  }

  /// Returns a node with the same work and other types.
  func retyped<NewOutput, NewFailure>() -> FireAndForgetNode<NewOutput, NewFailure> {
    FireAndForgetNode<NewOutput, NewFailure>(description, work)
  }

  override var firstDescription: EffectDescription? { description }

  func run(_ context: EffectContext, of origin: ActionOrigin) {
    if let watchers = context.watchers {
      watchers.run(description, of: origin, in: context, runWork)
    } else {
      runWork()
    }
    // Only now, because a test on another thread must not consider the work finished earlier.
    context.accountant?.fireAndForgetStarted(description, in: nil)
  }

  private func runWork() {
    do {
      try work()
    } catch {
      description.report(thrownAtOnce: error)
    }
  }

  @usableFromInline
  override func run(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    place.open { scope in
      guard scope.isActive else { return }
      run(scope.context, of: scope.origin)
      subscriber.send(end: nil, from: scope)
    }
  }
}
