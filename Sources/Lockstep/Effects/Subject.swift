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
/// An effect is sent what comes after it was started; nothing is kept for later ones, so there is no
/// buffer. After the first completion the subject sends nothing more, and ends each effect that is
/// started with the same completion. An effect whose subject is released without a completion goes on
/// waiting.
///
/// Isolation: any thread. Values sent from one thread arrive in their order.
public final class Subject<Output: Sendable, Failure: Error>: Sendable {
  fileprivate struct Listener {
    var subscriber: EffectSubscriber<Output, Failure>
    var scope: EffectScope
  }

  private struct State {
    private var listeners: [Int: Listener] = [:]
    private var ordered: [Listener]?
    private var lastID = 0
    private(set) var completion: EffectCompletion<Failure>?

    /// The listeners in the order in which they came; sorted again only after a change.
    mutating func orderedListeners() -> [Listener] {
      if let ordered { return ordered }
      let ordered = listeners.sorted { $0.key < $1.key }.map(\.value)
      self.ordered = ordered
      return ordered
    }

    mutating func add(_ listener: Listener) -> Int {
      lastID += 1
      listeners[lastID] = listener
      ordered = nil
      return lastID
    }

    mutating func remove(_ id: Int) {
      listeners[id] = nil
      ordered = nil
    }

    /// Takes out all listeners, the first time.
    mutating func complete(_ completion: EffectCompletion<Failure>) -> [Listener] {
      guard self.completion == nil else { return [] }
      self.completion = completion
      defer {
        listeners = [:]
        ordered = nil
      }
      return orderedListeners()
    }
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
    description = EffectDescription(.subject, name: name, fileID: fileID, line: line)
  }

  /// An effect that sends what is sent to this subject from when the effect is started.
  public var effect: Effect<Output, Failure> {
    Effect(SubjectNode(self, description))
  }

  /// Sends a value to the effects that are listening, in the order in which they were started.
  ///
  /// Complexity: O(*n*) in the number of effects that are listening, O(*n* log *n*) after one of them
  /// was started or has ended.
  public func send(_ value: Output) {
    for listener in state.withLock({ $0.orderedListeners() }) {
      guard listener.scope.isActive else { continue }
      listener.subscriber.receive(value, from: listener.scope)
    }
  }

  /// Ends the effects that are listening, and those that are started later.
  public func send(completion: EffectCompletion<Failure>) {
    for listener in state.withLock({ $0.complete(completion) }) {
      guard listener.scope.isActive else { continue }
      listener.subscriber.finish(completion.failure, from: listener.scope)
      listener.scope.leave()
    }
  }

  fileprivate func add(_ listener: Listener) -> (id: Int, completion: EffectCompletion<Failure>?) {
    state.withLock { state in
      if let completion = state.completion { return (0, completion) }
      return (state.add(listener), nil)
    }
  }

  fileprivate func remove(_ id: Int) {
    state.withLock { $0.remove(id) }
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

  override func startAlone(
    _ subscriber: EffectSubscriber<Output, Failure>,
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
