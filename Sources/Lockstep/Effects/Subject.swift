// SPDX-License-Identifier: MIT

internal import Synchronization

/// A source that sends values to any number of effects.
///
/// A dependency sends values to the subject, and a reducer listens to its ``effect``:
///
/// ```swift
/// let transactions = Subject<StoreKitClient.Event, Never>()
/// environment.storeKit.observer = transactions.effect
/// store.send(.onAppear)
/// transactions.send(.purchased)
/// store.receive(.paymentTransaction(.purchased))
/// ```
///
/// An effect receives the values that are sent after it starts. The subject does not buffer values for effects that
/// start later. After the first completion, the subject sends nothing more, and new effects end with the same
/// completion. If a subject is released without a completion, its effects keep waiting.
///
/// Isolation: any thread. Listening effects receive one value at a time, in the call that sends it. If a value is sent
/// during such a call, within it or on another thread, the call in progress delivers it after the current value.
///
/// Complexity: memory is O(*n*) in the number of listening effects, and in the number of values that are sent during
/// another delivery.
public final class Subject<Output: Sendable, Failure: Error>: Sendable {
  private let state = Mutex(SubjectState())

  private let description: EffectDescription

  /// Creates a subject without listeners.
  ///
  /// - Parameters:
  ///   - name: The name of the listening effects in messages.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  public init(name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line) {
    description = EffectDescription(.subject, name: name, fileID: fileID, line: line)
  }

  /// An effect that sends the subject's values from the moment it starts.
  ///
  /// - Complexity: O(1), including starting and ending the effect.
  public var effect: Effect<Output, Failure> {
    Effect(FunctionNode(description, add))
  }

  /// Sends a value to the listening effects, in the order in which they started.
  ///
  /// After a completion, this method does nothing.
  ///
  /// Isolation: any thread. If another value is being delivered, this value follows it. During a turn of a store, the
  /// resulting actions wait for their own turns.
  ///
  /// - Parameter value: The value to send.
  /// - Complexity: O(*n*) in the number of listening effects, or O(*n* log *n*) after one of them has started or ended.
  public func send(_ value: Output) {
    guard let listener = state.withLock({ $0.beginWithOnlyListener() }) else {
      return pass({ $0.orderedListeners() }, { $0.send(value) })
    }
    // The common case: one effect listens, and no other delivery is in progress.
    QueueLoop.start { loop in
      send(value, toOnly: listener, loop)
    } later: {
      QueueJob(.start, nil) { self.send(value, toOnly: listener, .current) }
    }
  }

  private func send(_ value: Output, toOnly listener: SubjectState.Listener, _ loop: QueueLoop) {
    listener.scope.send(value)
    if loop.hasAdded || state.withLock({ $0.endIfNothingWaits() }) == false { go(on: nil, loop) }
  }

  /// Ends the listening effects, in the order in which they started, and every effect that starts later.
  ///
  /// Only the first completion has an effect.
  ///
  /// Isolation: any thread.
  ///
  /// - Parameter completion: The completion of the effects, which is either regular or a failure.
  /// - Complexity: O(*n*) in the number of listening effects, or O(*n* log *n*) after one of them has started or ended.
  public func send(completion: EffectCompletion<Failure>) {
    pass(
      { $0.complete(completion.failure) },
      { EffectOutlet<Output, Failure>(leaf: $0).finish(completion.failure) }
    )
  }

  private func pass(
    _ listeners: (inout SubjectState) -> [SubjectState.Listener],
    _ send: @escaping @Sendable (EffectScope) -> Void
  ) {
    let pass = state.withLock { state -> SubjectState.Pass? in
      let listeners = listeners(&state)
      return listeners.isEmpty ? nil : state.begin((listeners[...], send))
    }
    guard let pass else { return }
    QueueLoop.start { loop in
      go(on: pass, loop)
    } later: {
      QueueJob(.start, nil) { self.go(on: pass, .current) }
    }
  }

  /// Delivers events until a delivery adds jobs to the loop, and then continues after these jobs.
  private func go(on pass: SubjectState.Pass?, _ loop: QueueLoop) {
    var pass = pass
    while loop.hasAdded == false {
      if let listener = pass?.listeners.popFirst() {
        pass?.send(listener.scope)
      } else if let next = state.withLock({ $0.next() }) {
        pass = next
      } else {
        return
      }
    }
    loop.add(QueueJob(.start, nil) { [pass] in self.go(on: pass, .current) })
  }

  fileprivate func add(_ outlet: EffectOutlet<Output, Failure>) -> EffectWork {
    let scope = outlet.leaf
    let arrival = state.withLock { $0.add(SubjectState.Listener(scope)) }
    switch arrival {
    case .listens(let id):
      let listening = ScheduledWork { [weak self] in
        // Release outside the lock, because the release may end other listeners.
        let removed = self?.state.withLock { $0.remove(id) }
        withExtendedLifetime(removed) {}
      }
      // An effect that runs outside a store may run within an effect of a store.
      (scope.context.isAccounted ? scope : EffectScope.current)?.noteWait(on: self)
      return .callback(listening)
    case .hasEnded(let failure):
      outlet.finish(failure as? Failure)
      return .none
    }
  }
}

