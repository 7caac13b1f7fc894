// SPDX-License-Identifier: MIT

internal import Synchronization

extension Effect {
  /// An effect that sends its values and its end on a scheduler.
  ///
  /// The order stays, also on a scheduler that runs work at the same time. Nothing is dropped: what is
  /// on its way is bounded only by what the effect sends before the scheduler gets to it.
  ///
  /// - Parameters:
  ///   - scheduler: Where the values are sent.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  /// - Returns: The effect that sends on the scheduler.
  /// - Complexity: O(1) and one piece of work on the scheduler for each value; memory is O(*n*) in the
  ///   values on their way.
  public func receive<Domain>(
    on scheduler: some Scheduler<Domain> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    let description = EffectDescription(.receiveOn, fileID: fileID, line: line)
    return Self(
      node.map {
        RelayNode($0, description) { work in
          scheduler.schedule(work)
          return .done
        }
      }
    )
  }

  /// An effect that sends its values and its end later, in their order.
  ///
  /// Nothing is dropped: what is on its way is bounded only by what the effect sends in the time of the
  /// delay. A stride that is not positive lets them go on as soon as the scheduler gets to it.
  ///
  /// - Parameters:
  ///   - stride: How much later.
  ///   - tolerance: How much later than that is fine.
  ///   - scheduler: What measures the time, and where the values are sent.
  ///   - fileID: The file that messages name.
  ///   - line: The line that messages name.
  /// - Returns: The effect that sends later.
  /// - Complexity: O(1) and one piece of work on the scheduler for each value; memory is O(*n*) in the
  ///   values on their way.
  public func delay<Domain>(
    for stride: SchedulerStride,
    tolerance: SchedulerStride = .zero,
    scheduler: some Scheduler<Domain> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    let description = EffectDescription(.delay, fileID: fileID, line: line)
    return Self(
      node.map {
        RelayNode($0, description) { work in
          scheduler.schedule(after: scheduler.now.advanced(by: stride), tolerance: tolerance, work)
        }
      }
    )
  }
}

/// Sends on what it is sent on a scheduler, each value and the end in work of its own.
///
/// `@unchecked` like every node, see ``EffectNode``.
private final class RelayNode<Output: Sendable, Failure: Error>: EffectNode<Output, Failure>,
  @unchecked Sendable
{
  typealias Schedule = @Sendable (@escaping @Sendable () -> Void) -> ScheduledWork

  private let upstream: EffectNode<Output, Failure>
  private let description: EffectDescription
  private let schedule: Schedule

  init(
    _ upstream: EffectNode<Output, Failure>,
    _ description: EffectDescription,
    _ schedule: @escaping Schedule
  ) {
    self.upstream = upstream
    self.description = description
    self.schedule = schedule
    super.init()
  }

  override var firstDescription: EffectDescription? { description }

  override func startAlone(
    _ subscriber: EffectSubscriber<Output, Failure>,
    below parent: EffectScope
  ) -> EffectScope? {
    guard let child = parent.makeChild(description) else { return nil }
    let relay = Relay(subscriber, child, schedule)
    // Held here, because a scheduler may drop the work that holds it otherwise.
    child.onStop { relay.stop() }
    upstream.start(relay, in: child)
    return child
  }

  /// `@unchecked` like every subscriber, see ``EffectReceiver``.
  private final class Relay: EffectSubscriber<Output, Failure>, @unchecked Sendable {
    private enum Event {
      case value(Output, EffectScope)
      case end(Failure?, EffectScope)
    }

    private struct State {
      var events = Queue<Event>()
      /// Work that has not run, by number.
      var scheduled: [Int: ScheduledWork] = [:]
      var lastNumber = 0
      /// How many events may be sent on now.
      var due = 0
      /// Somebody is sending events on; others leave theirs to it, so that the order stays.
      var isDelivering = false
      /// Takes in nothing more: the end has come, or it was stopped.
      var isClosed = false
    }

    private let downstream: EffectSubscriber<Output, Failure>
    private let scope: EffectScope
    private let schedule: Schedule
    private let state = Mutex(State())

    init(
      _ downstream: EffectSubscriber<Output, Failure>,
      _ scope: EffectScope,
      _ schedule: @escaping Schedule
    ) {
      self.downstream = downstream
      self.scope = scope
      self.schedule = schedule
    }

    override var presence: Presence? { downstream.presence }

    override func receive(_ value: Output, from source: EffectScope) {
      guard source.hold() else { return }
      // What comes from another thread after the end is dropped, or from one that knows of no stop yet.
      if add(.value(value, source)) == false { source.release() }
    }

    override func finish(_ failure: Failure?, from source: EffectScope) {
      // The end may come from a scope whose values are void.
      let source = source !== scope && source.hold() ? source : scope
      if add(.end(failure, source)) == false, source !== scope { source.release() }
    }

    /// Returns false if it takes in nothing more.
    private func add(_ event: Event) -> Bool {
      let number: Int? = state.withLock { state in
        guard state.isClosed == false else { return nil }
        if case .end = event { state.isClosed = true }
        state.events.append(event)
        state.lastNumber += 1
        // Stands for the work until it is known; the work may run before `schedule` returns.
        state.scheduled[state.lastNumber] = .done
        return state.lastNumber
      }
      guard let number else { return false }
      let work = scope.attributed { schedule { self.deliver(number) } }
      let waits = state.withLock { state in
        guard state.scheduled[number] != nil else { return false }
        state.scheduled[number] = work
        return true
      }
      // It has run by now, or was stopped.
      if waits == false { work.cancel() }
      return true
    }

    private func deliver(_ number: Int) {
      let isMine = state.withLock { state in
        guard state.scheduled.removeValue(forKey: number) != nil else { return false }
        state.due += 1
        defer { state.isDelivering = true }
        return state.isDelivering == false
      }
      guard isMine else { return }
      while let event = nextEvent() {
        switch event {
        case .value(let value, let source):
          if source.isCancelled == false { downstream.receive(value, from: source) }
          source.release()
        case .end(let failure, let source):
          downstream.finish(failure, from: source)
          if source !== scope { source.release() }
          scope.leave()
        }
      }
    }

    private func nextEvent() -> Event? {
      state.withLock { state in
        guard state.due > 0, let event = state.events.popFirst() else {
          state.isDelivering = false
          return nil
        }
        state.due -= 1
        return event
      }
    }

    func stop() {
      var (scheduled, events) = state.withLock { state in
        state.isClosed = true
        defer {
          state.scheduled = [:]
          state.events = Queue()
        }
        return (state.scheduled, state.events)
      }
      for work in scheduled.values { work.cancel() }
      while let event = events.popFirst() {
        switch event {
        case .value(_, let source): source.release()
        case .end(_, let source): if source !== scope { source.release() }
        }
      }
    }
  }
}
