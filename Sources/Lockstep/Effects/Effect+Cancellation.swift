// SPDX-License-Identifier: MIT

internal import Synchronization

extension Effect {
  /// An effect that can be cancelled by an id while it runs.
  ///
  /// ```swift
  /// case .queryChanged(let query):
  ///   return environment.search(query)
  ///     .receive(on: environment.mainQueue)
  ///     .catchToEffect()
  ///     .map(SearchAction.response)
  ///     .cancellable(id: SearchID(), cancelInFlight: true)
  /// case .cancelButtonTapped:
  ///   return .cancel(id: SearchID())
  /// ```
  ///
  /// An effect runs until its last value has been taken from the store's queue. What it has sent
  /// before it was cancelled, and nobody has taken yet, is dropped. A cancelled part of an effect
  /// completes, so that what was to follow it does follow. Ids belong to one store: the same id in
  /// two stores names two effects.
  ///
  /// - Parameters:
  ///   - id: The id; several effects may run under the same one.
  ///   - cancelInFlight: Whether to cancel what runs under the id before this effect is started.
  /// - Returns: The effect that can be cancelled.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    let id = CancellationID(id)
    let effect = Self(node.map { CancellableNode($0, id: id) })
    return cancelInFlight ? .concatenate(Self(CancelNode([id])), effect) : effect
  }

  /// An effect that cancels what runs under an id; it does nothing if nothing does.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(CancelNode([CancellationID(id)]))
  }

  /// An effect that cancels what runs under several ids.
  public static func cancel(ids: some Sequence<some Hashable & Sendable>) -> Self {
    Self(CancelNode(ids.map { CancellationID($0) }))
  }
}

private final class CancelNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  private let ids: [CancellationID]

  init(_ ids: [CancellationID]) {
    self.ids = ids
    super.init()
  }

  override func start(
    _ subscriber: any EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) {
    for id in ids { scope.host.cancel(id: id) }
    subscriber.finish(nil, from: scope)
  }
}

private final class CancellableNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  private let upstream: EffectNode<Output, Failure>
  private let id: CancellationID

  init(_ upstream: EffectNode<Output, Failure>, id: CancellationID) {
    self.upstream = upstream
    self.id = id
    super.init()
  }

  override func start(
    _ subscriber: any EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) {
    guard let child = scope.makeChild() else { return }
    let gate = Gate(subscriber, child)
    // Held here, because those who hold it otherwise let go when they are cancelled. The scope lets
    // go of the closure when it ends.
    child.onCancel { gate.close(in: scope) }
    child.host.register(child, id: id)
    upstream.start(gate, in: child)
  }

  /// Lets one end through: that of the effect, or that of its cancellation.
  private final class Gate: EffectSubscriber {
    private let downstream: any EffectSubscriber<Output, Failure>
    private let scope: EffectScope
    private let isOpen = Mutex(true)

    init(_ downstream: any EffectSubscriber<Output, Failure>, _ scope: EffectScope) {
      self.downstream = downstream
      self.scope = scope
    }

    private func close() -> Bool {
      isOpen.withLock { isOpen in
        defer { isOpen = false }
        return isOpen
      }
    }

    func close(in parent: EffectScope) {
      if close() { downstream.finish(nil, from: parent) }
    }

    func receive(_ value: Output, from source: EffectScope) {
      downstream.receive(value, from: source)
    }

    func finish(_ failure: Failure?, from source: EffectScope) {
      guard close() else { return }
      downstream.finish(failure, from: source)
      scope.leave()
    }
  }
}
