// SPDX-License-Identifier: MIT

/// The events that a leaf has sent and that were not delivered yet.
///
/// The jobs that wait on a queue only stand for the line: whichever runs first delivers the value that was sent
/// first. So the order of a source depends neither on the threads that it sends from, nor on whether these are
/// on the queue.
///
/// `@unchecked` because of the jobs, which are protected by the lock of the queue.
final class QueueLine: @unchecked Sendable {
  // A queue lives as long as anything waits in it.
  private unowned(unsafe) let queue: SerialQueue
  @exclusivity(unchecked) var jobs = Queue<QueueJob>()

  init(_ queue: SerialQueue) {
    self.queue = queue
  }

  /// Whether nothing waits in line; only under the lock of the queue.
  var isEmpty: Bool { jobs.isEmpty }

  func popFirst() -> QueueJob? { queue.popFirst(of: self) }

  /// Adds a job that forwards an event from another queue in which this thread is delivering it.
  func add(_ job: QueueJob) { queue.add(job, inLine: self, isNext: true) }
}

/// Something to do on a queue.
struct QueueJob: Sendable {
  enum Kind {
    /// Done in any case.
    case always
    /// Done unless the scope was cancelled.
    case value
    /// Done if the scope is active.
    case start
  }

  private let kind: Kind
  /// The scope that the job keeps running.
  private let held: EffectScope?
  private let animation: StoreAnimation?
  /// The leaf that the job follows from, if it is another one than that of the current job.
  private(set) var cause: EffectScope?
  /// How many effects have displaced one another for the job.
  private(set) var restarts: Int
  /// The line that the job is in, if it only stands for the first item there.
  let line: QueueLine?
  private let body: @Sendable () -> Void

  /// - Parameters:
  ///   - kind: When the job is done.
  ///   - held: The scope of the job, which the caller has held; released afterward.
  ///   - cause: The leaf that the job follows from, if it is another one than that of the current job.
  ///   - restarts: How many effects have displaced one another for the job, if more than for the current one.
  ///   - body: Does the job.
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

  /// Creates a job that stands for the first item of a line.
  init(_ line: QueueLine) {
    self.line = line
    (kind, held, animation, cause, restarts) = (.always, nil, nil, nil, 0)
    body = {}
  }

  /// Whether the job starts something, so that what is sent from within may be delivered on the spot.
  var isStart: Bool { kind == .start }

  /// Whether the job starts a part of an effect.
  var isPart: Bool { kind == .start && held != nil }

  /// Returns the same job, which the current job of a loop has added.
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

  /// Releases the scope without doing the job.
  func drop() {
    held?.release()
  }
}
