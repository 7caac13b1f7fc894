// SPDX-License-Identifier: MIT

extension EffectScope {
  /// Starts work in this scope: in the current job if this thread is on the queue, or else as a new job.
  ///
  /// An operator with its own queue starts on the queue that it sends to. Only the work of its scheduler runs on its
  /// own queue.
  func starting(_ body: () -> Void) {
    let queue = outerQueue
    if queue.isHere { return body() }
    QueueLoop.run { loop in queue.start(with: loop, body) }
  }

  /// Starts a part of the effect after the current job of the queue.
  func startPart(_ body: @escaping @Sendable () -> Void) {
    if hold() { queue.add(QueueJob(.start, self, body)) }
  }

  /// Starts a part of the effect directly after the current job, in response to an event from a source.
  func startPart(after source: EffectScope, _ body: @escaping @Sendable () -> Void) {
    if hold() { QueueLoop.current.addNext(QueueJob(.start, self, after: source.cause, body)) }
  }

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

  /// Runs a function on the effect's queue: immediately during a start, or else as a separate job.
  func inQueue(_ body: @escaping @Sendable () -> Void) {
    queue.deliver(now: body, later: { QueueJob(.always, nil, body) })
  }

  func inQueue(on scheduler: QueueScheduler, _ body: @escaping @Sendable () -> Void) {
    QueueLoop.last {
      queue.doWork(of: scheduler, now: body, later: { QueueJob(.always, nil, body) })
    }
  }

  /// The leaf that causes the events of this scope: the scope itself if it is a leaf, or the cause of the current job.
  var cause: EffectScope? { description == nil ? QueueLoop.current.cause : self }

  /// Cancels the effects with an id, and starts a replacement after the effects that follow them.
  ///
  /// If too many effects replace one another in a row, this method reports that and cancels all effects of the action.
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

/// Detects effects that endlessly replace one another.
///
/// If two effects with the same id both follow themselves, each one cancels the other, starts again, and is cancelled
/// in turn. The jobs that follow a cancelled effect carry the number of restarts.
enum Restarts {
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
