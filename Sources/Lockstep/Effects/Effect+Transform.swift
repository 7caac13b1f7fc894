// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that sends the result of a function for each value.
  ///
  /// ```swift
  /// environment.fact(state.count).map(Counter.Action.factResponse)
  /// ```
  ///
  /// - Parameter transform: A function without side effects that returns a new value for each value.
  /// - Returns: The effect that sends the new values.
  @inlinable
  public func map<NewOutput>(
    _ transform: @escaping @Sendable (Output) -> NewOutput
  ) -> Effect<NewOutput, Failure> {
    transformed { value, source, isLast, downstream in
      downstream.receive(transform(value), from: source, isLast: isLast)
    }
  }

  /// Returns an effect that sends the result of a function for each value, unless the result is `nil`.
  ///
  /// - Parameter transform: A function that returns a new value, or `nil` to drop the value.
  /// - Returns: The effect that sends the new values.
  public func compactMap<NewOutput>(
    _ transform: @escaping @Sendable (Output) -> NewOutput?
  ) -> Effect<NewOutput, Failure> {
    transformed { value, source, isLast, downstream in
      if let value = transform(value) {
        downstream.receive(value, from: source, isLast: isLast)
      } else if isLast {
        downstream.finish(nil, from: source)
      }
    }
  }

  /// Returns an effect that sends only the values that satisfy a condition.
  ///
  /// - Parameter isIncluded: A function that returns whether to send a value.
  /// - Returns: The filtered effect.
  public func filter(_ isIncluded: @escaping @Sendable (Output) -> Bool) -> Self {
    compactMap { isIncluded($0) ? $0 : nil }
  }

  /// Returns an effect that transforms this effect's failure.
  ///
  /// - Parameter transform: A function that returns a new failure for the failure.
  /// - Returns: The effect with the new failure.
  public func mapError<NewFailure>(
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> Effect<Output, NewFailure> {
    mapEnd { $0.map(transform) }
  }

  /// Returns an effect that sends this effect's values as successes, and its failure as the last value.
  ///
  /// ```swift
  /// environment.apiClient.currentPlayer()
  ///   .receive(on: environment.mainQueue)
  ///   .catchToEffect()
  ///   .map(Action.currentPlayerResponse)
  /// ```
  @inlinable
  public func catchToEffect() -> Effect<Result<Output, Failure>, Never> {
    transformed { value, source, isLast, downstream in
      downstream.receive(.success(value), from: source, isLast: isLast)
    } finish: { failure, source, downstream in
      if let failure {
        downstream.receive(.failure(failure), from: source, isLast: true)
      } else {
        downstream.finish(nil, from: source)
      }
    }
  }

  /// Returns an effect that completes if this effect fails.
  ///
  /// - Parameter failureType: The failure type of the new effect, which never fails.
  /// - Returns: The effect that does not fail.
  public func ignoreFailure<NewFailure>(
    setFailureType failureType: NewFailure.Type = Never.self
  ) -> Effect<Output, NewFailure> {
    mapEnd { _ in nil }
  }

  /// Returns an effect that sends a value in place of a failure.
  ///
  /// - Parameter value: The value to send.
  /// - Returns: The effect, which does not fail.
  public func replaceError(with value: Output) -> Effect<Output, Never> {
    catchToEffect().map { result in (try? result.get()) ?? value }
  }

  /// Returns an effect that runs this effect but sends no values.
  ///
  /// - Parameter outputType: The output type of the new effect, which never sends a value.
  /// - Returns: The effect that sends no values.
  public func ignoreOutput<NewOutput>(
    setOutputType outputType: NewOutput.Type = NewOutput.self
  ) -> Effect<NewOutput, Failure> {
    transformed { _, source, isLast, downstream in
      if isLast { downstream.finish(nil, from: source) }
    }
  }

  /// Returns an effect that calls functions when this effect sends a value or ends.
  ///
  /// The functions may have side effects. They may even send to the source that this effect listens to: the
  /// consequences are processed after the current value has been delivered.
  ///
  /// Isolation: the functions are called where the values are sent, on one thread at a time.
  ///
  /// - Parameters:
  ///   - receiveOutput: Called with each value, before the value is delivered.
  ///   - receiveCompletion: Called with the completion, before the completion is delivered.
  /// - Returns: The effect that calls the functions.
  public func handleEvents(
    receiveOutput: (@Sendable (Output) -> Void)? = nil,
    receiveCompletion: (@Sendable (EffectCompletion<Failure>) -> Void)? = nil
  ) -> Self {
    if node == nil, let receiveCompletion {
      // An effect without a node only completes.
      return .lazy {
        receiveCompletion(.finished)
        return .none
      }
    }
    return transformed(isSeen: true) { value, source, isLast, downstream in
      receiveOutput?(value)
      guard isLast, let receiveCompletion else {
        return downstream.receive(value, from: source, isLast: isLast)
      }
      downstream.receive(value, from: source, isLast: false)
      receiveCompletion(.finished)
      downstream.finish(nil, from: source)
    } finish: { failure, source, downstream in
      // Ignore the end of a source that was cancelled in the meantime.
      guard source.isCancelled == false else { return }
      receiveCompletion?(failure.map(EffectCompletion.failure) ?? .finished)
      downstream.finish(failure, from: source)
    }
  }

  /// Returns an effect with a transformed end: a failure, or `nil` for completion.
  private func mapEnd<NewFailure>(
    _ transform: @escaping @Sendable (Failure?) -> NewFailure?
  ) -> Effect<Output, NewFailure> {
    transformed { value, source, isLast, downstream in
      downstream.receive(value, from: source, isLast: isLast)
    } finish: { failure, source, downstream in
      downstream.finish(transform(failure), from: source)
    }
  }

  @inlinable
  func transformed<NewOutput>(
    receive: @escaping TransformNode<Output, Failure, NewOutput, Failure>.Receive
  ) -> Effect<NewOutput, Failure> {
    transformed(receive: receive) { failure, source, downstream in
      downstream.finish(failure, from: source)
    }
  }

  @inlinable
  func transformed<NewOutput, NewFailure>(
    isSeen: Bool = false,
    receive: @escaping TransformNode<Output, Failure, NewOutput, NewFailure>.Receive,
    finish: @escaping TransformNode<Output, Failure, NewOutput, NewFailure>.Finish
  ) -> Effect<NewOutput, NewFailure> {
    Effect<NewOutput, NewFailure>(
      node.map { TransformNode($0, isSeen: isSeen, receive: receive, finish: finish) }
    )
  }
}

