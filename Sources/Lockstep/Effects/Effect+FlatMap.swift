// SPDX-License-Identifier: MIT

extension Effect {
  /// An effect that starts another effect for each value, and sends what these send.
  ///
  /// It completes when this effect and all those that it has started have completed, and fails as
  /// soon as one of them fails, which ends the others.
  ///
  /// ```swift
  /// environment.currentPlayer()
  ///   .flatMap { environment.loadAvatar($0.avatarURL) }
  /// ```
  ///
  /// The function is called for one value after the other. What it returns is started when the value has been
  /// delivered; if the value is the last one and no other effect runs, in place of this one. So a loop, where an
  /// effect that it starts is such an effect again, needs constant stack.
  ///
  /// - Parameter transform: Makes an effect of a value. It may end the effect that sends the values.
  /// - Returns: The effect that sends what the others do.
  /// - Complexity: O(1) for each value, besides the effects that are started; as many of them run at the
  ///   same time as the values are that come.
  public func flatMap<NewOutput>(
    _ transform: @escaping @Sendable (Output) -> Effect<NewOutput, Failure>
  ) -> Effect<NewOutput, Failure> {
    Effect<NewOutput, Failure>(node.map { FlatMapNode($0, transform) })
  }

  /// An effect that goes on with another effect where this one fails.
  ///
  /// ```swift
  /// environment.loadFromDisk()
  ///   .catch { _ in environment.download() }
  /// ```
  ///
  /// The other effect may be one that goes on in turn, any number of times, in constant stack. It is started
  /// when the failure has been delivered.
  ///
  /// - Parameter handler: Makes the other effect of the failure.
  /// - Returns: The effect that fails as the other one does.
  public func `catch`<NewFailure>(
    _ handler: @escaping @Sendable (Failure) -> Effect<Output, NewFailure>
  ) -> Effect<Output, NewFailure> {
    Effect<Output, NewFailure>(node.map { CatchNode($0, handler) })
  }

