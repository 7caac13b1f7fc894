// SPDX-License-Identifier: MIT

internal import Synchronization

/// Runs the effects of a store without an actor on the thread of its owner, a test or a script, until
/// nothing can go on.
///
/// While a test scheduler moves its time, it also runs them between any two pieces of work that fall
/// due, so that what they start in turn falls due in time. Whoever moves time on another thread while
/// the owner is at work leaves them to the owner.
///
/// `@unchecked` because the runtime and what is stored here are not `Sendable`. After the owner has
/// made them they are used only in ``exclusively(_:)`` and in ``settle(isMoreDueNow:)``, which keep one
/// another out; what any thread may look at is atomic or constant.
package final class ManualDriver: @unchecked Sendable {
  private let access: ExclusiveAccess
  private let reporter: any IssueReporter
  private var hasReportedCircle = false
  /// How many pieces of work may run one after the other before they do not seem to end.
  package var workLimit = 1_000_000
  private let isDraining = Atomic(false)
  /// Rings when there is something to run, whoever has added it.
  package let wakeUp = WakeUp()

  private let seed: UInt64?
  private let choice: AtomicFlag?
  private var hasMail: (() -> Bool)?
  private var processMail: ((_ isNewRun: Bool) -> Void)?

  package private(set) lazy var executor = ManualExecutor(
    schedule: seed.map { RandomSchedule(seed: $0, choice: choice) }
  ) { [weak self] in self?.settleIfTimeMoves() }

  /// Creates a driver.
  ///
  /// - Parameters:
  ///   - place: Where the store is made.
  ///   - reporter: Takes what goes wrong on whatever thread.
  ///   - seed: What decides the order, or `nil` for first in, first out.
  ///   - choice: Goes up when the seed decides anything.
  package init(
    at place: CodeLocation,
    _ reporter: any IssueReporter,
    seed: UInt64? = nil,
    choice: AtomicFlag? = nil
  ) {
    access = ExclusiveAccess(to: place)
    self.reporter = reporter
    self.seed = seed
    self.choice = choice
  }

  /// Wraps what drains while a test scheduler moves its time, if the owner wants to.
  package var aroundSettling: ((_ drain: () -> Bool) -> Bool)?

  package func attach<State, Action: Sendable>(_ runtime: StoreRuntime<State, Action>) {
    // A turn that is under way takes it by itself.
    hasMail = { [unowned runtime] in runtime.isRunning == false && runtime.hasMail }
    processMail = { [unowned runtime] isNewRun in runtime.processMail(isNewRun: isNewRun) }
    runtime.setWake(eachTime: true) { [weak self] in self?.settleIfTimeMoves() }
  }

  /// Lets go of the runtime, which its owner is about to release; what its effects still do, they do on
  /// the threads of the process.
  package func close() {
    exclusively {
      hasMail = nil
      processMail = nil
      aroundSettling = nil
    }
    executor.close()
  }

  /// Lets the owner work with the runtime, which nobody else does meanwhile.
  ///
  /// It waits for what another thread does with it, such as a drain by one that moves its time; unless that
  /// one waits for this thread, which is reported.
  ///
  /// - Parameter body: The work, which may do so again.
  /// - Returns: What the body returns.
  package func exclusively<Result>(_ body: () -> Result) -> Result {
    access.perform(noteCircle: reportCircle, body)
  }

  /// Reports that threads would wait for one another.
  private func reportCircle(_ circle: [ExclusiveAccess]) {
    guard hasReportedCircle == false else { return }
    hasReportedCircle = true
    let message = """
      Stores on different threads wait for one another: …

      \(circle.map { "• made at \($0.place)" }.joined(separator: "\n"))

      While a thread works with a store, an effect of it uses the next one, which another thread works \
      with, and an effect of the last one uses the first. So that all can go on, this one was used \
      in the middle of what its own thread does; in which order things happen then is up to chance.

      Do not use a store in an effect. Let the environment have a subject for what one feature tells the \
      other, or let the test send to one store what it has received from the other.
      """
    let location = IssueReporting.activity?.location ?? access.place
    reporter.report(ReportedIssue(message, at: location))
  }

  /// Runs what can run; returns false if that does not seem to end.
  ///
  /// - Parameter isNewRun: Whether something from outside has happened, so that chains of actions
  ///   begin anew.
  /// - Returns: Whether the effects came to rest.
  package func drain(isNewRun: Bool) -> Bool {
    exclusively { withDraining { drainAll(isNewRun) } }
  }

  private func drainAll(_ isNewRun: Bool) -> Bool {
    var isNewRun = isNewRun
    if executor.isRandom == false { takeMail(&isNewRun) }
    for _ in 0..<workLimit {
      guard runNext(&isNewRun) else { return true }
    }
    // One that does not end is not worth waiting for again.
    workLimit = min(workLimit, 1_000)
    return false
  }

  /// Runs some of what can run, if a random schedule lets work go first that is due now; returns false
  /// if there may be more.
  private func drainBeforeWorkDueNow() -> Bool {
    guard executor.isRandom else {
      _ = drain(isNewRun: true)
      return true
    }
    return withDraining {
      var isNewRun = true
      for _ in 0..<workLimit {
        if executor.yieldsToWorkDueNow() { return false }
        guard runNext(&isNewRun) else { return true }
      }
      return false
    }
  }

  /// Drains, unless that is under way; what effects report meanwhile belongs to the step of the owner.
  private func withDraining(_ drain: () -> Bool) -> Bool {
    guard isDraining.exchange(true, ordering: .acquiring) == false else { return true }
    defer { isDraining.store(false, ordering: .releasing) }
    guard case .step(let location, let turn)? = IssueReporting.activity else { return drain() }
    return turn.running(at: location, drain)
  }

  /// Runs a job and takes what it has sent; in a random schedule either comes in its own turn, as in a
  /// live store, whose actor may be busy for a while.
  private func runNext(_ isNewRun: inout Bool) -> Bool {
    guard executor.isRandom else {
      guard executor.runNext() else { return false }
      takeMail(&isNewRun)
      return true
    }
    return executor.runNext(hasMail: hasMail?() == true) { takeMail(&isNewRun) }
  }

  private func takeMail(_ isNewRun: inout Bool) {
    processMail?(isNewRun)
    isNewRun = false
  }

  private func settleIfTimeMoves() {
    wakeUp.signal()
    guard let settling = TimeMove.current, isDraining.load(ordering: .relaxed) == false else {
      return
    }
    settling.add(for: self) { [weak self] isMoreDueNow in
      self?.settle(isMoreDueNow: isMoreDueNow) ?? true
    }
  }

  /// Runs what has become ready while time moves; returns false if there may be more for this instant.
  ///
  /// If a step is under way on another thread, that one finds it, or the next one.
  private func settle(isMoreDueNow: Bool) -> Bool {
    let isDone = access.performIfFree {
      let drain = isMoreDueNow ? drainBeforeWorkDueNow : drainBeforeTimeMoves
      return aroundSettling.map { $0(drain) } ?? drain()
    }
    return isDone ?? true
  }

  private func drainBeforeTimeMoves() -> Bool {
    // One that does not end is reported by the next step of the owner.
    _ = drain(isNewRun: true)
    return true
  }
}
