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
/// An effect receives the values that are sent after it was started; nothing is kept for effects that are
/// started later, so there is no buffer. After the first completion, the subject sends nothing more, and each
/// effect that is started ends with the same completion. If a subject is released without a completion, its
/// effects keep waiting.
///
/// Isolation: any thread. Listening effects receive one value at a time, in the call that sends. What is sent
/// meanwhile, within such a call or on another thread, waits for its turn; the call in progress passes it on.
///
/// Complexity: memory is O(*n*) in the number of effects that are listening, and in the number of values that
/// are sent while another is passed on.
public final class Subject<Output: Sendable, Failure: Error>: Sendable {
  private let state = Mutex(SubjectState())

  private let description: EffectDescription

  /// Creates a subject that nothing listens to.
  ///
  /// - Parameters:
  ///   - name: The name of the listening effects in messages.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  public init(name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line) {
    description = EffectDescription(.subject, name: name, fileID: fileID, line: line)
  }

  /// An effect that, once started, sends what is sent to this subject.
  ///
  /// - Complexity: O(1), including starting and ending the effect.
  public var effect: Effect<Output, Failure> {
    Effect(FunctionNode(description, add))
  }

  /// Sends a value to the effects that are listening, in the order in which they were started.
  ///
  /// This method does nothing after a completion.
  ///
  /// Isolation: any thread, even while another value is being sent, in which case this value follows it, or
  /// during a turn of a store, in which case what follows from it waits for its turn.
  ///
  /// - Parameter value: The value.
  /// - Complexity: O(*n*) in the number of effects that are listening; O(*n* log *n*) after one of them was
  ///   started or has ended.
  public func send(_ value: Output) {
    guard let listener = state.withLock({ $0.beginWithOnlyListener() }) else {
      return pass({ $0.orderedListeners() }, { $0.send(value) })
    }
    // Usually, one effect listens, and nothing else is being passed on.
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

  /// Ends the effects that are listening, in the order in which they were started, and those that are
  /// started later.
  ///
  /// Only the first completion counts; a later one does nothing.
  ///
  /// Isolation: any thread.
  ///
  /// - Parameter completion: How the effects end: they complete, or fail with an error.
  /// - Complexity: O(*n*) in the number of effects that are listening; O(*n* log *n*) after one of them was
  ///   started or has ended.
  public func send(completion: EffectCompletion<Failure>) {
    pass(
      { $0.complete(completion.failure) },
      { EffectOutlet<Output, Failure>(leaf: $0).finish(completion.failure) }
    )
  }

  /// Sends something to listeners, each with everything that follows: now, or when what is being passed on has
  /// been sent to all of its listeners.
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

  /// Sends to one listener after the other, then sends waiting values, until anything follows; continues after
  /// that.
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

  /// Lets an effect listen until it is stopped, or ends it now.
  fileprivate func add(_ outlet: EffectOutlet<Output, Failure>) -> EffectWork {
    let scope = outlet.leaf
    let arrival = state.withLock { $0.add(SubjectState.Listener(scope)) }
    switch arrival {
    case .listens(let id):
      let listening = ScheduledWork { [weak self] in
        // Released when the lock is free, because that may end other listeners.
        let removed = self?.state.withLock { $0.remove(id) }
        withExtendedLifetime(removed) {}
      }
      // An effect that runs outside of a store may do so within an effect of a store.
      (scope.context.isAccounted ? scope : EffectScope.current)?.noteWait(on: self)
      return .callback(listening)
    case .hasEnded(let failure):
      outlet.finish(failure as? Failure)
      return .none
    }
  }
}

extension Subject where Output == Void {
  /// Notifies the effects that are listening that something has happened, in the order in which they were
  /// started.
  ///
  /// ```swift
  /// let logouts = Subject<Void, Never>()
  /// environment.logouts = logouts.effect
  ///
  /// logouts.send()
  /// ```
  ///
  /// Isolation and complexity are those of ``send(_:)``.
  public func send() {
    send(())
  }
}

/// The listeners of a subject, and how the subject has ended.
///
/// A separate type without the types of the values, so that it is the same for all subjects, which is cheaper
/// to handle.
private struct SubjectState: ~Copyable {
  final class Listener: Sendable {
    let scope: EffectScope
    /// The part of a test store's effect that listens, if it is a different scope.
    weak let listening: EffectScope?

    init(_ scope: EffectScope) {
      self.scope = scope
      listening = scope.context.isAccounted ? nil : EffectScope.current
    }
  }

  /// Something that is passed on to the listeners at the time when it was sent.
  typealias Pass = (listeners: ArraySlice<Listener>, send: @Sendable (EffectScope) -> Void)

  enum Arrival {
    case listens(id: Int)
    case hasEnded((any Error)?)
  }

  /// Whether something is being passed on; what is sent meanwhile waits.
  private var isPassing = false
  private var waiting = Queue<Pass>()
  private var listeners: [Int: Listener] = [:]
  private var ordered: [Listener]?
  private var lastID = 0
  private var hasEnded = false
  private var failure: (any Error)?

  /// Returns something that is to be passed on now, or lets it wait.
  mutating func begin(_ pass: Pass) -> Pass? {
    defer { isPassing = true }
    guard isPassing else { return pass }
    waiting.append(pass)
    return nil
  }

  /// Begins to send to the only listener.
  ///
  /// Returns `nil` if there are others, or if another value is being sent.
  mutating func beginWithOnlyListener() -> Listener? {
    guard listeners.count == 1, isPassing == false, let only = orderedListeners().first else {
      return nil
    }
    isPassing = true
    return only
  }

  /// Returns what has waited longest; if nothing waits, nothing is being passed on any more.
  mutating func next() -> Pass? { endIfNothingWaits() ? nil : waiting.popFirst() }

  /// Notes that nothing is being passed on any more, unless something waits.
  mutating func endIfNothingWaits() -> Bool {
    if waiting.isEmpty { isPassing = false }
    return waiting.isEmpty
  }

  /// Returns the listeners in the order in which they were added, sorted again only after a change.
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

  /// Removes a listener; returns everything that holds it.
  mutating func remove(_ id: Int) -> (Listener?, [Listener]?) {
    defer { ordered = nil }
    return (listeners.removeValue(forKey: id), ordered)
  }

  /// Removes and returns all listeners, the first time.
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
