// SPDX-License-Identifier: MIT

extension Effect {
  /// An effect that runs an asynchronous operation and sends its result.
  ///
  /// ```swift
  /// .task { await environment.fact(count) }
  /// ```
  ///
  /// The operation begins in the call that starts the effect. After it first waits it goes on outside
  /// of the store's isolation; what takes long belongs there. It is cancelled with the effect. What it
  /// returns or throws after that is dropped. An error is the effect's failure whatever its kind: so
  /// is a `CancellationError` of an operation that was not cancelled, where the type has room for it.
  ///
  /// - Parameters:
  ///   - name: What messages call the effect.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  ///   - operation: What produces the value, or throws the failure.
  /// - Returns: The effect, which sends one value or fails.
  @inlinable
  public static func task(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable () async throws(Failure) -> Output
  ) -> Self {
    let description = EffectDescription(.task, name: name, fileID: fileID, line: line)
    return Self(OperationNode(description, operation))
  }

  /// An effect that runs an asynchronous operation, which sends values while it runs.
  ///
  /// ```swift
  /// .run { send in
  ///   for await message in environment.messages() {
  ///     send(.messageReceived(message))
  ///   }
  /// }
  /// ```
  ///
  /// The effect completes when the operation returns. The operation begins in the call that starts the
  /// effect. After it first waits it goes on outside of the store's isolation; what takes long belongs
  /// there. It is cancelled with the effect; what it sends after that is dropped.
  ///
  /// - Parameters:
  ///   - name: What messages call the effect.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  ///   - operation: What sends the values, or throws the failure.
  /// - Returns: The effect, which completes when the operation returns.
  @inlinable
  public static func run(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable (Send<Output>) async throws(Failure) -> Void
  ) -> Self {
    let description = EffectDescription(.run, name: name, fileID: fileID, line: line)
    return Self(SendingOperationNode(description, operation))
  }
}

extension Effect where Failure == Never {
  /// An effect that runs an asynchronous operation and sends its result.
  ///
  /// An error that the operation throws has nowhere to go: it is reported with the effect's name and
  /// place, and the effect completes. Only a `CancellationError` of an effect that was cancelled is
  /// silent. Use ``catchToEffect()`` on an effect that can fail to turn errors into actions.
  ///
  /// - Parameters:
  ///   - name: What messages call the effect.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  ///   - operation: What produces the value.
  /// - Returns: The effect, which sends one value or fails.
  @inlinable
  @_disfavoredOverload
  public static func task(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable () async throws -> Output
  ) -> Self {
    let description = EffectDescription(.task, name: name, fileID: fileID, line: line)
    return Self(ThrowingOperationNode(description, operation))
  }

  /// An effect that runs an asynchronous operation, which sends values while it runs.
  ///
  /// An error that the operation throws has nowhere to go: it is reported with the effect's name and
  /// place, and the effect completes. Only a `CancellationError` of an effect that was cancelled is
  /// silent.
  ///
  /// - Parameters:
  ///   - name: What messages call the effect.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  ///   - operation: What sends the values.
  /// - Returns: The effect, which completes when the operation returns.
  @inlinable
  @_disfavoredOverload
  public static func run(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable (Send<Output>) async throws -> Void
  ) -> Self {
    let description = EffectDescription(.run, name: name, fileID: fileID, line: line)
    return Self(ThrowingSendingOperationNode(description, operation))
  }
}

/// Sends the values of an effect that is running: `send(value)`.
///
/// Isolation: any thread. What several threads send at the same time is passed on one value after the other.
/// After the effect has ended, what is sent is dropped.
///
/// Complexity: O(1) for each value, besides the operators that it passes.
public struct Send<Output: Sendable>: Sendable {
  private let leaf: EffectScope

  /// The outlet has to be one for this type of values, whatever its failures.
  init(_ outlet: EffectOutlet<Output, some Error>) {
    leaf = outlet.leaf
  }

  /// Sends a value, unless the effect has ended.
  ///
  /// - Parameter value: The value.
  public func callAsFunction(_ value: Output) {
    leaf.context.withoutMark { leaf.send(value) }
  }

  /// Sends a value, and marks the action that it becomes with an animation.
  ///
  /// ```swift
  /// .run { send in
  ///   send(.showLoading, animation: .easeIn)
  ///   send(.loaded(await environment.load()))
  /// }
  /// ```
  ///
  /// Observers of the store read it from the change: ``StoreChange/animation``. A scheduler between
  /// here and the store puts its own animation, or none, in its place.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - animation: The animation, or `nil` for none.
  public func callAsFunction(_ value: Output, animation: StoreAnimation?) {
    StoreAnimation.$current.withValue(animation) { self(value) }
  }

  /// Calls a function when the effect has ended: what it has sent last has been taken, or it was
  /// cancelled.
  ///
  /// ```swift
  /// .run { send in
  ///   let socket = environment.connect { send(.received($0)) }
  ///   send.onTermination { socket.close() }
  ///   await socket.waitForEnd()
  /// }
  /// ```
  ///
  /// A cancelled effect ends at once, while its body may still run. Functions are called once each, in
  /// the order in which they were given, on the thread where the effect ends; one that is given later is
  /// called at once.
  ///
  /// - Parameter body: What to do.
  public func onTermination(_ body: @escaping @Sendable () -> Void) {
    leaf.onEnd(body)
  }
}

extension EffectDescription {
  /// Reports an error that a body threw in its task and that the effect's type has no room for.
  ///
  /// A `CancellationError` is silent where it says what is known: that the effect was cancelled.
  func report(thrown error: any Error) {
    if error is CancellationError {
      if Task.isCancelled == false { report(uncaught: UnexpectedCancellation()) }
    } else if error is RefusedWaitError == false {
      report(uncaught: error)
    }
  }

  /// Reports an error that a body threw at once and that the effect's type has no room for.
  func report(thrownAtOnce error: any Error) {
    report(uncaught: error is CancellationError ? UnexpectedCancellation() : error)
  }
}

/// A `CancellationError` of an effect that was not cancelled.
private struct UnexpectedCancellation: Error, CustomStringConvertible {
  var description: String { "CancellationError(), although the effect was not cancelled" }
}
