// SPDX-License-Identifier: MIT

internal import Synchronization

/// A buffer that keeps what an effect has sent until it is taken.
///
/// `@unchecked` like every subscriber; see ``EffectReceiver``.
final class EffectBuffer<Output: Sendable, Failure: Error>: EffectSubscriber<Output, Failure>,
  @unchecked Sendable
{
  enum Event: Sendable {
    case value(Output)
    case failure(Failure)
    case finished
  }

  private enum Arrival {
    case dropped(isFirst: Bool)
    case kept
    case taken(by: Taker)
  }

  private enum Request {
    case end(Event)
    case value(Output, EffectScope)
    case wait
  }

  private typealias Taker = CheckedContinuation<Event, Never>

  /// Values wait only while there are no takers, and takers only while there are no values.
  private struct State: ~Copyable {
    var values = Queue<(value: Output, source: EffectScope)>()
    var takers = Queue<Taker>()
    /// The event with which the effect ended; a failure is thrown once.
    var end: Event?
    var hasReportedLoss = false
  }

  private let limit: Int
  private let location: CodeLocation?
  private let state = Mutex(State())

  init(limit: Int, location: CodeLocation?) {
    self.limit = limit
    self.location = location
    super.init(.forSeveralValues)
  }

  override var statePosition: StatePosition? { nil }

  override func receive(_ value: Output, from source: EffectScope, isLast: Bool) {
    defer { if isLast { finish(nil, from: source) } }
    // A value that waits keeps its scope running, so that cancelling the scope can void it.
    guard source.hold() else { return }
    let outcome: Arrival = state.withLock { state in
      guard state.end == nil else { return .dropped(isFirst: false) }
      if let taker = state.takers.popFirst() { return .taken(by: taker) }
      guard state.values.count < limit else {
        defer { state.hasReportedLoss = true }
        return .dropped(isFirst: state.hasReportedLoss == false)
      }
      state.values.append((value, source))
      return .kept
    }
    switch outcome {
    case .dropped(let isFirst):
      source.release()
      if isFirst { reportLoss(of: source) }
    case .kept:
      break
    case .taken(let taker):
      source.release()
      taker.resume(returning: .value(value))
    }
  }

  override func finish(_ failure: Failure?, from source: EffectScope) {
    end(with: failure.map(Event.failure) ?? .finished, keepsValues: true)
  }

  /// Ends the sequence and drops the values that wait.
  func close() {
    end(with: .finished, keepsValues: false)
  }

  private func end(with end: Event, keepsValues: Bool) {
    let (takers, dropped) = state.withLock { state in
      let dropped = keepsValues ? [] : state.values.removeAll()
      if keepsValues == false { state.end = end }
      let takers = state.takers.removeAll()
      // A taker that is already waiting receives the failure; later takers do not.
      if state.end == nil { state.end = takers.isEmpty ? end : .finished }
      return (takers, dropped)
    }
    var event = end
    for taker in takers {
      taker.resume(returning: event)
      event = .finished
    }
    for (_, source) in dropped { source.release() }
  }

  func next(isolation: isolated (any Actor)?) async -> Event {
    await withCheckedContinuation(isolation: isolation) { taker in
      if let event = take(or: taker) { taker.resume(returning: event) }
    }
  }

  /// Returns the next event if there is one; otherwise, the taker is resumed later.
  private func take(or taker: Taker) -> Event? {
    while true {
      let outcome: Request = state.withLock { state in
        if let (value, source) = state.values.popFirst() {
          return .value(value, source)
        }
        if let end = state.end {
          state.end = .finished
          return .end(end)
        }
        state.takers.append(taker)
        return .wait
      }
      switch outcome {
      case .end(let end): return end
      case .value(let value, let source):
        // A value whose effect was cancelled after it was sent is void.
        if source.release() { return .value(value) }
      case .wait: return nil
      }
    }
  }

  private func reportLoss(of source: EffectScope) {
    let effect = source.description.map { "\nEffect: \($0)\n" } ?? ""
    let message = """
      An effect sends values faster than they are taken.

      \(counted(limit, "value")) \(limit == 1 ? "was" : "were") waiting to be taken from 'values' when \
      another came, which was dropped.
      \(effect)
      Take the values faster, let the effect send fewer, or raise the limit: \
      'values(bufferLimit:)'.
      """
    IssueReporting.current.report(ReportedIssue(message, at: location ?? CodeLocation()))
  }
}