extension Effect where Failure == Never {
  /// Returns this effect with a failure type, for use where an effect that can fail is expected.
  ///
  /// - Parameter failureType: The failure type of the new effect, which never fails.
  /// - Returns: The same effect with the new failure type.
  public func setFailureType<NewFailure>(
    to failureType: NewFailure.Type
  ) -> Effect<Output, NewFailure> {
    ignoreFailure(setFailureType: failureType)
  }
}

/// `@unchecked` like every node; see ``EffectNode``.
@usableFromInline
final class TransformNode<
  Input: Sendable,
  InputFailure: Error,
  Output: Sendable,
  Failure: Error
>: EffectNode<Output, Failure>, @unchecked Sendable {
  @usableFromInline
  typealias Receive =
    @Sendable (Input, EffectScope, _ isLast: Bool, EffectSubscriber<Output, Failure>) -> Void
  @usableFromInline
  typealias Finish =
    @Sendable (InputFailure?, EffectScope, EffectSubscriber<Output, Failure>) -> Void

  @usableFromInline let upstream: EffectNode<Input, InputFailure>
  /// Whether the arrival of each event, including the end of a cancelled part, is observable from outside.
  @usableFromInline let isSeen: Bool
  @usableFromInline let receive: Receive
  @usableFromInline let finish: Finish
  /// The type of the subscriber, which `init` knows statically and `run` would have to look up.
  @usableFromInline let listener: Listener<Input, InputFailure, Output, Failure>.Type

  @inlinable
  init(
    _ upstream: EffectNode<Input, InputFailure>,
    isSeen: Bool,
    receive: @escaping Receive,
    finish: @escaping Finish
  ) {
    self.upstream = upstream.bounded
    self.isSeen = isSeen
    self.receive = receive
    self.finish = finish
    listener = Listener.self
    super.init(depth: self.upstream.depth + 1)
  }

  override var firstDescription: EffectDescription? { upstream.firstDescription }

  @usableFromInline
  override func run(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    let transform = listener.init(to: subscriber, receive: receive, finish: finish)
    return isSeen
      ? place.open { upstream.start(transform, in: $0) } : upstream.start(transform, at: place)
  }
}
