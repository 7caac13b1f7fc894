// SPDX-License-Identifier: MIT

internal import Synchronization

/// A source of values for any number of effects: a dependency pushes values into it, and a reducer
/// listens to its ``effect``.
///
/// ```swift
/// let transactions = Subject<StoreKitClient.Event, Never>()
/// environment.storeKit.observer = transactions.effect
/// store.send(.onAppear)
/// transactions.send(.purchased)
/// store.receive(.paymentTransaction(.purchased))
/// ```
///
/// An effect is sent what comes after it was started; nothing is kept for later ones.
///
/// Isolation: any thread. Values sent from one thread arrive in their order.
public final class Subject<Output: Sendable, Failure: Error>: Sendable {
  fileprivate struct Listener {
    var subscriber: any EffectSubscriber<Output, Failure>
    var scope: EffectScope
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var lastID = 0
    var completion: EffectCompletion<Failure>?
  }

  private let state = Mutex(State())

  private let description: EffectDescription

  /// Creates a subject that nothing listens to.
  ///
  /// - Parameters:
  ///   - name: What messages call the effects that listen to it.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  public init(name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line) {
    description = EffectDescription("subject", name: name, fileID: fileID, line: line)
  }

  /// An effect that sends what is sent to this subject from when the effect is started.
  public var effect: Effect<Output, Failure> {
    Effect(SubjectNode(self, description))
  }

  /// Sends a value to the effects that are listening, in the order in which they were started.
  public func send(_ value: Output) {
    for listener in listeners {
      guard listener.scope.isActive else { continue }
      listener.subscriber.receive(value, from: listener.scope)
    }
  }

  /// Ends the effects that are listening, and those that are started later.
  public func send(completion: EffectCompletion<Failure>) {
    let listeners = listeners
    let isFirst = state.withLock { state in
      guard state.completion == nil else { return false }
      state.completion = completion
      state.listeners = [:]
      return true
    }
    guard isFirst else { return }
    for listener in listeners {
      guard listener.scope.isActive else { continue }
      listener.subscriber.finish(completion.failure, from: listener.scope)
      listener.scope.leave()
    }
  }

  private var listeners: [Listener] {
    state.withLock { $0.listeners }.sorted { $0.key < $1.key }.map(\.value)
  }

  fileprivate func add(_ listener: Listener) -> (id: Int, completion: EffectCompletion<Failure>?) {
    state.withLock { state in
      guard state.completion == nil else { return (0, state.completion) }
      state.lastID += 1
      state.listeners[state.lastID] = listener
      return (state.lastID, nil)
    }
  }

  fileprivate func remove(_ id: Int) {
    state.withLock { _ = $0.listeners.removeValue(forKey: id) }
  }
}

private final class SubjectNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  private let subject: Subject<Output, Failure>
  private let description: EffectDescription

  init(_ subject: Subject<Output, Failure>, _ description: EffectDescription) {
    self.subject = subject
    self.description = description
    super.init()
  }

  override func start(
    _ subscriber: any EffectSubscriber<Output, Failure>,
    in scope: EffectScope
  ) {
    _ = startAlone(subscriber, below: scope)
  }

  override func startAlone(
    _ subscriber: any EffectSubscriber<Output, Failure>,
    below parent: EffectScope
  ) -> EffectScope? {
    guard let leaf = parent.makeChild(description) else { return nil }
    leaf.accountForLeaf()
    let (id, completion) = subject.add(
      Subject.Listener(subscriber: subscriber, scope: leaf)
    )
    if let completion {
      subscriber.finish(completion.failure, from: leaf)
      leaf.leave()
    } else {
      leaf.onStop { [weak subject] in subject?.remove(id) }
    }
    return leaf
  }
}
