// SPDX-License-Identifier: MIT

internal import Synchronization

/// Runs the effects of a store without an actor on the thread of its owner, a test or a script, until
/// nothing can go on.
///
/// While a test scheduler moves its time, in a call from the owner, it also runs them between any two
/// pieces of work that fall due, so that what they start in turn falls due in time.
///
/// `@unchecked` because the runtime is not `Sendable`. It is used by its owner, and by a test
/// scheduler in a call from the owner; the flag keeps out anybody who moves time on another thread.
package final class EffectPump: @unchecked Sendable {
  private var limit = 1_000_000
  private let isDraining = Atomic(false)
  /// Rings when there is something to run, whoever has added it.
  package let bell = ActivityBell()

  private var processMail: ((_ isNewRun: Bool) -> Void)?

  package private(set) lazy var executor = ManualExecutor { [weak self] in self?.settleIfTimeMoves()
  }

  /// Drains while a test scheduler moves its time, if the owner wants to see to it.
  package var settle: (() -> Void)?

  package init() {}

  package func attach<State, Action: Sendable>(_ runtime: StoreRuntime<State, Action>) {
    processMail = { [unowned runtime] isNewRun in runtime.processMail(isNewRun: isNewRun) }
    runtime.setWake(forEachLetter: true) { [weak self] in self?.settleIfTimeMoves() }
  }

  /// Runs what can run; returns false if that does not seem to end.
  ///
  /// - Parameter isNewRun: Whether something from outside has happened, so that chains of actions
  ///   begin anew.
  /// - Returns: Whether the effects came to rest.
  package func drain(isNewRun: Bool) -> Bool {
    guard isDraining.exchange(true, ordering: .acquiring) == false else { return true }
    defer { isDraining.store(false, ordering: .releasing) }
    processMail?(isNewRun)
    for _ in 0..<limit {
      guard executor.runNext() else { return true }
      processMail?(false)
    }
    // One that does not end is not worth waiting for again.
    limit = 1_000
    return false
  }

  private func settleIfTimeMoves() {
    bell.ring()
    guard let settling = Settling.current, isDraining.load(ordering: .relaxed) == false else {
      return
    }
    settling.add(for: self) { [weak self] in
      // One that does not end is reported by the next step of the owner.
      guard let self else { return }
      if let settle { settle() } else { _ = drain(isNewRun: true) }
    }
  }
}
