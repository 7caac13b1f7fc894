// SPDX-License-Identifier: MIT

internal import Synchronization

/// A driver that runs the effects of a store without an actor on the thread of the store's owner, a test or a
/// script, until nothing can continue.
///
/// While a test scheduler moves its time, the driver also runs them between any two pieces of work that fall
/// due, so that what they start in turn falls due in time. A thread that moves time while the owner is at
/// work on another thread leaves the effects to the owner.
///
/// `@unchecked` because the runtime and what is stored here are not `Sendable`. After the owner has made
/// them, they are used only in ``exclusively(_:)`` and in ``settle(isMoreDueNow:)``, which exclude each
/// other; what any thread may access is atomic or constant.
package final class ManualDriver: @unchecked Sendable {
  private let access: ExclusiveAccess
  private let reporter: any IssueReporter
  private var hasReportedCircle = false
  /// The number of pieces of work that may run one after another before they are considered endless.
  package var workLimit = 1_000_000
  private let isDraining = Atomic(false)
  /// The signal that there is something to run, regardless of what has added it.
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
  ///   - reporter: Takes reports of what goes wrong, on any thread.
  ///   - seed: The seed that determines the order, or `nil` for first in, first out.
  ///   - choice: A flag that goes up when the seed decides anything.
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

  /// A function that wraps draining while a test scheduler moves its time, if the owner wants that.
  package var aroundSettling: ((_ drain: () -> Bool) -> Bool)?

  package func attach<State, Action: Sendable>(_ runtime: StoreRuntime<State, Action>) {
    // A turn in progress takes the mail by itself.
    hasMail = { [unowned runtime] in runtime.isRunning == false && runtime.hasMail }
    processMail = { [unowned runtime] isNewRun in runtime.processMail(isNewRun: isNewRun) }
    runtime.setWake(eachTime: true) { [weak self] in self?.settleIfTimeMoves() }
  }

  /// Lets go of the runtime, which its owner is about to release; anything that its effects still do, they do
  /// on the threads of the process.
  package func close() {
    exclusively {
      hasMail = nil
      processMail = nil
      aroundSettling = nil
    }
    executor.close()
  }

  /// Lets the owner work with the runtime, while nothing else does.
  ///
  /// It waits for whatever another thread does with the runtime, such as a drain by a thread that moves time,
  /// unless that thread waits for this one, which is reported.
  ///
  /// - Parameter body: The work, which may call this method again.
  /// - Returns: The result of the body.
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

  /// Runs everything that can run; returns false if that does not seem to end.
  ///
  /// - Parameter isNewRun: Whether something from outside has happened, so that chains of actions
  ///   begin anew.
  /// - Returns: Whether the effects have come to rest.
  package func drain(isNewRun: Bool) -> Bool {
    exclusively { withDraining { drainAll(isNewRun) } }
  }

  private func drainAll(_ isNewRun: Bool) -> Bool {
    var isNewRun = isNewRun
    if executor.isRandom == false { takeMail(&isNewRun) }
    for _ in 0..<workLimit {
      guard runNext(&isNewRun) else { return true }
    }
    // A drain that does not end is not worth waiting for again.
    workLimit = min(workLimit, 1_000)
    return false
  }

  /// Runs some of what can run, if a random schedule lets work that is due now go first; returns false if
  /// there may be more.
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

  /// Drains, unless that is in progress; what effects report meanwhile belongs to the step of the owner.
  private func withDraining(_ drain: () -> Bool) -> Bool {
    guard isDraining.exchange(true, ordering: .acquiring) == false else { return true }
    defer { isDraining.store(false, ordering: .releasing) }
    guard case .step(let location, let turn)? = IssueReporting.activity else { return drain() }
    return turn.running(at: location, drain)
  }

  /// Runs a job and takes what it has sent; in a random schedule each of the two is chosen separately, as in
  /// a live store, whose actor may be busy for a while.
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
  /// If a step is in progress on another thread, that step or the next one finds what is ready.
  private func settle(isMoreDueNow: Bool) -> Bool {
    let isDone = access.performIfFree {
      let drain = isMoreDueNow ? drainBeforeWorkDueNow : drainBeforeTimeMoves
      return aroundSettling.map { $0(drain) } ?? drain()
    }
    return isDone ?? true
  }

  private func drainBeforeTimeMoves() -> Bool {
    // A drain that does not end is reported by the next step of the owner.
    _ = drain(isNewRun: true)
    return true
  }
}
