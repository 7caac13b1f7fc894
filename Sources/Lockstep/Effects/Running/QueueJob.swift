// SPDX-License-Identifier: MIT

/// The undelivered events of a leaf, in the order in which the leaf sent them.
///
/// The queue contains only tokens for the line. Each token delivers the oldest event, whichever runs first. The order
/// of a source's events is therefore independent of the threads that send them, and of whether those threads are on the
/// queue.
///
/// `@unchecked` because the queue's lock protects the jobs.
final class QueueLine: @unchecked Sendable {
  // A queue lives as long as a job waits in it.
  private unowned(unsafe) let queue: SerialQueue
  @exclusivity(unchecked) var jobs = Queue<QueueJob>()

  init(_ queue: SerialQueue) {
    self.queue = queue
  }

  /// Whether the line is empty; call only under the queue's lock.
  var isEmpty: Bool { jobs.isEmpty }

  func popFirst() -> QueueJob? { queue.popFirst(of: self) }

  /// Adds a job that forwards an event from the queue that this thread is on.
  func add(_ job: QueueJob) { queue.add(job, inLine: self, isNext: true) }
}

struct QueueJob: Sendable {
  enum Kind {
    case always
    /// Runs unless the scope was cancelled.
    case value
    /// Runs if the scope is active.
    case start
  }

  private let kind: Kind
  /// The scope that the job keeps running.
  private let held: EffectScope?
  private let animation: StoreAnimation?
  /// The leaf that caused the job, if it differs from the current job's cause.
  private(set) var cause: EffectScope?
  /// The length of the chain of effects that replaced one another and led to the job.
  private(set) var restarts: Int
  /// The line whose first event this token delivers.
  let line: QueueLine?
  private let body: @Sendable () -> Void

  /// The caller must have held the scope `held`, which the job releases.
  init(
    _ kind: Kind,
    _ held: EffectScope?,
    after cause: EffectScope? = nil,
    restarts: Int = 0,
    _ body: @escaping @Sendable () -> Void
  ) {
    self.kind = kind
    self.held = held
    self.cause = cause
    self.restarts = restarts
    self.body = body
    line = nil
    animation = StoreAnimation.current
  }

  /// Creates a token that delivers the first event of a line.
  init(_ line: QueueLine) {
    self.line = line
    (kind, held, animation, cause, restarts) = (.always, nil, nil, nil, 0)
    body = {}
  }

  /// Whether the job starts an effect, so that events sent during the job may be delivered immediately.
  var isStart: Bool { kind == .start }

  var isPart: Bool { kind == .start && held != nil }

  /// Returns a copy of the job that inherits the cause and the restarts of a loop's current job.
  func following(_ loop: QueueLoop) -> QueueJob {
    var job = self
    if cause == nil { job.cause = loop.cause }
    job.restarts = max(restarts, loop.restarts)
    return job
  }

  func perform() {
    let isDone =
      switch kind {
      case .always: true
      case .value: held?.isCancelled != true
      case .start: held?.isActive != false
      }
    if isDone {
      if animation == nil, StoreAnimation.current == nil {
        body()
      } else {
        StoreAnimation.$current.withValue(animation, operation: body)
      }
    }
    held?.release()
  }

  func drop() {
    held?.release()
  }
}
