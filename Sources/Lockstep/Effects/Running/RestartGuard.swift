// SPDX-License-Identifier: MIT

internal import Synchronization

/// A guard that counts how many effects in a row have been cancelled because what follows another cancelled
/// effect takes their place.
///
/// Two effects that follow themselves under one id would do that forever: each is cancelled by the other, and
/// then starts again and cancels the other. All of this happens in one call, so the count is kept for the
/// thread, from the call that cancels to what follows.
///
/// Isolation: any thread. No lock is held while anything else is called.
struct RestartGuard: ~Copyable, Sendable {
  /// The number of cancellations in a row that are not considered a mistake.
  static let limit = 10_000

  private let counts = Mutex<[UInt: Int]>([:])
  /// Whether any thread is counting; a thread always sees its own counting here.
  private let isCounting = Atomic(false)

  /// The number of effects that have been cancelled in a row for what is being started on this thread.
  var count: Int {
    guard isCounting.load(ordering: .relaxed) else { return 0 }
    return counts.withLock { $0[currentThread()] ?? 0 }
  }

  /// Runs a function that follows that many cancellations.
  func counting(_ count: Int, _ body: () -> Void) {
    guard count > 0 || self.count > 0 else { return body() }
    let thread = currentThread()
    let countBefore = counts.withLock { counts in
      isCounting.store(true, ordering: .relaxed)
      return counts.updateValue(count, forKey: thread)
    }
    body()
    counts.withLock { counts in
      counts[thread] = countBefore
      if counts.isEmpty { isCounting.store(false, ordering: .relaxed) }
    }
  }
}

extension EffectScope {
  /// Cancels what runs under an id, and starts an effect that takes its place, after what follows the
  /// cancelled effects.
  ///
  /// If too many effects have taken one another's place in a row, this method reports that, and ends the
  /// whole that the effect is a part of. Nothing starts in a scope that has ended, so nothing is cancelled
  /// for it.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - description: The description of the effect that is to be started.
  ///   - start: A function that starts the effect in this scope.
  func replaceInFlight(
    _ id: CancellationID,
    by description: EffectDescription?,
    _ start: @escaping @Sendable () -> Void
  ) {
    guard isActive else { return }
    guard context.restarts.count < RestartGuard.limit else {
      description.reportEndlessRestarts()
      whole.cancel()
      return
    }
    let count = context.restarts.count + (context.ids.cancel(id: id) ? 1 : 0)
    context.restarts.counting(count) { startPart(start) }
  }
}

extension EffectDescription? {
  fileprivate func reportEndlessRestarts() {
    let effect = self.map { "\nEffect: \($0)\n" } ?? ""
    let message = """
      Effects restart one another without end.
      \(effect)
      Each cancels the one before by its id, and is cancelled itself by what follows that one: \
      \(RestartGuard.limit) times in a row, without anything in between. This one was ended, with all \
      that its action has started.

      An effect that follows itself needs the id around the whole, and not around the step that it \
      repeats, so that starting it again also ends what would follow: \
      '.cancellable(id:cancelInFlight: true)' behind the concatenation.
      """
    IssueReporting.reportAtStep(message, else: self?.location ?? CodeLocation())
  }
}
