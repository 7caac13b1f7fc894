// SPDX-License-Identifier: MIT

extension Effect {
  /// An effect that runs code which sends values from callbacks.
  ///
  /// ```swift
  /// .run { subscriber in
  ///   let observer = locationManager.observe { subscriber.send($0) }
  ///   return AnyCancellable { locationManager.remove(observer) }
  /// }
  /// ```
  ///
  /// The effect runs until the subscriber is sent a completion, or the effect is cancelled. Either
  /// way it then ends the cancellable.
  ///
  /// Isolation: the code runs in the call that starts the effect; the subscriber may be used on any
  /// thread, also before the code has returned.
  ///
  /// - Parameters:
  ///   - name: What messages call the effect.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  ///   - work: Begins the work, and returns what ends it.
  /// - Returns: The effect, which runs until it is sent a completion.
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

  /// An effect that runs code which calls back once with a result.
  ///
  /// ```swift
  /// .future { callback in
  ///   notificationCenter.requestAuthorization { callback(.success($0)) }
  /// }
  /// ```
  ///
  /// Only the first result counts. Nothing ends the code when the effect is cancelled; a result that
  /// comes later is dropped. One that never comes leaves the effect running.
  ///
  /// Isolation: the code runs in the call that starts the effect; it may call back on any thread.
  ///
  /// - Parameters:
  ///   - name: What messages call the effect.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  ///   - work: Begins the work; it is passed what takes the result, on any thread.
  /// - Returns: The effect, which sends one value or fails.
  public static func future(
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ work: @escaping @Sendable (@escaping @Sendable (Result<Output, Failure>) -> Void) -> Void
  ) -> Self {
    let description = EffectDescription(.future, name: name, fileID: fileID, line: line)
    return Self(
      CallbackNode(description, sendsOnce: true) { subscriber in
        work { result in
          switch result {
          case .success(let value): subscriber.outlet.sendLast(value)
          case .failure(let error): subscriber.outlet.finish(error, isTail: true)
          }
        }
        return ScheduledWork.done
      }
    )
  }

  /// What a callback effect sends its values and its end to.
  ///
  /// Isolation: any thread. What several threads send at the same time, or what is sent from within, is
  /// passed on one value after the other. After the effect has ended, what is sent is dropped.
  public struct Subscriber: Sendable {
    fileprivate let outlet: EffectOutlet<Output, Failure>

    /// Sends a value, unless the effect has ended.
    ///
    /// - Parameter value: The value.
    /// - Complexity: O(1), besides the operators that it passes.
    public func send(_ value: Output) {
      outlet.send(value)
    }

    /// Ends the effect, unless it has ended, and with it what the code has returned.
    ///
    /// - Parameter completion: Whether it completes or fails.
    /// - Complexity: O(1), besides what follows the end.
    public func send(completion: EffectCompletion<Failure>) {
      outlet.finish(completion.failure, isTail: false)
    }
  }
}

/// How an effect ends.
public enum EffectCompletion<Failure: Error>: Sendable {
  /// It fails.
  case failure(Failure)
  /// It has sent all its values.
  case finished
}

extension EffectCompletion: Equatable where Failure: Equatable {}

extension EffectCompletion {
  var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}

/// `@unchecked` like every node, see ``EffectNode``.
@usableFromInline
final class CallbackNode<Output: Sendable, Failure: Error>: LeafNode<Output, Failure>,
  @unchecked Sendable
{
  @usableFromInline let work: @Sendable (Effect<Output, Failure>.Subscriber) -> any Cancellable

  @inlinable
  init(
    _ description: EffectDescription,
    sendsOnce: Bool = false,
    _ work: @escaping @Sendable (Effect<Output, Failure>.Subscriber) -> any Cancellable
  ) {
    self.work = work
    super.init(description, sendsOnce: sendsOnce)
  }

  override func begin(_ outlet: EffectOutlet<Output, Failure>) -> EffectWork {
    .callback(work(Effect.Subscriber(outlet: outlet)))
  }
}
