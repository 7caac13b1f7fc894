// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that sends at most one value per interval.
  ///
  /// ```swift
  /// case .scrolled(let offset):
  ///   return Effect(value: .savePosition(offset))
  ///     .throttle(id: ScrollID(), for: 1, scheduler: environment.mainQueue, latest: true)
  /// ```
  ///
  /// All effects of a feature with the same id share one interval. If no interval is in progress, a value is sent
  /// immediately and begins one. Of the values that arrive during an interval, the first or the last one is held back.
  /// When the interval ends, the scheduler sends the held value, which begins the next interval. The new effect
  /// completes when this effect has completed and no value is held back.
  ///
  /// Starting the effect cancels the running effects with the same id, the effects that follow them under this id, and
  /// the held value. If `latest` is `false`, the new effect takes over the held value instead. The interval continues.
  /// It belongs to the feature, like the id, and is discarded if it ends without a held value.
  ///
  /// On an immediate scheduler, each value is sent immediately. On a no-op scheduler, the interval never ends.
  ///
  /// Isolation: values that are not held back are sent where they arrive. Held values are sent on the scheduler.
  ///
  /// - Parameters:
  ///   - id: The id that the effects share, which can also be used to cancel them.
  ///   - interval: The minimum time between two values.
  ///   - tolerance: The maximum time by which the interval may be extended.
  ///   - scheduler: The scheduler that measures the time and sends held values.
  ///   - latest: Whether to send the last value that arrives during an interval, instead of the first.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  /// - Returns: The throttled effect.
  /// - Complexity: O(1) for each value. At most one value and one piece of scheduled work wait for each id.
  public func throttle<Domain>(
    id: some Hashable & Sendable,
    for interval: SchedulerStride,
    tolerance: SchedulerStride = .zero,
    scheduler: some Scheduler<Domain> & Sendable,
    latest: Bool,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    guard let node else {
      return cancellable(id: id, cancelInFlight: true, fileID: fileID, line: line)
    }
    let scheduler = AnyScheduler(scheduler)
    let description = EffectDescription(.throttle, fileID: fileID, line: line)
    return Self(
      StartNode { subscriber, scope in
        let throttle = Throttle(
          id: PlacedID(CancellationID(id), at: subscriber.statePosition),
          scheduler: scheduler,
          interval: interval,
          tolerance: tolerance,
          latest: latest,
          description: description
        )
        // If the first value counts, take it over before the effect that holds it is cancelled.
        let held = latest ? nil : scope.context.throttles.takeHeld(of: throttle.id)
        let inherited = held.flatMap { $0.isCancelled ? nil : $0.value as? Output }
        Self(throttled(node, throttle, inherited))
          .cancellable(id: id, cancelInFlight: true, fileID: fileID, line: line)
          .node?.start(subscriber, in: scope)
        // Dropping the value before the cancellation would let the old effect complete.
        held?.drop()
      }
    )
  }

  private func throttled<Domain>(
    _ node: EffectNode<Output, Failure>,
    _ throttle: Throttle<Domain>,
    _ inherited: Output?
  ) -> EffectNode<Output, Failure> {
    OperatorNode(node, in: .own(throttle.description)) { upstream, downstream, scope in
      let relay = ThrottleRelay(downstream, scope, throttle)
      scope.onStop { scope.inQueue { relay.stop() } }
      // A `prefix` may end the effect with the inherited value.
      if let inherited { scope.inQueue { relay.receive(inherited, from: scope, isLast: false) } }
      if scope.isActive { upstream.start(relay, in: scope) }
    }
  }
}

private struct Throttle<Domain>: Sendable {
  var id: PlacedID
  var scheduler: AnyScheduler<Domain>
  var interval: SchedulerStride
  var tolerance: SchedulerStride
  var latest: Bool
  var description: EffectDescription
}

/// `@unchecked` like every subscriber; see ``EffectReceiver``.
private final class ThrottleRelay<Output: Sendable, Failure: Error, Domain>:
  StageSubscriber<Output, Failure>, @unchecked Sendable
{
  private typealias End = (failure: Failure?, source: EffectScope)

  private let throttle: Throttle<Domain>
  /// The number of received values that were neither sent nor dropped.
  private var pending = 0
  private var end: End?
  private var isClosed = false

  init(
    _ downstream: EffectSubscriber<Output, Failure>,
    _ scope: EffectScope,
    _ throttle: Throttle<Domain>
  ) {
    self.throttle = throttle
    super.init(to: downstream, in: scope)
  }

  override func receive(_ value: Output, from source: EffectScope, isLast: Bool) {
    if isClosed == false, source.hold() { take(value, from: source) }
    if isLast { finish(nil, from: source) }
  }

  private func take(_ value: Output, from source: EffectScope) {
    pending += 1
    let scheduler = QueueScheduler(throttle.scheduler, of: throttle.description)
    let held = ThrottleTable.Held(value: value, source: source, scope: scope) { window in
      self.scope.inQueue(on: scheduler) { self.sendNow(value, from: source, opening: window) }
    } drop: {
      self.scope.inQueue { self.dropNow(from: source) }
    }
    switch scope.context.throttles.add(held, to: throttle.id, latest: throttle.latest) {
    case .passes(let window): sendNow(value, from: source, opening: window)
    case .waits(let other):
      scope.noteWait(on: scope.context.throttles)
      other?.drop()
    case .isDropped: dropNow(from: source)
    }
  }

  private func sendNow(_ value: Output, from source: EffectScope, opening window: UInt64) {
    if source.isCancelled == false {
      let end = throttle.scheduler.now.advanced(by: throttle.interval)
      QueueLoop.current.following(scope) { downstream.receive(value, from: source, isLast: false) }
      // The interval begins after the delivery, so that no other value overtakes this one.
      scheduleEnd(end, of: window)
    } else {
      // Nothing was sent, so no interval begins.
      scope.context.throttles.sendNext(throttle.id, after: window)
    }
    source.release()
    pending -= 1
    // The end is a job of its own, because it follows everything that the value starts.
    if pending == 0, end != nil { scope.inQueue { self.finishIfDone() } }
  }

  private func scheduleEnd(_ instant: SchedulerTime<Domain>, of window: UInt64) {
    let table = scope.context.throttles
    let id = throttle.id
    let endWindow: @Sendable () -> Void = { [weak table] in
      table?.sendNext(id, after: window)
    }
    let work = scope.scheduling {
      throttle.scheduler.schedule(after: instant, tolerance: throttle.tolerance, endWindow)
    }
    if work.isRefused {
      endWindow()
    } else {
      table.setEnd(work, of: id, window: window) { [scheduler = throttle.scheduler] in
        "the scheduler of its throttle for another \(scheduler.now.distance(to: instant))"
      }
    }
  }

  private func dropNow(from source: EffectScope) {
    source.release()
    pending -= 1
    finishIfDone()
  }

  override func finish(_ failure: Failure?, from source: EffectScope) {
    guard isClosed == false else { return }
    isClosed = true
    // If the source's values are discarded, the end is sent on behalf of this scope.
    end = (failure, source !== scope && source.hold() ? source : scope)
    finishIfDone()
  }

  private func finishIfDone() {
    guard pending == 0, let end = end.take() else { return }
    downstream.finish(end.failure, from: end.source.isCancelled ? scope : end.source)
    if end.source !== scope { end.source.release() }
    scope.leave()
  }

  func stop() {
    isClosed = true
    if let end = end.take(), end.source !== scope { end.source.release() }
    guard let held = scope.context.throttles.takeHeld(of: throttle.id, by: scope) else { return }
    dropNow(from: held.source)
  }
}
