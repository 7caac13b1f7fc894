// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that can be cancelled by an id while it runs.
  ///
  /// ```swift
  /// case .queryChanged(let query):
  ///   return environment.search(query)
  ///     .receive(on: environment.mainQueue)
  ///     .catchToEffect()
  ///     .map(Search.Action.response)
  ///     .cancellable(id: SearchID(), cancelInFlight: true)
  /// case .cancelButtonTapped:
  ///   return .cancel(id: SearchID())
  /// ```
  ///
  /// An effect runs until its last value has been taken from the store's queue. Values that it sent before it
  /// was cancelled and that have not been taken yet are dropped. A cancelled part of an effect completes, so
  /// that whatever was to follow it still follows.
  ///
  /// An id belongs to the feature that uses it: the same id in two rows, in two properties or in two stores refers to
  /// two different effects. For an id that all features of a store share, see ``StoreWide``.
  ///
  /// For an effect that is not started, or waits, while others run under its id, see
  /// ``cancellable(id:whenRunning:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - id: The id; several effects may run under the same one.
  ///   - cancelInFlight: Whether to cancel, before this effect is started, the feature's own effects that run under
  ///     the id and those that follow them under the same id.
  ///   - fileID: The file named in messages, if nothing in the effect has a place of its own.
  ///   - line: The line named in messages, likewise.
  /// - Returns: The effect that can be cancelled.
  /// - Complexity: O(*d*) on average to start it and to end it, where *d* is the number of features around this one,
  ///   however many effects run under the id.
  @inlinable
  public func cancellable(
    id: some Hashable & Sendable,
    cancelInFlight: Bool = false,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    let id = CancellationID(id)
    guard let node else {
      guard cancelInFlight else { return .none }
      return Self(CancelNode([id], isDeep: false, fileID: fileID, line: line))
    }
    return Self(
      CancellableNode(node, id: id, cancelsInFlight: cancelInFlight, fileID: fileID, line: line)
    )
  }

  /// Returns an effect that cancels the effects of this feature, and of the features below it, that run under an id, if
  /// any.
  ///
  /// The cancellation happens when the effect is started, in its place within a merge or concatenation.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  /// - Returns: The effect that cancels.
  /// - Complexity: O(*n* log *n*) in the number *n* of effects that it ends, plus the cost of ending them.
  @inlinable
  public static func cancel(
    id: some Hashable & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    Self(CancelNode([CancellationID(id)], fileID: fileID, line: line))
  }

  /// Returns an effect that cancels the effects of this feature, and of the features below it, that run under several
  /// ids, in the order of the ids.
  ///
  /// - Parameters:
  ///   - ids: The ids.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  /// - Returns: The effect that cancels.
  /// - Complexity: O(*n*) in the number of ids, plus the cost of ending the effects that run under them.
  @inlinable
  public static func cancel(
    ids: some Sequence<some Hashable & Sendable>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    Self(CancelNode(ids.map { CancellationID($0) }, fileID: fileID, line: line))
  }
}

/// `@unchecked` like every node; see ``EffectNode``.
@usableFromInline
final class CancelNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  @usableFromInline let ids: [CancellationID]
  /// Whether the effects of features below are cancelled, too.
  @usableFromInline let isDeep: Bool
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt

  @inlinable
  init(_ ids: [CancellationID], isDeep: Bool = true, fileID: StaticString, line: UInt) {
    self.ids = ids
    self.isDeep = isDeep
    self.fileID = fileID
    self.line = line
    super.init(.other)
  }

  @usableFromInline
  override func run(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    if case .below(let parent, nil) = place {
      QueueLoop.run { $0.startPart { cancel(at: subscriber.statePosition, from: parent) } }
      return nil
    }
    return place.open { scope in
      // A scope that has failed or was cancelled starts nothing more.
      guard scope.isActive else { return }
      cancel(at: subscriber.statePosition, from: scope)
      QueueLoop.current.postponeParts()
      subscriber.send(end: nil, from: scope)
    }
  }

  private func cancel(at position: StatePosition?, from scope: EffectScope) {
    for id in ids {
      scope.context.ids.cancel(id: PlacedID(id, at: position), isDeep: isDeep, from: scope) {
        EffectDescription(.cancel, fileID: fileID, line: line)
      }
    }
  }
}

