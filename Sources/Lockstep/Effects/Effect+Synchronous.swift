// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that computes a value when it starts, and sends it synchronously or fails.
  ///
  /// ```swift
  /// Effect.sync { environment.fileClient.load() }.map(Action.loaded)
  /// ```
  ///
  /// If the function throws an error type other than `any Error`, specify the type:
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
  /// Isolation: the function runs in the call that starts the effect. An effect returned by a reducer runs it on the
  /// store's actor, so the function should not take long.
  ///
  /// - Parameter work: A function that returns the value to send, or throws the failure. Its error type is the effect's
  ///   failure type: `Never` if it throws nothing.
  /// - Returns: The effect, which sends one value or fails.
  public static func sync(_ work: @escaping @Sendable () throws(Failure) -> Output) -> Self {
    Self(
      StartNode { subscriber, scope in
        let result = Result(catching: work)
        // Account for the value only now, or a test on another thread could consider the effect finished too early.
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
  /// Isolation: the work runs in the call that starts the effect.
  ///
  /// A test store expects the test to assert the effect. See `TestStore.fireAndForget(_:)`.
  ///
  /// - Parameters:
  ///   - name: The name of the effect in messages and tests.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - work: The work to perform. The effect reports an error that it throws, with its name and source location.
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
  /// A test store expects the test to assert the effect. See `TestStore.fireAndForget(_:)`.
  ///
  /// - Parameters:
  ///   - name: The name of the effect in messages and tests.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - work: The work to perform. The effect reports an error that it throws, with its name and source location,
  ///     except for a `CancellationError` after a cancellation.
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

  /// Returns an effect that reports an issue when it starts and completes without a value.
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
  ///   - prefix: The text at the start of the report.
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
    // Account for the work only now, or a test on another thread could consider it finished too early.
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
