// SPDX-License-Identifier: MIT

extension Effect {
  /// Returns an effect that starts this effect again, after a delay, if it has failed.
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
  /// Values that an attempt sends before it fails are kept: the library neither takes them back nor sends them again,
  /// but the next attempt may send its own, so the same value may arrive several times. The failure of the last
  /// attempt, and one that is not tried again, is that of the effect. Cancelling the effect ends its attempt or its
  /// delay.
  ///
  /// A delay is work of the scheduler: in a test, a test scheduler moves it, and an effect that waits counts as
  /// running. On an immediate scheduler the attempts follow each other without a delay; on a no-op scheduler
  /// there is only the first.
  ///
  /// Isolation: the first attempt starts where the effect is started, and the others where the scheduler runs its work.
  ///
  /// - Parameters:
  ///   - policy: How many attempts there are, and how long the delays are.
  ///   - scheduler: The scheduler that measures the delays.
  ///   - fileID: The file named in messages.
  ///   - line: The line named in messages.
  ///   - isRetried: Returns whether a failure is worth another attempt.
  /// - Returns: The effect that tries again.
  /// - Complexity: O(1) for each attempt, with one piece of scheduled work; any number of attempts needs constant stack
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

/// The attempts of an effect that is started again when it has failed.
///
/// `@unchecked` like every subscriber, see ``EffectReceiver``; the number belongs to the thread on the effect's serial
/// queue.
private final class Attempts<Output: Sendable, Failure: Error>: StageSubscriber<Output, Failure>,
  @unchecked Sendable
{
  private let upstream: EffectNode<Output, Failure>
  /// Returns the scheduler of the delay after an attempt; `nil` if there is no other attempt.
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
        // Work may run even if it was cancelled at the same time.
        self.scope.startPart(on: scheduler) { self.startNext() }
      }
    }
    scope.onStop { work.cancel() }
  }
}
