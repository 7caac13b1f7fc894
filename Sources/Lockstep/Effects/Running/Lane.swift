// SPDX-License-Identifier: MIT

internal import Synchronization

/// Lets one event of an effect through after the other, although they come from several threads, or from
/// within the delivery of another.
///
/// There is one for everything that an action has started. Whatever it delivers enters here: a value, an
/// end, work that is due, the end of a cancelled part. If nobody is in, it is delivered where it is sent;
/// otherwise it is left to whoever is in, and nobody waits. So operators are state machines of one thread.
///
/// What an operator starts for an event is started when the one who has delivered it has left, so that
/// work that is slow to start holds up nobody but the thread that has sent the event: what else that thread
/// sends comes after what was started, as if it had started it by itself.
///
/// What a scheduler delivers is delivered there: if somebody else comes to it, it goes back to the scheduler.
///
/// What waits is bounded by what the others send during one delivery, or during what is started for it.
///
/// Isolation: any thread. No lock is held while anything else is called.
final class Lane: Sendable {
  /// What is being started outside, by one thread.
  private struct Starting {
    let number: Int
    let thread: UInt
    /// Who has sent the events that it is started for.
    let senders: [UInt]
    /// What these have sent since.
    var waiting: [LaneEvent]
  }

  private struct State: ~Copyable {
    /// The thread that is in; zero if none is.
    var occupant: UInt = 0
    /// What was sent while somebody was in.
    var waiting = Queue<LaneEvent>()

    // What belongs to whoever is in.

    /// Who has sent the event that is being delivered.
    var sender: UInt = 0
    /// What is to be started.
    var starts: [EffectStart] = []
    var sendersOfStarts: [UInt] = []
    var waitingForStarts: [LaneEvent] = []

    var starting: [Starting] = []
    var lastNumber = 0

    /// What a thread has to wait for that is being started for it by another one.
    func startingIndex(for thread: UInt) -> Int? {
      starting.isEmpty
        ? nil : starting.firstIndex { $0.thread != thread && $0.senders.contains(thread) }
    }

    /// Lets a thread in, if it may come in.
    mutating func admit(_ thread: UInt) -> Bool {
      guard occupant == 0, startingIndex(for: thread) == nil else { return false }
      occupant = thread
      sender = thread
      return true
    }

    /// Takes out what can be delivered next; what has to come after something that is to be started, or is
    /// being started, waits for that.
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

    /// Lets out who is in; returns what that one is to do.
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
      // What a thread starts for itself keeps nobody waiting.
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

  /// Enters if nobody is in; whoever enters delivers its event and then leaves.
  func enter() -> Bool {
    let thread = currentThread()
    return state.withLock { $0.admit(thread) }
  }

  /// Leaves an event to whoever is in, or delivers it now if that one has left.
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

  /// Starts a part of the effect when whoever is in has left; only that one calls it.
  func start(_ start: EffectStart) {
    state.withLock { state in
      state.starts.append(start)
      if state.sendersOfStarts.contains(state.sender) == false {
        state.sendersOfStarts.append(state.sender)
      }
    }
  }

  /// Delivers what others have left here, leaves, and starts what the operators have asked for.
  ///
  /// - Parameter isTail: Whether the one who has sent the event sends nothing else, so that what follows may
  ///   be started when it has returned, in constant stack.
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

  /// Delivers what has waited for what was started.
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

/// What waits until it can be delivered.
struct LaneEvent: Sendable {
  /// Whose event it is, where it is kept running so that it can still be sent on.
  private let source: EffectScope?
  private let context: DeliveryContext
  /// The effect that it comes from.
  private let cause: EffectDescription?
  private let goBack: GoBack?
  private let body: @Sendable () -> Void
  /// The thread that has sent it.
  fileprivate let sender = currentThread()

  /// Runs something where an event is to be delivered: on a scheduler.
  typealias GoBack = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  /// - Parameters:
  ///   - source: The scope of a value, which is void when that is cancelled; the caller has held it.
  ///     `nil` for what is delivered in any case.
  ///   - context: Where the effect runs.
  ///   - goBack: How to come back to where it is sent, if it has to be delivered there.
  ///   - body: Delivers it.
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

  /// Delivers it, or has it delivered where it belongs.
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

/// What belongs to the call in which something is sent or asked for, and not to the one in which it is done.
struct DeliveryContext: Sendable {
  private let context: EffectContext
  private let animation: StoreAnimation?
  private let restarts: Int

  /// That of this call.
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

  /// Runs what follows from an effect.
  func run(after cause: EffectDescription?, _ body: () -> Void) {
    context.starts.delivering(after: cause) { run(body) }
  }
}
