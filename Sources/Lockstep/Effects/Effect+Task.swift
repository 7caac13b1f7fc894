// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that runs an asynchronous operation and sends its result.
  ///
  /// ```swift
  /// .task { await environment.fact(count) }
  /// ```
  ///
  /// The operation begins in the call that starts the effect, unless it is isolated to an actor. After it first suspends, it
  /// continues outside of the store's isolation; long-running work belongs there. Cancelling the effect cancels the operation,
  /// and what the operation returns or throws after that is dropped. An error of any kind becomes the
  /// effect's failure, even a `CancellationError` of an operation that was not cancelled, if the failure type
  /// allows it.
  ///
  /// - Parameters:
  ///   - name: The name of the effect in messages.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - operation: The operation, which returns the value or throws the failure.
  /// - Returns: The effect, which sends one value or fails.
  @inlinable
  public static func task(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable () async throws(Failure) -> Output
  ) -> Self {
    let description = EffectDescription(.task, name: name, fileID: fileID, line: line)
    return Self(FunctionNode(description, sendsOnce: true) { $0.begin(returning: operation) })
  }

  /// Returns an effect that runs an asynchronous operation, which sends values while it runs.
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
  /// effect, unless it is isolated to an actor. After it first suspends, it continues outside of the store's isolation; long-running work
  /// belongs there. Cancelling the effect cancels the operation; values that it sends after that are dropped.
  ///
  /// - Parameters:
  ///   - name: The name of the effect in messages.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - operation: The operation, which sends the values or throws the failure.
  /// - Returns: The effect, which completes when the operation returns.
  @inlinable
  public static func run(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable (Send<Output>) async throws(Failure) -> Void
  ) -> Self {
    let description = EffectDescription(.run, name: name, fileID: fileID, line: line)
    return Self(FunctionNode(description) { $0.begin(sending: operation) })
  }
}

extension Effect where Failure == Never {
  /// Returns an effect that runs an asynchronous operation and sends its result.
  ///
  /// An error that the operation throws cannot be sent: it is reported with the effect's name and source
  /// location, and the effect completes. Only a `CancellationError` of an effect that was cancelled is not
  /// reported. Use ``catchToEffect()`` on an effect that can fail to turn errors into actions.
  ///
  /// - Parameters:
  ///   - name: The name of the effect in messages.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - operation: The operation, which returns the value.
  /// - Returns: The effect, which sends one value, or completes without one if the operation throws.
  @inlinable
  @_disfavoredOverload
  public static func task(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable () async throws -> Output
  ) -> Self {
    let description = EffectDescription(.task, name: name, fileID: fileID, line: line)
    return Self(FunctionNode(description, sendsOnce: true) { $0.begin(returning: operation) })
  }

  /// Returns an effect that runs an asynchronous operation, which sends values while it runs.
  ///
  /// An error that the operation throws cannot be sent: it is reported with the effect's name and source
  /// location, and the effect completes. Only a `CancellationError` of an effect that was cancelled is not
  /// reported.
  ///
  /// - Parameters:
  ///   - name: The name of the effect in messages.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - operation: The operation, which sends the values.
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
    return Self(FunctionNode(description) { $0.begin(sending: operation) })
  }
}

// Each method starts a task of its own, because each wrapper around the user's function would cost an asynchronous
// call, and memory for as long as the effect runs. The task checks the leaf first, because a task that is cancelled
// before it begins still begins.

extension EffectOutlet {
  @usableFromInline
  func begin<Thrown: Error>(
    returning operation: @escaping @Sendable () async throws(Thrown) -> Output
  ) -> EffectWork {
    let task = leaf.context.spawn(for: leaf) {
      guard leaf.isActive else { return }
      do throws(Thrown) {
        finishTask(returning: try await operation())
      } catch {
        finishTask(throwing: error)
      }
    }
    return .task(task)
  }

  @usableFromInline
  func begin<Thrown: Error>(
    sending operation: @escaping @Sendable (Send<Output>) async throws(Thrown) -> Void
  ) -> EffectWork {
    let task = leaf.context.spawn(for: leaf) {
      guard leaf.isActive else { return }
      do throws(Thrown) {
        try await operation(Send(self))
        finishTask(nil)
      } catch {
        finishTask(throwing: error)
      }
    }
    return .task(task)
  }

  /// Ends the leaf with the error that its task has thrown, or reports an error that the effect cannot send.
  private func finishTask(throwing error: some Error) {
    let failure = error as? Failure
    if failure == nil { leaf.description?.report(thrown: error) }
    finishTask(failure)
  }
}

/// A callable value that sends the values of a running effect: `send(value)`.
///
/// Isolation: any thread. Values that several threads send at the same time are passed on one at a time.
/// Values sent after the effect has ended are dropped.
///
/// Complexity: O(1) for each value, apart from the operators that it passes through.
public struct Send<Output: Sendable>: Sendable {
  private let leaf: EffectScope

  /// Creates a sender for an outlet of the same output type, whatever its failure type.
  init(_ outlet: EffectOutlet<Output, some Error>) {
    leaf = outlet.leaf
  }

  /// Sends a value, unless the effect has ended.
  ///
  /// - Parameter value: The value.
  public func callAsFunction(_ value: Output) {
    leaf.context.withoutMark { leaf.send(value) }
  }

  /// Sends a value and marks the action that it becomes with an animation.
  ///
  /// ```swift
  /// .run { send in
  ///   send(.showLoading, animation: .easeIn)
  ///   send(.loaded(await environment.load()))
  /// }
  /// ```
  ///
  /// Observers of the store find the animation in the change: ``StoreChange/animation``. A scheduler between
  /// the effect and the store replaces it with its own animation, or with none.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - animation: The animation, or `nil` for none.
  public func callAsFunction(_ value: Output, animation: StoreAnimation?) {
    StoreAnimation.$current.withValue(animation) { self(value) }
  }

  /// Calls a function when the effect has ended, because its last value has been taken or because it was
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
  /// A cancelled effect ends immediately, even if its body is still running. Each function is called once, in
  /// the order in which the functions were passed, on the thread where the effect ends; a function passed
  /// later is called immediately.
  ///
  /// - Parameter body: The function to call.
  public func onTermination(_ body: @escaping @Sendable () -> Void) {
    guard let executor = leaf.context.randomExecutor else { return leaf.onEnd(body) }
    // The turn that takes the last value is then not one that changes only the state.
    leaf.onEnd {
      executor.noteOtherCode()
      body()
    }
  }
}

extension EffectDescription {
  /// Reports an error that a body threw in its task and that the effect's type cannot represent.
  ///
  /// A `CancellationError` is not reported if it only states what is known: that the effect was cancelled.
  func report(thrown error: any Error) {
    if error is CancellationError {
      if Task.isCancelled == false { report(uncaught: UnexpectedCancellation()) }
    } else if error is RefusedWaitError == false {
      report(uncaught: error)
    }
  }

  /// Reports an error that a body threw synchronously and that the effect's type cannot represent.
  func report(thrownAtOnce error: any Error) {
    report(uncaught: error is CancellationError ? UnexpectedCancellation() : error)
  }
}

/// A `CancellationError` of an effect that was not cancelled.
private struct UnexpectedCancellation: Error, CustomStringConvertible {
  var description: String { "CancellationError(), although the effect was not cancelled" }
}
