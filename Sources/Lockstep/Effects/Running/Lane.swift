// SPDX-License-Identifier: MIT

internal import Synchronization

/// A path that lets the events of an effect through one at a time, although they come from several threads,
/// or from within the delivery of another event.
///
/// There is one lane for everything that an action has started. Every event that is delivered enters the
/// lane: a value, an end, work that is due, or the end of a cancelled part. If no thread is in the lane, the
/// event is delivered where it is sent; otherwise it is left to the thread in the lane, and the sender does
/// not wait. Operators are therefore single-threaded state machines.
///
/// What an operator starts for an event is started when the thread that delivered the event has left the
/// lane, so that work that is slow to start holds up only the thread that sent the event: what else that
/// thread sends follows what was started, as if the thread had started it by itself.
///
/// An event from a scheduler is delivered on the scheduler: if another thread gets to it, it goes back to the
/// scheduler.
///
/// The number of waiting events is bounded by what the other threads send during one delivery, or during what
/// is started for it.
///
/// Isolation: any thread. No lock is held while anything else is called.
final class Lane: Sendable {
  /// The parts that one thread is starting outside of the lane.
  private struct Starting {
    let number: Int
    let thread: UInt
    /// The threads that sent the events for which the parts are started.
    let senders: [UInt]
    /// The events that these threads have sent since.
    var waiting: [LaneEvent]
  }

  private struct State: ~Copyable {
    /// The thread in the lane; zero if there is none.
    var occupant: UInt = 0
    /// The events that were sent while a thread was in the lane.
    var waiting = Queue<LaneEvent>()

    // The following properties belong to the thread in the lane.

    /// The thread that sent the event that is being delivered.
    var sender: UInt = 0
    /// The parts that are to be started.
    var starts: [EffectStart] = []
    var sendersOfStarts: [UInt] = []
    var waitingForStarts: [LaneEvent] = []

    var starting: [Starting] = []
    var lastNumber = 0

    /// Returns the index of the starts that a thread must wait for because another thread performs them for
    /// it.
    func startingIndex(for thread: UInt) -> Int? {
      starting.isEmpty
        ? nil : starting.firstIndex { $0.thread != thread && $0.senders.contains(thread) }
    }

    /// Lets a thread in, if it may enter.
    mutating func admit(_ thread: UInt) -> Bool {
      guard occupant == 0, startingIndex(for: thread) == nil else { return false }
      occupant = thread
      sender = thread
      return true
    }

    /// Removes and returns the next event that can be delivered; an event that must follow something that is
    /// to be started, or is being started, waits for that.
    mutating func next() -> LaneEvent? {
      while let event = waiting.popFirst() {
        if sendersOfStarts.contains(event.sender) {
          waitingForStarts.append(event)
        } else if let index = startingIndex(for: event.sender) {
          starting[index].waiting.append(event)
        } else {
          sender = event.sender
          return event
        }
      }
      return nil
    }

    /// Lets the thread in the lane out; returns what this thread is to do.
    mutating func letOut(_ lane: Lane) -> [StartQueue.Job] {
      let thread = occupant
      occupant = 0
      guard starts.isEmpty == false else { return [] }
      defer {
        starts = []
        sendersOfStarts = []
        waitingForStarts = []
      }
      let jobs = starts.map(StartQueue.Job.start)
      // What a thread starts for itself keeps no other thread waiting.
      if sendersOfStarts == [thread], waitingForStarts.isEmpty { return jobs }
      lastNumber += 1
      starting.append(
        Starting(
          number: lastNumber,
          thread: thread,
          senders: sendersOfStarts,
          waiting: waitingForStarts
        )
      )
      return jobs + [.comeBack(lane, lastNumber)]
    }
  }

  fileprivate let context: EffectContext
  private let state = Mutex(State())

  init(_ context: EffectContext) {
    self.context = context
  }

  /// Enters the lane if no thread is in it; a thread that enters delivers its event and then leaves.
  func enter() -> Bool {
    let thread = currentThread()
    return state.withLock { $0.admit(thread) }
  }

  /// Leaves an event to the thread in the lane, or delivers it now if that thread has left.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - isTail: See ``leave(isTail:)``.
  func wait(_ event: LaneEvent, isTail: Bool) {
    let isMine = state.withLock { state in
      if state.admit(event.sender) { return true }
      if state.occupant == 0, let index = state.startingIndex(for: event.sender) {
        state.starting[index].waiting.append(event)
      } else {
        state.waiting.append(event)
      }
      return false
    }
    guard isMine else { return }
    event.deliver(in: self)
    leave(isTail: isTail)
  }