/// `@unchecked` like every node; see ``EffectNode``.
@usableFromInline
final class CancellableNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  @usableFromInline let upstream: EffectNode<Output, Failure>
  @usableFromInline let id: CancellationID
  @usableFromInline let cancelsInFlight: Bool
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt

  @inlinable
  init(
    _ upstream: EffectNode<Output, Failure>,
    id: CancellationID,
    cancelsInFlight: Bool,
    fileID: StaticString,
    line: UInt
  ) {
    self.upstream = upstream.bounded
    self.id = id
    self.cancelsInFlight = cancelsInFlight
    self.fileID = fileID
    self.line = line
    super.init(depth: self.upstream.depth + 1)
  }

  /// The description of the effect as one that cancels others.
  private func describeCanceller() -> EffectDescription {
    firstDescription ?? EffectDescription(.cancellable, fileID: fileID, line: line)
  }

  @usableFromInline
  override func run(
    _ subscriber: EffectSubscriber<Output, Failure>,
    at place: EffectPlace
  ) -> EffectScope? {
    let id = EffectID(PlacedID(id, at: subscriber.statePosition), isAlone: cancelsInFlight)
    switch place {
    case .below(let parent, nil):
      // Effects that follow the cancelled ones start first.
      guard cancelsInFlight else {
        return upstream.start(subscriber, at: .below(parent, as: id))
      }
      QueueLoop.run {
        $0.startPart {
          parent.context.ids.cancel(id: id.id, isDeep: false, from: parent) {
            self.describeCanceller()
          }
        }
      }
      var scope: EffectScope?
      QueueLoop.run { loop in
        loop.startPart { scope = upstream.start(subscriber, at: .below(parent, as: id)) }
      }
      return scope
    case .below:
      return place.open { start(subscriber, in: $0) }
    case .within(let scope):
      if cancelsInFlight {
        scope.replaceInFlight(id.id, by: describeCanceller) {
          self.start(subscriber, within: scope, as: id)
        }
      } else {
        start(subscriber, within: scope, as: id)
      }
      return nil
    }
  }

  private func start(
    _ subscriber: EffectSubscriber<Output, Failure>,
    within scope: EffectScope,
    as id: EffectID
  ) {
    // Nothing follows the end.
    if subscriber.queueUse == .never {
      upstream.start(subscriber, at: .below(scope, as: id))
      return
    }
    guard let child = scope.makeChild() else { return }
    let gate = CancellationGate(subscriber, child, in: scope)
    child.take(id)
    upstream.start(gate, in: child)
  }

  override var firstDescription: EffectDescription? { upstream.firstDescription }
}

/// A gate that lets one end of a part of an effect through: its own, or that of its cancellation.
///
/// `@unchecked` like every subscriber; see ``EffectReceiver``.
final class CancellationGate<Output: Sendable, Failure: Error>: StageSubscriber<Output, Failure>,
  @unchecked Sendable
{
  private let parent: EffectScope
  private var isOpen = true

  init(
    _ downstream: EffectSubscriber<Output, Failure>,
    _ scope: EffectScope,
    in parent: EffectScope
  ) {
    self.parent = parent
    super.init(to: downstream, in: scope)
    scope.onCancel(self)
  }

  private func close() -> Bool {
    defer { isOpen = false }
    return isOpen
  }

  override func effectCancelled(isRestart: Bool) {
    let end: @Sendable () -> Void = {
      if self.close() { self.downstream.finish(nil, from: self.parent) }
    }
    var restarts = QueueLoop.current.restarts + (isRestart ? 1 : 0)
    parent.queue.deliver {
      let loop = QueueLoop.current
      (loop.restarts, restarts) = (restarts, loop.restarts)
      end()
      loop.restarts = restarts
    } later: {
      // Effects that follow the part start in the scope above, which may be waiting for nothing else.
      QueueJob(.always, parent.hold() ? parent : nil, restarts: restarts, end)
    }
  }

  override func receive(_ output: SentOutput, from source: EffectScope) {
    if isOpen { downstream.receive(output, from: source) }
  }

  override func receive(_ value: Output, from source: EffectScope, isLast: Bool) {
    guard isOpen else { return }
    isOpen = isLast == false
    downstream.receive(value, from: source, isLast: isLast)
    if isLast { scope.leave() }
  }

  override func finish(_ failure: Failure?, from source: EffectScope) {
    guard close() else { return }
    downstream.finish(failure, from: source)
    scope.leave()
  }
}
