// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that runs an asynchronous operation and sends its result.
  ///
  /// ```swift
  /// .task { await environment.fact(count) }
  /// ```
  ///
  /// The operation begins in the call that starts the effect, unless it is isolated to an actor. After its first
  /// suspension, it continues outside the store's isolation, so long-running work belongs there. Cancelling the effect
  /// cancels the operation and discards its result. If the operation throws, the effect fails with the error, even with
  /// a `CancellationError` of an operation that was not cancelled, if the failure type allows it.
  ///
  /// - Parameters:
  ///   - name: The name of the effect in messages.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - operation: The operation, which returns the value or throws the failure.
  /// - Returns: An effect that sends one value or fails.
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

  /// Returns an effect that runs an asynchronous operation that can send any number of values.
  ///
  /// ```swift
  /// .run { send in
  ///   for await message in environment.messages() {
  ///     send(.messageReceived(message))
  ///   }
  /// }
  /// ```
  ///
  /// The effect completes when the operation returns. The operation begins in the call that starts the effect, unless
  /// it is isolated to an actor. After its first suspension, it continues outside the store's isolation, so
  /// long-running work belongs there. Cancelling the effect cancels the operation. Values that the operation sends
  /// afterward are dropped.
  ///
  /// - Parameters:
  ///   - name: The name of the effect in messages.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - operation: The operation, which sends the values or throws the failure.
  /// - Returns: An effect that completes when the operation returns.
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
  /// If the operation throws an error, the error is reported with the effect's name and source location, and the effect
  /// completes. A `CancellationError` is not reported if the effect was cancelled. To turn errors into actions, use
  /// ``catchToEffect()`` on an effect that can fail.
  ///
  /// - Parameters:
  ///   - name: The name of the effect in messages.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - operation: The operation, which returns the value.
  /// - Returns: An effect that sends one value, or completes without a value if the operation throws.
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

  /// Returns an effect that runs an asynchronous operation that can send any number of values.
  ///
  /// If the operation throws an error, the error is reported with the effect's name and source location, and the effect
  /// completes. A `CancellationError` is not reported if the effect was cancelled.
  ///
  /// - Parameters:
  ///   - name: The name of the effect in messages.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - operation: The operation, which sends the values.
  /// - Returns: An effect that completes when the operation returns.
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

// Each method starts its own task: a wrapper around the user's function would cost an asynchronous call, and memory
// while the effect runs. The task checks the leaf first because a task that is cancelled before it begins still runs.

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

  private func finishTask(throwing error: some Error) {
    let failure = error as? Failure
    if failure == nil { leaf.description?.report(thrown: error) }
    finishTask(failure)
  }
}

/// A callable value that sends the values of a running effect: `send(value)`.
///
/// Isolation: any thread. If several threads send at the same time, the values are delivered one at a time. Values sent
/// after the effect has ended are dropped.
///
/// Complexity: O(1) for each value, in addition to the operators that process it.
public struct Send<Output: Sendable>: Sendable {
  private let leaf: EffectScope

  init(_ outlet: EffectOutlet<Output, some Error>) {
    leaf = outlet.leaf
  }

  /// Sends a value, unless the effect has ended.
  ///
  /// - Parameter value: The value.
  public func callAsFunction(_ value: Output) {
    leaf.context.withoutMark { leaf.send(value) }
  }

  /// Sends a value and attaches an animation to the resulting action.
  ///
  /// ```swift
  /// .run { send in
  ///   send(.showLoading, animation: .easeIn)
  ///   send(.loaded(await environment.load()))
  /// }
  /// ```
  ///
  /// Observers of the store read the animation from ``StoreChange/animation``. A scheduler between the effect and the
  /// store replaces the animation with its own, or removes it.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - animation: The animation, or `nil` for none.
  public func callAsFunction(_ value: Output, animation: StoreAnimation?) {
    StoreAnimation.$current.withValue(animation) { self(value) }
  }

  /// Calls a function when the effect ends.
  ///
  /// ```swift
  /// .run { send in
  ///   let socket = environment.connect { send(.received($0)) }
  ///   send.onTermination { socket.close() }
  ///   await socket.waitForEnd()
  /// }
  /// ```
  ///
  /// An effect ends when the store has processed its last value, or as soon as it is cancelled, even if its body is
  /// still running. Each function is called once, on the thread where the effect ends, in the order of the calls to
  /// this method. If the effect has already ended, the function is called immediately.
  ///
  /// - Parameter body: The function to call.
  public func onTermination(_ body: @escaping @Sendable () -> Void) {
    guard let executor = leaf.context.randomExecutor else { return leaf.onEnd(body) }
    // The function can affect more than state, so the turn of the last value no longer counts as a pure state change.
    leaf.onEnd {
      executor.noteOtherCode()
      body()
    }
  }
}

extension EffectDescription {
  /// Reports an error that a body threw in its task and that the effect's failure type cannot represent.
  func report(thrown error: any Error) {
    if error is CancellationError {
      if Task.isCancelled == false { report(uncaught: UnexpectedCancellation()) }
    } else if error is RefusedWaitError == false {
      report(uncaught: error)
    }
  }

  /// Reports an error that a body threw synchronously and that the effect's failure type cannot represent.
  func report(thrownAtOnce error: any Error) {
    report(uncaught: error is CancellationError ? UnexpectedCancellation() : error)
  }
}

private struct UnexpectedCancellation: Error, CustomStringConvertible {
  var description: String { "CancellationError(), although the effect was not cancelled" }
}