  /// An effect that does the same, and sends neither values nor a failure.
  ///
  /// ```swift
  /// environment.audioPlayer.play(.win).fireAndForget()
  /// ```
  ///
  /// A test store wants to be told of each leaf of it that produces values: see
  /// `TestStore.fireAndForget(_:)`.
  ///
  /// - Parameters:
  ///   - outputType: The type of the values that it never sends.
  ///   - failureType: The type of the failure that it never sends.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  /// - Returns: The silent effect.
  public func fireAndForget<NewOutput, NewFailure>(
    outputType: NewOutput.Type = NewOutput.self,
    failureType: NewFailure.Type = NewFailure.self,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect<NewOutput, NewFailure> {
    let description = EffectDescription(.fireAndForget, fileID: fileID, line: line)
    return Effect<NewOutput, NewFailure>(
      node.map { FireAndForgetOperatorNode(description, upstream: $0) }
    )
  }
}

/// `@unchecked` like every node, see ``EffectNode``.
private final class FlatMapNode<Input: Sendable, Output: Sendable, Failure: Error>:
  EffectNode<Output, Failure>, @unchecked Sendable
{
  private let upstream: EffectNode<Input, Failure>
  private let transform: @Sendable (Input) -> Effect<Output, Failure>

  init(
    _ upstream: EffectNode<Input, Failure>,
    _ transform: @escaping @Sendable (Input) -> Effect<Output, Failure>
  ) {
    self.upstream = upstream
    self.transform = transform
    super.init()
  }

  override var firstDescription: EffectDescription? { upstream.firstDescription }

  override func start(
    _ subscriber: EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) {
    guard let group = EffectGroup(subscriber, in: scope, members: 1) else { return }
    upstream.start(Spawner(group: group, transform: transform), in: group.scope)
  }

  /// Starts an effect for each value in a group, whose first member is the effect with the values.
  ///
  /// The effect for the last value takes the place of the whole, if no other one runs, so that a loop of such
  /// effects needs constant memory.
  ///
  /// `@unchecked` like every subscriber, see ``EffectReceiver``.
  private final class Spawner: EffectSubscriber<Input, Failure>, @unchecked Sendable {
    private let group: EffectGroup<Output, Failure>
    private let transform: @Sendable (Input) -> Effect<Output, Failure>

    init(
      group: EffectGroup<Output, Failure>,
      transform: @escaping @Sendable (Input) -> Effect<Output, Failure>
    ) {
      self.group = group
      self.transform = transform
      super.init(.always)
    }

    override var statePosition: StatePosition? { group.statePosition }

    override func receive(_ value: Input, from source: EffectScope, isLast: Bool) {
      guard group.scope.isActive else { return }
      let node = transform(value).node
      if isLast {
        group.replaceMember(by: node)
      } else if let node {
        group.addMember(node)
      }
    }

    override func finish(_ failure: Failure?, from source: EffectScope) {
      group.finish(failure, from: source)
    }
  }
}

/// `@unchecked` like every node, see ``EffectNode``.
private final class CatchNode<Output: Sendable, InputFailure: Error, Failure: Error>:
  EffectNode<Output, Failure>, @unchecked Sendable
{
  private let upstream: EffectNode<Output, InputFailure>
  private let handler: @Sendable (InputFailure) -> Effect<Output, Failure>

  init(
    _ upstream: EffectNode<Output, InputFailure>,
    _ handler: @escaping @Sendable (InputFailure) -> Effect<Output, Failure>
  ) {
    self.upstream = upstream
    self.handler = handler
    super.init()
  }

  override func start(
    _ subscriber: EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) {
    upstream.start(Recovery(subscriber, scope, handler), in: scope)
  }

  override var firstDescription: EffectDescription? { upstream.firstDescription }

  /// Goes on with another effect where one fails.
  ///
  /// `@unchecked` like every subscriber, see ``EffectReceiver``.
  private final class Recovery: EffectSubscriber<Output, InputFailure>, @unchecked Sendable {
    private let downstream: EffectSubscriber<Output, Failure>
    private let scope: EffectScope
    private let handler: @Sendable (InputFailure) -> Effect<Output, Failure>

    init(
      _ downstream: EffectSubscriber<Output, Failure>,
      _ scope: EffectScope,
      _ handler: @escaping @Sendable (InputFailure) -> Effect<Output, Failure>
    ) {
      self.downstream = downstream
      self.scope = scope
      self.handler = handler
      super.init(.always)
    }

    override var statePosition: StatePosition? { downstream.statePosition }

    override func receive(_ value: Output, from source: EffectScope, isLast: Bool) {
      downstream.receive(value, from: source, isLast: isLast)
    }

    override func finish(_ failure: InputFailure?, from source: EffectScope) {
      guard let failure else { return downstream.finish(nil, from: source) }
      guard let node = handler(failure).node else { return downstream.finish(nil, from: scope) }
      scope.startNext { [downstream, scope] in node.start(downstream, in: scope) }
    }
  }
}

/// Drops values and failures, and lets what runs below it count as fire-and-forget.
///
/// `@unchecked` like every node, see ``EffectNode``.
final class FireAndForgetOperatorNode<
  Input: Sendable,
  InputFailure: Error,
  Output: Sendable,
  Failure: Error
>: EffectNode<Output, Failure>, @unchecked Sendable {
  private let description: EffectDescription
  private let upstream: EffectNode<Input, InputFailure>

  init(_ description: EffectDescription, upstream: EffectNode<Input, InputFailure>) {
    self.description = description
    self.upstream = upstream
    super.init()
  }

  override var firstDescription: EffectDescription? { description }

  override func startAlone(
    _ subscriber: EffectSubscriber<Output, Failure>,
    below parent: EffectScope
  ) -> EffectScope? {
    guard let child = parent.makeChild(fireAndForget: description) else { return nil }
    upstream.start(Silence(subscriber, child), in: child)
    return child
  }

  override func start(
    _ subscriber: EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) {
    _ = startAlone(subscriber, below: scope)
  }

  /// `@unchecked` like every subscriber, see ``EffectReceiver``.
  private final class Silence: EffectSubscriber<Input, InputFailure>, @unchecked Sendable {
    private let downstream: EffectSubscriber<Output, Failure>
    private let scope: EffectScope

    init(_ downstream: EffectSubscriber<Output, Failure>, _ scope: EffectScope) {
      self.downstream = downstream
      self.scope = scope
      super.init(max(.forSeveralValues, downstream.laneUse))
    }

    override var statePosition: StatePosition? { downstream.statePosition }

    override func receive(_ value: Input, from source: EffectScope, isLast: Bool) {
      if isLast { finish(nil, from: source) }
    }

    override func finish(_ failure: InputFailure?, from source: EffectScope) {
      downstream.finish(nil, from: scope)
      scope.leave()
    }
  }
}
