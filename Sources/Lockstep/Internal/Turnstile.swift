// SPDX-License-Identifier: MIT

internal import Synchronization

/// Lets one event of an effect through after the other, although they come from several threads, or
/// from within the delivery of another.
///
/// Who comes while an event is being delivered leaves its own to whoever delivers. What waits is
/// bounded by what the others send during one delivery.
///
/// Isolation: any thread. No lock is held while anything else is called.
final class Turnstile<Output: Sendable, Failure: Error>: Sendable {
  enum Event: Sendable {
    case value(Output, EffectScope)
    case end(Failure?, EffectScope)

    var source: EffectScope {
      switch self {
      case .value(_, let source), .end(_, let source): source
      }
    }

    var isValue: Bool {
      if case .value = self { true } else { false }
    }
  }

  private struct State {
    var waiting = Queue<Event>()
    var isOccupied = false
  }

  private let state = Mutex(State())

  /// Enters if nobody is in; whoever enters delivers its event and then what waits.
  func enter() -> Bool {
    state.withLock { state in
      defer { state.isOccupied = true }
      return state.isOccupied == false
    }
  }

  /// Leaves an event to whoever is in.
  func wait(_ event: Event, _ deliver: (Event) -> Void) {
    // What waits keeps its scope running, so that it can still be sent on. An end goes on even if its
    // scope has ended; releasing such a scope changes nothing.
    guard event.source.hold() || event.isValue == false else { return }
    // Whoever was in may have left.
    guard enterOrWait(event) else { return }
    deliverHeld(event, deliver)
    deliverWaiting(deliver)
  }

  /// Delivers what others have left, and leaves.
  func deliverWaiting(_ deliver: (Event) -> Void) {
    while let event = nextOrLeave() { deliverHeld(event, deliver) }
  }

  private func deliverHeld(_ event: Event, _ deliver: (Event) -> Void) {
    if event.isValue == false || event.source.isCancelled == false { deliver(event) }
    event.source.release()
  }

  private func enterOrWait(_ event: Event) -> Bool {
    state.withLock { state in
      if state.isOccupied {
        state.waiting.append(event)
        return false
      }
      state.isOccupied = true
      return true
    }
  }

  private func nextOrLeave() -> Event? {
    state.withLock { state in
      let event = state.waiting.popFirst()
      if event == nil { state.isOccupied = false }
      return event
    }
  }
}

/// Passes on the events of an effect one after the other, so that an end which comes while a value is
/// passed on, from another thread or from within, follows the value, and no value follows the end.
///
/// `@unchecked` like every subscriber, see ``EffectReceiver``, and because of whether it has ended, which
/// belongs to whoever is in the turnstile.
final class OneByOne<Output: Sendable, Failure: Error>: EffectSubscriber<Output, Failure>,
  @unchecked Sendable
{
  private let downstream: EffectSubscriber<Output, Failure>
  private let scope: EffectScope
  private let turnstile = Turnstile<Output, Failure>()
  private let isOfLeaf: Bool
  private var hasEnded = false

  /// - Parameters:
  ///   - downstream: What takes the events.
  ///   - scope: What they come from; when it is cancelled, there is no end.
  ///   - isOfLeaf: Whether it is a leaf that sends them.
  init(
    _ downstream: EffectSubscriber<Output, Failure>,
    in scope: EffectScope,
    isOfLeaf: Bool = false
  ) {
    self.downstream = downstream
    self.scope = scope
    self.isOfLeaf = isOfLeaf
    super.init()
  }

  override var presence: Presence? { downstream.presence }

  override func announceLast() {
    if isOfLeaf { downstream.announceLast() }
  }

  override func receive(_ value: Output, from source: EffectScope) {
    guard turnstile.enter() else { return turnstile.wait(.value(value, source), deliver) }
    // It may take long to pass it on, and the source may end meanwhile.
    if source.hold() {
      deliver(.value(value, source))
      source.release()
    }
    turnstile.deliverWaiting(deliver)
  }

  override func finish(_ failure: Failure?, from source: EffectScope) {
    guard turnstile.enter() else { return turnstile.wait(.end(failure, source), deliver) }
    deliver(.end(failure, source))
    turnstile.deliverWaiting(deliver)
  }

  private func deliver(_ event: Turnstile<Output, Failure>.Event) {
    guard hasEnded == false else { return }
    switch event {
    case .value(let value, let source):
      downstream.receive(value, from: source)
    case .end(let failure, let source):
      hasEnded = true
      guard scope.isCancelled == false else { return }
      downstream.finish(failure, from: source)
    }
  }
}