  /// Starts a part of the effect when the thread in the lane has left; only that thread calls this method.
  func start(_ start: EffectStart) {
    state.withLock { state in
      state.starts.append(start)
      if state.sendersOfStarts.contains(state.sender) == false {
        state.sendersOfStarts.append(state.sender)
      }
    }
  }

  /// Delivers what other threads have left here, leaves the lane, and starts what the operators have asked
  /// for.
  ///
  /// - Parameter isTail: Whether the sender of the event sends nothing else, so that what follows may be
  ///   started when the sender has returned, in constant stack space.
  func leave(isTail: Bool) {
    var jobs: [StartQueue.Job] = []
    while let event = nextEvent(orLeaveWith: &jobs) { event.deliver(in: self) }
    guard jobs.isEmpty == false else { return }
    if isTail {
      context.starts.run(jobs)
    } else {
      context.starts.settling { context.starts.run(jobs) }
    }
  }

  private func nextEvent(orLeaveWith jobs: inout [StartQueue.Job]) -> LaneEvent? {
    let (event, left) = state.withLock { state -> (LaneEvent?, [StartQueue.Job]) in
      if let event = state.next() { return (event, []) }
      return (nil, state.letOut(self))
    }
    jobs = left
    return event
  }

  /// Delivers the events that have waited for what was started.
  func comeBack(_ number: Int) {
    let thread = currentThread()
    let isMine = state.withLock { state in
      guard let index = state.starting.firstIndex(where: { $0.number == number }) else {
        return false
      }
      let waiting = state.starting.remove(at: index).waiting
      guard waiting.isEmpty == false else { return false }
      state.waiting.prepend(waiting)
      guard state.occupant == 0 else { return false }
      state.occupant = thread
      return true
    }
    if isMine { leave(isTail: true) }
  }
}

/// An event that waits until it can be delivered.
struct LaneEvent: Sendable {
  /// The scope of the event, if the scope is kept running so that the event can still be sent on.
  private let source: EffectScope?
  private let context: DeliveryContext
  /// The effect that the event comes from.
  private let cause: EffectDescription?
  private let goBack: GoBack?
  private let body: @Sendable () -> Void
  /// The thread that sent the event.
  fileprivate let sender = currentThread()

  /// A function that runs work where an event is to be delivered: on a scheduler.
  typealias GoBack = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  /// - Parameters:
  ///   - source: The scope of a value, which is void when the scope is cancelled; the caller has held the
  ///     scope. `nil` for an event that is delivered in any case.
  ///   - context: The context in which the effect runs.
  ///   - goBack: How to get back to where the event is sent, if it must be delivered there.
  ///   - body: A function that delivers the event.
  init(
    of source: EffectScope?,
    in context: EffectContext,
    goBack: GoBack? = nil,
    _ body: @escaping @Sendable () -> Void
  ) {
    self.source = source
    self.goBack = goBack
    self.body = body
    self.context = DeliveryContext(context)
    cause = source?.description == nil ? context.starts.cause : nil
  }

  /// Delivers the event, or has it delivered where it belongs.
  fileprivate func deliver(in lane: Lane) {
    if let goBack, sender != currentThread() {
      goBack {
        if lane.enter() {
          deliverNow()
          lane.leave(isTail: false)
        } else {
          lane.wait(LaneEvent(of: nil, in: lane.context, goBack: goBack, deliverNow), isTail: false)
        }
      }
    } else {
      deliverNow()
    }
  }

  private func deliverNow() {
    if source?.isCancelled != true { context.run(after: cause, body) }
    source?.release()
  }
}

/// The context that belongs to the call in which something is sent or asked for, and not to the call in which
/// it is done.
struct DeliveryContext: Sendable {
  private let context: EffectContext
  private let animation: StoreAnimation?
  private let restarts: Int

  /// Creates the context of this call.
  init(_ context: EffectContext) {
    self.context = context
    animation = StoreAnimation.current
    restarts = context.restarts.count
  }

  func run(_ body: () -> Void) {
    context.restarts.counting(restarts) {
      if animation == nil, StoreAnimation.current == nil { return body() }
      StoreAnimation.$current.withValue(animation, operation: body)
    }
  }

  /// Runs a function that follows from an effect.
  func run(after cause: EffectDescription?, _ body: () -> Void) {
    context.starts.delivering(after: cause) { run(body) }
  }
}
