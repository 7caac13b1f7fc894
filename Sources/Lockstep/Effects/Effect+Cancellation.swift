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
  /// An effect runs until the store has taken its last value from the queue. Cancelling the effect drops the values
  /// that are still in the queue. A cancelled part of an effect completes, so effects that follow it still start.
  ///
  /// An id belongs to the feature that uses it: the same id in two rows, in two properties or in two stores refers to
  /// different effects. To share an id among all features of a store, use ``StoreWide``.
  ///
  /// To skip or delay an effect while others run under its id, use ``cancellable(id:whenRunning:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - id: The id. Several effects may run under the same id.
  ///   - cancelInFlight: Whether to cancel the feature's own effects that run under the id, and effects that follow
  ///     them under the same id, before this effect starts.
  ///   - fileID: The file named in messages if no part of the effect has its own location.
  ///   - line: The line named in messages if no part of the effect has its own location.
  /// - Returns: The cancellable effect.
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

  /// Returns an effect that cancels the effects of this feature, and of the features below it, that run under an id.
  ///
  /// The cancellation happens when the effect starts, at its position in a merge or concatenation.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  /// - Returns: The cancelling effect.
  /// - Complexity: O(*n* log *n*) in the number *n* of cancelled effects, plus the cost of ending them.
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
  /// - Returns: The cancelling effect.
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

@usableFromInline
final class CancelNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  @usableFromInline let ids: [CancellationID]
  /// Whether to cancel the effects of features below this one as well.
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
      // A failed or cancelled scope does not start effects.
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
      // Followers of the cancelled effects start first.
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
    // Nothing follows the end, so the effect needs no gate.
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

/// A gate that passes on only the first end of a part of an effect: its completion, its failure or its cancellation.
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
      // Followers start in the parent scope, which must stay alive until they do.
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
