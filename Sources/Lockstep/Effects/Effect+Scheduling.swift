// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that sends this effect's values and completion on a scheduler.
  ///
  /// The effect preserves the order of the values, even on a concurrent scheduler. It drops no values: it buffers as
  /// many as arrive before the scheduler runs.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler on which to send the values.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  /// - Returns: The effect that sends on the scheduler.
  /// - Complexity: O(1) and one piece of scheduled work for each value. Memory is O(*n*) in the number of buffered
  ///   values.
  public func receive<Domain>(
    on scheduler: some Scheduler<Domain> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    let description = EffectDescription(.receiveOn, fileID: fileID, line: line)
    return relayed(QueueScheduler(scheduler, of: description), description)
  }

  /// Returns an effect that sends this effect's values and completion after a delay, in order.
  ///
  /// The effect drops no values: it buffers as many as arrive during the delay. If the stride is not positive, the
  /// effect sends each value as soon as the scheduler runs.
  ///
  /// - Parameters:
  ///   - stride: The delay.
  ///   - tolerance: The maximum additional delay.
  ///   - scheduler: The scheduler that measures the time and on which to send the values.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  /// - Returns: The effect that sends later.
  /// - Complexity: O(1) and one piece of scheduled work for each value. Memory is O(*n*) in the number of buffered
  ///   values.
  public func delay<Domain>(
    for stride: SchedulerStride,
    tolerance: SchedulerStride = .zero,
    scheduler: some Scheduler<Domain> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    let description = EffectDescription(.delay, fileID: fileID, line: line)
    let scheduler = QueueScheduler(scheduler, of: description, after: (stride, tolerance))
    return relayed(scheduler, description)
  }

  private func relayed(_ scheduler: QueueScheduler, _ description: EffectDescription) -> Self {
    Self(
      node.map {
        OperatorNode($0, in: .own(description)) { upstream, downstream, scope in
          let relay = Relay(downstream, scope, scheduler)
          // Keep the relay alive here, because a scheduler may drop the work that otherwise does.
          scope.onStop { scope.inQueue { relay.stop() } }
          upstream.start(relay, in: scope)
        }
      }
    )
  }
}

private final class Relay<Output: Sendable, Failure: Error>: StageSubscriber<Output, Failure>,
  @unchecked Sendable
{
  private enum Event {
    case value(Output, EffectScope)
    case output(SentOutput, EffectScope)
    case end(Failure?, EffectScope)
  }

  private let scheduler: QueueScheduler
  private var events = Queue<Event>()
  /// The scheduled work that has not run yet, by number.
  private var scheduled: [Int: ScheduledWork] = [:]
  private var lastNumber = 0
  /// Whether the relay ignores further events, because it was stopped or the end has arrived.
  private var isClosed = false

  init(
    _ downstream: EffectSubscriber<Output, Failure>,
    _ scope: EffectScope,
    _ scheduler: QueueScheduler
  ) {
    self.scheduler = scheduler
    super.init(to: downstream, in: scope)
  }

  override func receive(_ output: SentOutput, from source: EffectScope) {
    if isClosed == false, source.hold() { add(.output(output, source)) }
  }

  override func receive(_ value: Output, from source: EffectScope, isLast: Bool) {
    if isClosed == false, source.hold() { add(.value(value, source)) }
    if isLast { finish(nil, from: source) }
  }

  override func finish(_ failure: Failure?, from source: EffectScope) {
    guard isClosed == false else { return }
    isClosed = true
    // The values of the source scope may be discarded, but not the end.
    add(.end(failure, source !== scope && source.hold() ? source : scope))
  }

  private func add(_ event: Event) {
    events.append(event)
    lastNumber += 1
    let number = lastNumber
    // If the scheduler runs the work immediately, it waits behind the jobs already in the queue.
    scheduled[number] = scope.attributed {
      scheduler.schedule { self.scope.inQueue(on: self.scheduler) { self.workIsDue(number) } }
    }
  }

  /// Sends the next event, so that the order is the same whichever work runs first.
  private func workIsDue(_ number: Int) {
    guard scheduled.removeValue(forKey: number) != nil, let event = events.popFirst() else {
      return
    }
    switch event {
    case .value(let value, let source):
      if source.isCancelled == false {
        QueueLoop.current.following(scope) {
          downstream.receive(value, from: source, isLast: false)
        }
      }
      source.release()
    case .output(let output, let source):
      if source.isCancelled == false { downstream.receive(output, from: source) }
      source.release()
    case .end(let failure, let source):
      downstream.finish(failure, from: source.isCancelled ? scope : source)
      if source !== scope { source.release() }
      scope.leave()
    }
  }

  func stop() {
    isClosed = true
    let stopped = (scheduled: scheduled, events: events.removeAll())
    scheduled = [:]
    for work in stopped.scheduled.values { work.cancel() }
    for event in stopped.events {
      switch event {
      case .value(_, let source), .output(_, let source): source.release()
      case .end(_, let source): if source !== scope { source.release() }
      }
    }
  }
}
