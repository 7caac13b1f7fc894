// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that sends values from callbacks.
  ///
  /// ```swift
  /// .run { subscriber in
  ///   let observer = locationManager.observe { subscriber.send($0) }
  ///   return AnyCancellable { locationManager.remove(observer) }
  /// }
  /// ```
  ///
  /// The effect runs until its subscriber receives a completion or the effect is cancelled. It then cancels the
  /// cancellable that `work` returned.
  ///
  /// Isolation: `work` runs in the call that starts the effect. Any thread may use the subscriber, even before `work`
  /// returns.
  ///
  /// - Parameters:
  ///   - name: The name of the effect in messages.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - work: A function that begins the work and returns a cancellable for it.
  /// - Returns: The effect, which runs until its subscriber receives a completion.
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
  /// The effect ignores all results after the first. Cancelling the effect does not stop the code; a later result is
  /// dropped. Without a result, the effect keeps running.
  ///
  /// Isolation: `work` runs in the call that starts the effect. It may call back on any thread.
  ///
  /// - Parameters:
  ///   - name: The name of the effect in messages.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - work: A function that begins the work and passes the result to its callback, on any thread.
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

  /// The subscriber to the values and the completion of a callback effect.
  ///
  /// Isolation: any thread. The subscriber passes on one value at a time, even if several threads send values at the
  /// same time or a value is sent reentrantly. It drops values sent after the effect has ended.
  public struct Subscriber: Sendable {
    @usableFromInline let outlet: EffectOutlet<Output, Failure>

    /// Sends a value, unless the effect has ended.
    ///
    /// - Parameter value: The value.
    /// - Complexity: O(1), apart from the operators downstream.
    public func send(_ value: Output) {
      outlet.send(value)
    }

    /// Ends the effect and cancels the cancellable that its work returned.
    ///
    /// Does nothing if the effect has already ended.
    ///
    /// - Parameter completion: Whether the effect completes or fails.
    /// - Complexity: O(1), apart from the effects that follow this one.
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
