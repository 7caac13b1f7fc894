// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that runs code that sends values from callbacks.
  ///
  /// ```swift
  /// .run { subscriber in
  ///   let observer = locationManager.observe { subscriber.send($0) }
  ///   return AnyCancellable { locationManager.remove(observer) }
  /// }
  /// ```
  ///
  /// The effect runs until a completion is sent to the subscriber or the effect is cancelled. In either case,
  /// it then cancels the cancellable that the code returned.
  ///
  /// Isolation: the code runs in the call that starts the effect; the subscriber may be used on any thread,
  /// even before the code has returned.
  ///
  /// - Parameters:
  ///   - name: The name of the effect in messages.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - work: Begins the work and returns a cancellable that ends it.
  /// - Returns: The effect, which runs until a completion is sent to it.
  @inlinable
  public static func run(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ work: @escaping @Sendable (Subscriber) -> any Cancellable
  ) -> Self {
    let description = EffectDescription(.run, name: name, fileID: fileID, line: line)
    return Self(CallbackNode(description, work))
  }

  /// Returns an effect that runs code that calls back once with a result.
  ///
  /// ```swift
  /// .future { callback in
  ///   notificationCenter.requestAuthorization { callback(.success($0)) }
  /// }
  /// ```
  ///
  /// Only the first result counts. Cancelling the effect does not end the code; a result that arrives later
  /// is dropped. If no result ever arrives, the effect keeps running.
  ///
  /// Isolation: the code runs in the call that starts the effect; it may call back on any thread.
  ///
  /// - Parameters:
  ///   - name: The name of the effect in messages.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - work: Begins the work; it is passed a callback that takes the result, on any thread.
  /// - Returns: The effect, which sends one value or fails.
  @inlinable
  public static func future(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ work: @escaping @Sendable (@escaping @Sendable (Result<Output, Failure>) -> Void) -> Void
  ) -> Self {
    let description = EffectDescription(.future, name: name, fileID: fileID, line: line)
    return Self(
      FunctionNode(description, sendsOnce: true) { outlet in
        work { result in
          switch result {
          case .success(let value): outlet.sendLast(value)
          case .failure(let error): outlet.finish(error)
          }
        }
        return .none
      }
    )
  }

  /// The subscriber that a callback effect sends its values and its end to.
  ///
  /// Isolation: any thread. Values that several threads send at the same time, or that are sent reentrantly,
  /// are passed on one at a time. Values sent after the effect has ended are dropped.
  public struct Subscriber: Sendable {
    @usableFromInline let outlet: EffectOutlet<Output, Failure>

    /// Sends a value, unless the effect has ended.
    ///
    /// - Parameter value: The value.
    /// - Complexity: O(1), apart from the operators that the value passes through.
    public func send(_ value: Output) {
      outlet.send(value)
    }

    /// Ends the effect, unless it has ended, and with it the cancellable that the code has returned.
    ///
    /// - Parameter completion: Whether the effect completes or fails.
    /// - Complexity: O(1), apart from what follows the end.
    @inlinable
    public func send(completion: EffectCompletion<Failure>) {
      outlet.finish(completion.failure)
    }
  }
}

/// The way an effect ends.
public enum EffectCompletion<Failure: Error>: Sendable {
  /// The effect fails.
  case failure(Failure)
  /// The effect has sent all its values.
  case finished
}

extension EffectCompletion: Equatable where Failure: Equatable {}

extension EffectCompletion {
  @inlinable
  var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}

/// `@unchecked` like every node; see ``EffectNode``.
@usableFromInline
final class CallbackNode<Output: Sendable, Failure: Error>: LeafNode<Output, Failure>,
  @unchecked Sendable
{
  @usableFromInline let work: @Sendable (Effect<Output, Failure>.Subscriber) -> any Cancellable

  @inlinable
  init(
    _ description: EffectDescription,
    _ work: @escaping @Sendable (Effect<Output, Failure>.Subscriber) -> any Cancellable
  ) {
    self.work = work
    super.init(description, sendsOnce: false)
  }

  override func begin(_ outlet: EffectOutlet<Output, Failure>) -> EffectWork {
    .callback(work(Effect.Subscriber(outlet: outlet)))
  }
}
