// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that starts this effect again after a delay if it fails.
  ///
  /// ```swift
  /// return environment.load()
  ///   .retry(.exponential(attempts: 5, from: 0.5, to: 10), on: environment.mainQueue) { error in
  ///     error.isTemporary
  ///   }
  ///   .catchToEffect()
  ///   .map(Library.Action.loaded)
  /// ```
  ///
  /// The new effect sends the values of every attempt, so it may send the same value several times. It fails with the
  /// failure of the last attempt, or with the first failure that is not worth another attempt. Cancelling the new
  /// effect cancels the current attempt or delay.
  ///
  /// A delay is work of the scheduler: a test scheduler controls it in a test, and an effect that waits counts as
  /// running. On an immediate scheduler, the attempts follow each other without a delay. On a no-op scheduler, only the
  /// first one starts.
  ///
  /// Isolation: the first attempt starts where the effect starts, and the others where the scheduler runs its work.
  ///
  /// - Parameters:
  ///   - policy: The number of attempts and the delays between them.
  ///   - scheduler: The scheduler that measures the delays.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - isRetried: A function that returns whether a failure is worth another attempt.
  /// - Returns: The effect that retries.
  /// - Complexity: O(1) for each attempt, with one piece of scheduled work. Any number of attempts needs constant stack
  ///   space.
  public func retry<Domain>(
    _ policy: RetryPolicy,
    on scheduler: some Scheduler<Domain> & Sendable,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    when isRetried: @escaping @Sendable (Failure) -> Bool = { _ in true }
  ) -> Self {
    let description = EffectDescription(.retry, fileID: fileID, line: line)
    return Self(
      node.map { node in
        OperatorNode(node, in: .own(description)) { upstream, downstream, scope in
          Attempts(upstream, to: downstream, in: scope) { attempt, failure in
            guard isRetried(failure), let delay = policy.delay(after: attempt) else { return nil }
            return QueueScheduler(scheduler, of: description, after: (delay, .zero))
          }
          .startNext()
        }
      }
    )
  }
}

/// A subscriber that runs the attempts of a retried effect.
///
/// `@unchecked` like every subscriber, see ``EffectReceiver``. Only the thread on the effect's serial queue uses
/// `attempt`.
private final class Attempts<Output: Sendable, Failure: Error>: StageSubscriber<Output, Failure>,
  @unchecked Sendable
{
  private let upstream: EffectNode<Output, Failure>
  /// Returns the scheduler for the delay after an attempt; `nil` if it was the last.
  private let delay: (Int, Failure) -> QueueScheduler?
  private var attempt = 0

  init(
    _ upstream: EffectNode<Output, Failure>,
    to downstream: EffectSubscriber<Output, Failure>,
    in scope: EffectScope,
    delay: @escaping (Int, Failure) -> QueueScheduler?
  ) {
    self.upstream = upstream
    self.delay = delay
    super.init(to: downstream, in: scope)
  }

  func startNext() {
    attempt += 1
    upstream.start(self, in: scope)
  }

  override func receive(_ value: Output, from source: EffectScope, isLast: Bool) {
    downstream.receive(value, from: source, isLast: isLast)
    if isLast { scope.leave() }
  }

  override func finish(_ failure: Failure?, from source: EffectScope) {
    guard let failure, let scheduler = delay(attempt, failure) else {
      downstream.finish(failure, from: source)
      return scope.leave()
    }
    let work = scope.attributed {
      scheduler.schedule {
        // Work may run even if it is cancelled at the same time.
        self.scope.startPart(on: scheduler) { self.startNext() }
      }
    }
    scope.onStop { work.cancel() }
  }
}
