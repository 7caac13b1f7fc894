// SPDX-License-Identifier: MIT

extension Effect {
  /// An effect that computes a result when it is started, and sends it at once.
  ///
  /// Isolation: the function is called in the call that starts the effect: for the effect of a reducer on
  /// the store's actor, so that it should not take long.
  ///
  /// - Parameter work: Computes the value to send, or the failure.
  /// - Returns: The effect, which sends one value or fails.
  public static func result(
    _ work: @escaping @Sendable () -> Result<Output, Failure>
  ) -> Self {
    Self(
      StartNode { subscriber, scope in
        let result = work()
        // On another thread a test must not take it for finished before.
        scope.accountForValue()
        switch result {
        case .success(let value): subscriber.send(only: value, from: scope)
        case .failure(let error): subscriber.send(end: error, from: scope)
        }
      }
    )
  }

  /// An effect that computes a value when it is started, and sends it at once.
  ///
  /// ```swift
  /// Effect.sync { environment.fileClient.load() }.map(Action.loaded)
  /// ```
  ///
  /// Isolation: that of ``result(_:)``.
  ///
  /// - Parameter work: Computes the value.
  /// - Returns: The effect, which sends one value.
  public static func sync(_ work: @escaping @Sendable () -> Output) -> Self {
    .result { .success(work()) }
  }

  /// An effect that does something and sends nothing.
  ///
  /// Isolation: it runs in the call that starts it.
  ///
  /// A test store wants to be told of it: see
  /// `TestStore.fireAndForget(_:)`.
  ///
  /// - Parameters:
  ///   - name: What messages and tests call the effect.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  ///   - work: What to do; an error that it throws is reported with the effect's name and place.
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

  /// An effect that does something asynchronous and sends nothing.
  ///
  /// A test store wants to be told of it: see `TestStore.fireAndForget(_:)`.
  ///
  /// - Parameters:
  ///   - name: What messages and tests call the effect.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  ///   - work: What to do; an error that it throws is reported with the effect's name and place; only a
  ///     `CancellationError` of an effect that was cancelled is silent.
  /// - Returns: The effect, which sends nothing.
  public static func fireAndForget(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ work: @escaping @Sendable () async throws -> Void
  ) -> Self {
    let description = EffectDescription(.fireAndForget, name: name, fileID: fileID, line: line)
    let task = ThrowingSendingOperationNode<Output, Failure>(description) { _ in try await work() }
    return Self(OperatorNode(silencing: task, description))
  }

  /// An effect that reports when it is started, and completes without a value.
  ///
  /// For the failing instances of dependencies:
  ///
  /// ```swift
  /// static let failing = Self(
  ///   requestReview: { .failing("StoreKitClient.requestReview is unimplemented") }
  /// )
  /// ```
  ///
  /// Reports `StoreKitClient.requestReview is unimplemented - A failing effect ran.`
  ///
  /// - Parameters:
  ///   - prefix: What the report begins with.
  ///   - fileID: The file that the report names.
  ///   - filePath: The path of that file.
  ///   - line: The line that the report names.
  ///   - column: The column that the report names.
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

extension Effect where Failure == any Error {
  /// An effect that computes a value when it is started, and sends it at once, or fails with what
  /// is thrown.
  ///
  /// Isolation: that of ``result(_:)``.
  ///
  /// - Parameter work: Computes the value, or throws the failure.
  /// - Returns: The effect, which sends one value or fails.
  public static func catching(_ work: @escaping @Sendable () throws -> Output) -> Self {
    .result { Result(catching: work) }
  }
}

/// `@unchecked` like every node, see ``EffectNode``.
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

  /// The same work under other types.
  func retyped<NewOutput, NewFailure>() -> FireAndForgetNode<NewOutput, NewFailure> {
    FireAndForgetNode<NewOutput, NewFailure>(description, work)
  }

  override var firstDescription: EffectDescription? { description }

  func run(_ context: EffectContext) {
    do {
      try work()
    } catch {
      description.report(thrownAtOnce: error)
    }
    // On another thread a test must not take it for finished before.
    context.accountForFireAndForget(description, in: nil)
  }

  @usableFromInline
  override func start(
    _ subscriber: EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) {
    guard scope.isActive else { return }
    run(scope.context)
    subscriber.send(end: nil, from: scope)
  }
}
