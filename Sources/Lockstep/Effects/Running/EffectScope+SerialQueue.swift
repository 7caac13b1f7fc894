// SPDX-License-Identifier: MIT

extension EffectScope {
  /// Starts something in this scope: in the current job, if this thread is on the queue, or else as something
  /// new, with everything that follows from it.
  ///
  /// An operator with a queue of its own is started on the queue that it sends to. Only the work of its
  /// scheduler runs on its own queue.
  func starting(_ body: () -> Void) {
    let queue = outerQueue
    if queue.isHere { return body() }
    QueueLoop.run { loop in queue.start(with: loop, body) }
  }

  /// Starts a part of the effect here, after the current job of the queue.
  func startPart(_ body: @escaping @Sendable () -> Void) {
    if hold() { queue.add(QueueJob(.start, self, body)) }
  }

  /// Starts a part of the effect here, for an event that is being delivered on the queue: right after the
  /// current job.
  ///
  /// - Parameters:
  ///   - source: The scope that the event comes from.
  ///   - body: Starts the part.
  func startPart(after source: EffectScope, _ body: @escaping @Sendable () -> Void) {
    if hold() { QueueLoop.current.addNext(QueueJob(.start, self, after: source.cause, body)) }
  }

  /// Starts a part of the effect here, where a scheduler runs its start.
  func startPart(on scheduler: QueueScheduler, _ body: @escaping @Sendable () -> Void) {
    guard hold() else { return }
    let job = QueueJob(.start, self, body)
    QueueLoop.last {
      queue.doWork(
        of: scheduler,
        below: outerQueue,
        now: { QueueLoop.current.perform(job) },
        later: { job }
      )
    }
  }

  /// Runs a function on the queue of the effect: on the spot where a part is being started, and otherwise as a job of
  /// its own.
  func inQueue(_ body: @escaping @Sendable () -> Void) {
    queue.deliver(now: body, later: { QueueJob(.always, nil, body) })
  }

  /// Runs a scheduler's work on the effect's queue, as a separate job.
  func inQueue(on scheduler: QueueScheduler, _ body: @escaping @Sendable () -> Void) {
    QueueLoop.last {
      queue.doWork(of: scheduler, now: body, later: { QueueJob(.always, nil, body) })
    }
  }

  /// The leaf that sends what comes from this scope now: the one whose scope this is, or else the one from which the
  /// current job follows; `nil` if it follows from none.
  var cause: EffectScope? { description == nil ? QueueLoop.current.cause : self }

  /// Cancels what runs under an id, and starts an effect that takes its place, after what follows the
  /// cancelled effects.
  ///
  /// If too many effects have taken one another's place in a row, this method reports that, and ends
  /// everything that the effect is a part of.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - describe: Returns the description of the effect that is to be started.
  ///   - start: A function that starts the effect in this scope.
  func replaceInFlight(
    _ id: PlacedID,
    by describe: () -> EffectDescription,
    _ start: @escaping @Sendable () -> Void
  ) {
    guard isActive else { return }
    let loop = QueueLoop.current
    guard loop.restarts < Restarts.limit else {
      Restarts.report(describe())
      return whole.cancel()
    }
    let isRestart = context.ids.cancel(id: id, isDeep: false, from: self, as: describe)
    guard hold() else { return }
    queue.add(QueueJob(.start, self, restarts: loop.restarts + (isRestart ? 1 : 0), start))
  }
}

/// Effects that displace one another in a row.
///
/// Two effects that follow themselves under one id would do that forever: each is cancelled by the other, and
/// then starts again and cancels the other. The number of restarts travels with what follows a cancelled
/// effect.
enum Restarts {
  /// The number of restarts in a row that are not considered a mistake.
  static let limit = 10_000

  fileprivate static func report(_ description: EffectDescription) {
    let message = """
      Effects restart one another endlessly.

      Effect: \(description)

      Effects with the same id have cancelled and restarted one another \(limit) times in a row. The store cancelled \
      this effect and all other effects of its action.

      Put the id around the whole loop, not around one step: '.cancellable(id:cancelInFlight: true)' after the \
      concatenation.
      """
    IssueReporting.reportAtStep(message, else: description.location)
  }
}