extension Subject where Output == Void {
  /// Notifies the listening effects, in the order in which they started.
  ///
  /// ```swift
  /// let logouts = Subject<Void, Never>()
  /// environment.logouts = logouts.effect
  ///
  /// logouts.send()
  /// ```
  ///
  /// Isolation and complexity are the same as for ``send(_:)``.
  public func send() {
    send(())
  }
}

/// The listeners and the completion of a subject.
///
/// This type is cheaper to handle because it is not generic over the subject's types.
private struct SubjectState: ~Copyable {
  final class Listener: Sendable {
    let scope: EffectScope
    /// The effect of a test store within which the effect listens, if it runs outside that store.
    weak let listening: EffectScope?

    init(_ scope: EffectScope) {
      self.scope = scope
      listening = scope.context.isAccounted ? nil : EffectScope.current
    }
  }

  typealias Pass = (listeners: ArraySlice<Listener>, send: @Sendable (EffectScope) -> Void)

  enum Arrival {
    case listens(id: Int)
    case hasEnded((any Error)?)
  }

  private var isPassing = false
  private var waiting = Queue<Pass>()
  private var listeners: [Int: Listener] = [:]
  private var ordered: [Listener]?
  private var lastID = 0
  private var hasEnded = false
  private var failure: (any Error)?

  mutating func begin(_ pass: Pass) -> Pass? {
    defer { isPassing = true }
    guard isPassing else { return pass }
    waiting.append(pass)
    return nil
  }

  mutating func beginWithOnlyListener() -> Listener? {
    guard listeners.count == 1, isPassing == false, let only = orderedListeners().first else {
      return nil
    }
    isPassing = true
    return only
  }

  mutating func next() -> Pass? { endIfNothingWaits() ? nil : waiting.popFirst() }

  mutating func endIfNothingWaits() -> Bool {
    if waiting.isEmpty { isPassing = false }
    return waiting.isEmpty
  }

  mutating func orderedListeners() -> [Listener] {
    if let ordered { return ordered }
    let ordered = listeners.sorted { $0.key < $1.key }.map(\.value)
    self.ordered = ordered
    return ordered
  }

  mutating func add(_ listener: Listener) -> Arrival {
    if hasEnded { return .hasEnded(failure) }
    lastID += 1
    listeners[lastID] = listener
    ordered = nil
    return .listens(id: lastID)
  }

  /// Removes a listener, and returns the objects to release outside the lock.
  mutating func remove(_ id: Int) -> (Listener?, [Listener]?) {
    defer { ordered = nil }
    return (listeners.removeValue(forKey: id), ordered)
  }

  mutating func complete(_ failure: (any Error)?) -> [Listener] {
    guard hasEnded == false else { return [] }
    hasEnded = true
    self.failure = failure
    defer {
      listeners = [:]
      ordered = nil
    }
    return orderedListeners()
  }
}

extension Subject: EffectWaitSource {
  @usableFromInline
  package func wait(of effect: EffectScope) -> String? {
    let isListening = state.withLock { state in
      state.orderedListeners().contains { listener in
        listener.scope.isWithin(effect) || listener.listening?.isWithin(effect) == true
      }
    }
    return isListening ? "waits for a value of its \(description)" : nil
  }
}
