// SPDX-License-Identifier: MIT

internal import Synchronization

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
  /// An effect that it starts may be such an effect again: a loop that sends one value after the other at
  /// once needs constant stack. Where the last value comes in the call that starts this effect, the effect
  /// for it is started when that call is over, in place of this one.
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
  /// The other effect may be one that goes on in turn, any number of times, in constant stack. Where this
  /// one fails in the call that starts it, the other one is started when that call is over.
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
  ReplaceableNode<Output, Failure>, @unchecked Sendable
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

  override func begin(
    _ subscriber: EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) -> EffectStart<Output, Failure>? {
    guard let group = EffectGroup(subscriber, in: scope) else { return nil }
    return begin(in: group).flatMap(group.handOver(to:))
  }

  override func startAlone(
    _ subscriber: EffectSubscriber<Output, Failure>,
    below parent: EffectScope
  ) -> EffectScope? {
    guard let group = EffectGroup(subscriber, in: parent) else { return nil }
    begin(in: group).flatMap(group.makeStart(of:))?.run()
    return group.scope
  }

  override var firstDescription: EffectDescription? { upstream.firstDescription }

  /// Starts what sends the values; returns the effect for its last value, if that came at once.
  private func begin(in group: EffectGroup<Output, Failure>) -> EffectNode<Output, Failure>? {
    let spawner = Spawner(group: group, transform: transform)
    upstream.start(spawner, in: group.scope)
    return spawner.takeLast()
  }

  /// Starts an effect for each value in a group, whose first member is the effect with the values.
  ///
  /// The effect for a value that is known to be the last one takes the place of the whole, if the value
  /// comes at once: it is not started from here, so that a loop of such effects needs constant stack.
  ///
  /// `@unchecked` like every subscriber, see ``EffectReceiver``.
  private final class Spawner: EffectSubscriber<Input, Failure>, @unchecked Sendable {
    private struct State {
      /// Whether the effect with the values is being started.
      var isStarting = true
      var isLastAnnounced = false
      /// What is made of the last value, until it is taken.
      var last: EffectNode<Output, Failure>?

      /// Keeps what may take the place of the whole; returns what has to be started now.
      mutating func keepLast(_ node: EffectNode<Output, Failure>) -> EffectNode<Output, Failure>? {
        guard isStarting, isLastAnnounced else { return node }
        defer { last = node }
        return last
      }
    }

    private let group: EffectGroup<Output, Failure>
    private let transform: @Sendable (Input) -> Effect<Output, Failure>
    private let state = Mutex(State())

    init(
      group: EffectGroup<Output, Failure>,
      transform: @escaping @Sendable (Input) -> Effect<Output, Failure>
    ) {
      self.group = group
      self.transform = transform
    }

    override var presence: Presence? { group.presence }

    /// Returns what is made of the last value, if that came while the effect with the values was started.
    func takeLast() -> EffectNode<Output, Failure>? {
      state.withLock { state in
        state.isStarting = false
        return state.last.take()
      }
    }

    override func announceLast() {
      state.withLock { $0.isLastAnnounced = true }
    }

    override func receive(_ value: Input, from source: EffectScope) {
      guard group.scope.isActive else { return }
      // Before the function is called, which may end the effect with the values.
      guard group.add() else { return }
      guard let node = transform(value).node else { return group.removeOne() }
      state.withLock { $0.keepLast(node) }?.start(group, in: group.scope)
    }

    override func finish(_ failure: Failure?, from source: EffectScope) {
      group.finish(failure, from: source)
    }
  }
}

/// `@unchecked` like every node, see ``EffectNode``.
private final class CatchNode<Output: Sendable, InputFailure: Error, Failure: Error>:
  ReplaceableNode<Output, Failure>, @unchecked Sendable
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

  override func begin(
    _ subscriber: EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) -> EffectStart<Output, Failure>? {
    let recovery = Recovery(subscriber, scope, handler)
    upstream.start(recovery, in: scope)
    return recovery.begin()
  }

  override var firstDescription: EffectDescription? { upstream.firstDescription }

  /// Goes on with another effect where one fails: with one that fails at once when it has been started,
  /// so that any number of them needs constant stack.
  ///
  /// `@unchecked` like every subscriber, see ``EffectReceiver``.
  private final class Recovery: EffectSubscriber<Output, InputFailure>, @unchecked Sendable {
    private struct State {
      /// Whether the effect that may fail is being started.
      var isStarting = true
      var failure: InputFailure?
    }

    private let downstream: EffectSubscriber<Output, Failure>
    private let scope: EffectScope
    private let handler: @Sendable (InputFailure) -> Effect<Output, Failure>
    private let state = Mutex(State())

    init(
      _ downstream: EffectSubscriber<Output, Failure>,
      _ scope: EffectScope,
      _ handler: @escaping @Sendable (InputFailure) -> Effect<Output, Failure>
    ) {
      self.downstream = downstream
      self.scope = scope
      self.handler = handler
    }

    override var presence: Presence? { downstream.presence }

    /// How to go on, if the effect failed while it was started.
    func begin() -> EffectStart<Output, Failure>? {
      let failure = state.withLock { state in
        state.isStarting = false
        return state.failure.take()
      }
      guard let failure, scope.isActive else { return nil }
      return recover(from: failure)
    }

    private func recover(from failure: InputFailure) -> EffectStart<Output, Failure>? {
      guard let node = handler(failure).node else {
        downstream.finish(nil, from: scope)
        return nil
      }
      return EffectStart(node: node, subscriber: downstream, scope: scope)
    }

    override func receive(_ value: Output, from source: EffectScope) {
      downstream.receive(value, from: source)
    }

    override func finish(_ failure: InputFailure?, from source: EffectScope) {
      guard let failure else { return downstream.finish(nil, from: source) }
      let isStarting = state.withLock { state in
        if state.isStarting { state.failure = failure }
        return state.isStarting
      }
      if isStarting == false { recover(from: failure)?.run() }
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

  /// `@unchecked` like every subscriber, see ``EffectReceiver``.
  private final class Silence: EffectSubscriber<Input, InputFailure>, @unchecked Sendable {
    private let downstream: EffectSubscriber<Output, Failure>
    private let scope: EffectScope

    init(_ downstream: EffectSubscriber<Output, Failure>, _ scope: EffectScope) {
      self.downstream = downstream
      self.scope = scope
    }

    override var presence: Presence? { downstream.presence }

    override func receive(_ value: Input, from source: EffectScope) {}

    override func finish(_ failure: InputFailure?, from source: EffectScope) {
      downstream.finish(nil, from: scope)
      scope.leave()
    }
  }
}
