// SPDX-License-Identifier: MIT

internal import Synchronization

/// Counts how many effects in a row have been cancelled because what follows another one that was
/// cancelled takes their place.
///
/// Two effects that follow themselves under one id would do that for ever: each is cancelled by the
/// other, and then starts again and cancels the other. It all happens in one call, so the count is kept
/// for the thread, from the call that cancels to what follows.
///
/// Isolation: any thread. No lock is held while anything else is called.
struct RestartGuard: ~Copyable, Sendable {
  /// How many in a row are not taken for a mistake.
  static let limit = 10_000

  private let counts = Mutex<[UInt: Int]>([:])
  /// Whether any thread counts; what a thread counts itself, it sees here.
  private let isCounting = Atomic(false)

  /// How many have been cancelled in a row for what is being started on this thread.
  var count: Int {
    guard isCounting.load(ordering: .relaxed) else { return 0 }
    return counts.withLock { $0[currentThread()] ?? 0 }
  }

  /// Runs what follows so many.
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
  /// Cancels what runs under an id, and starts an effect that takes its place, after what follows that.
  ///
  /// If too many have taken one another's place in a row, it reports that, and ends the whole that the
  /// effect is a part of. In a scope that has ended nothing starts, so nothing is cancelled for it.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - description: Of the effect that is to be started.
  ///   - start: Starts it in this scope.
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
