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
/// them, they are used only in ``exclusively(_:)`` and in ``settle(_:)``, which exclude each
/// other; what any thread may access is atomic or constant.
package final class ManualDriver: @unchecked Sendable {
  private let access: ExclusiveAccess
  private let reporter: any IssueReporter
  private var hasReportedCircle = false
  /// The number of pieces of work that may run one after another before they are considered endless.
  package var workLimit = 1_000_000
  private let isDraining = Atomic(false)
  /// The signal that there is something to run, regardless of its source.
  package let wakeUp = WakeUp()

  private let schedule: RandomSchedule?
  private var hasOwnMail: (() -> Bool)?
  /// Processes the actions that effects have sent.
  ///
  /// Returns `false` if there are none.
  private var processMail: ((_ isNewRun: Bool) -> Bool)?
  /// Returns the number of turns so far in which anything but a value was started.
  private var startCount: (() -> Int)?

  package private(set) lazy var executor = ManualExecutor(schedule: schedule) {
    [weak self] in self?.settleIfTimeMoves()
  }

  /// Creates a driver.
  ///
  /// - Parameters:
  ///   - place: The place where the store is made.
  ///   - reporter: Takes reports of what goes wrong, on any thread.
  ///   - schedule: The schedule that determines the order, or `nil` for first in, first out.
  package init(
    at place: CodeLocation,
    _ reporter: any IssueReporter,
    schedule: RandomSchedule? = nil
  ) {
    access = ExclusiveAccess(to: place)
    self.reporter = reporter
    self.schedule = schedule
    schedule?.choices?.add(self)
  }

  /// The part of the ready work that a drain runs, where a random schedule decides; first in, first out,
  /// all of it runs.
  package enum Extent {
    /// Before the owner or the time goes on: as much as the schedule lets come first.
    case some
    /// When the owner or the time is done: everything or, if the schedule says so, nothing.
    case allOrNothing
    /// As much as it takes to meet a condition.
    case until(() -> Bool)
    case everything
  }

  /// A function that wraps draining while a test scheduler moves its time, if the owner wants that.
  package var aroundSettling: ((_ drain: () -> Bool) -> Bool)?

  package func attach<State, Action: Sendable>(_ runtime: StoreRuntime<State, Action>) {
    // A turn in progress takes the mail by itself.
    hasOwnMail = { [unowned runtime] in runtime.isRunning == false && runtime.hasMail }
    processMail = { [unowned runtime] isNewRun in
      guard runtime.hasMail else { return false }
      runtime.processMail(isNewRun: isNewRun)
      return true
    }
    startCount = { [unowned runtime] in runtime.startCount }
    runtime.setWake(eachTime: true) { [weak self] in self?.settleIfTimeMoves() }
    guard executor.isRandom else { return }
    runtime.passMail(
      to: { [weak executor] deliver in executor?.enqueueMail(deliver) },
      before: { [weak executor] in executor?.takeWaitingMail() }
    )
  }

  /// Whether a random schedule decides the order.
  package var isRandom: Bool { executor.isRandom }

  /// Whether anything is ready, or has been sent and not been taken.
  package var hasWork: Bool { executor.isEmpty == false || hasOwnMail?() == true }

  /// Lets go of the runtime, which its owner is about to release; anything that its effects still do, they do
  /// on the threads of the process.
  package func close() {
    exclusively {
      hasOwnMail = nil
      processMail = nil
      startCount = nil
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
  @inlinable @inline(__always)
  package func exclusively<Result>(_ body: () -> Result) -> Result {
    var result: Result?
    enter { result = body() }
    guard let result else { preconditionFailure("The body returned without a result.") }
    return result
  }

  /// Does the same for a body without a result, whose type unspecialized code would look up.
  @usableFromInline
  package func enter(_ body: () -> Void) {
    access.perform(noteCircle: reportCircle, body)
  }

  /// Reports that threads would wait for one another.
  private func reportCircle(_ circle: [ExclusiveAccess]) {
    guard hasReportedCircle == false else { return }
    hasReportedCircle = true
    let message = """
      Stores on different threads wait for one another: …

      \(circle.map { "• created at \($0.place)" }.joined(separator: "\n"))

      An effect of each store uses the next store, which another thread is using, and an effect of the last store uses \
      the first. To break the deadlock, this store ran while its own thread was using it, so the order of events is \
      undefined.

      Do not use a store in an effect. Send values between features through a subject in the environment, or let the \
      test forward received actions from one store to the other.
      """
    let location = IssueReporting.activity?.location ?? access.place
    reporter.report(ReportedIssue(message, at: location))
  }

  /// Runs what can run; returns false if that does not seem to end.
  ///
  /// - Parameters:
  ///   - isNewRun: Whether something from outside has happened, so that chains of actions begin anew.
  ///   - extent: The part to run, where a random schedule decides.
  /// - Returns: Whether the effects have come to rest, or what is left may come later.
  package func drain(isNewRun: Bool, _ extent: Extent = .everything) -> Bool {
    exclusively {
      withDraining { executor.isRandom ? drainRandomly(isNewRun, extent) : drainAll(isNewRun) }
    }
  }

  /// Takes the values that effects have sent, because something is sent after them.
  package func takeMail() {
    exclusively {
      _ = withDraining {
        var isNewRun = true
        while let mail = executor.nextMail() { takeMail(mail, isEnd: false, &isNewRun) }
        return true
      }
    }
  }

  private func drainAll(_ isNewRun: Bool) -> Bool {
    var isNewRun = isNewRun
    takeMail(&isNewRun)
    for _ in 0..<workLimit {
      guard executor.runNext() else { return true }
      takeMail(&isNewRun)
    }
    return noteUnrest()
  }

  private func drainRandomly(_ isNewRun: Bool, _ extent: Extent) -> Bool {
    var isNewRun = isNewRun
    var (canGoOn, mayEnd) = (false, false)
    switch extent {
    case .some: canGoOn = true
    case .allOrNothing: if hasWork, executor.leavesWork() { return true }
    case .until: mayEnd = true
    case .everything: break
    }
    for _ in 0..<workLimit {
      if case .until(let condition) = extent, condition() { return true }
      guard runNextRandomly(&isNewRun, orGoOn: canGoOn, mayEnd: mayEnd) == false else { continue }
      // The condition may depend on something that waits in another store of the run.
      guard canGoOn == false, others.contains(where: { $0.runNextForOther() }) else { return true }
    }
    return noteUnrest()
  }

  /// The other stores of the run that have something ready.
  private var others: [ManualDriver] {
    (schedule?.choices?.drivers ?? []).filter { $0 !== self && $0.executor.isEmpty == false }
  }

  /// Runs a step that another store may need; returns false if there is none, or if another thread is at work here.
  private func runNextForOther() -> Bool {
    var hasRun = false
    _ = access.performIfFree {
      let drain = {
        var isNewRun = true
        hasRun = self.withDraining {
          self.runNextRandomly(&isNewRun, orGoOn: false, mayEnd: true)
        }
        return hasRun
      }
      // Another drain is in progress if nothing has been done.
      guard isDraining.load(ordering: .relaxed) == false else { return }
      _ = aroundSettling.map { $0(drain) } ?? drain()
    }
    return hasRun
  }

  private func noteUnrest() -> Bool {
    // A drain that does not end is not worth waiting for again.
    workLimit = min(workLimit, 1_000)
    return false
  }

  /// Drains, unless that is in progress; what effects report meanwhile belongs to the step of the owner.
  private func withDraining(_ drain: () -> Bool) -> Bool {
    guard isDraining.exchange(true, ordering: .acquiring) == false else { return true }
    defer { isDraining.store(false, ordering: .releasing) }
    guard case .step(let location, let turn)? = IssueReporting.activity else { return drain() }
    return turn.running(at: location, drain)
  }

  /// Runs a step that the schedule chooses; returns false if nothing is ready or the owner goes on.
  ///
  /// Running a piece of an effect and taking what it has sent are different steps, as in a live store, whose actor
  /// may be busy for a while.
  ///
  /// - Parameters:
  ///   - isNewRun: Whether chains of actions begin anew; false afterwards, if mail was taken.
  ///   - canGoOn: Whether the owner or the time may go on before everything has run.
  ///   - mayEnd: Whether the step may be what a step of the test waits for.
  /// - Returns: Whether a step has run.
  private func runNextRandomly(
    _ isNewRun: inout Bool,
    orGoOn canGoOn: Bool,
    mayEnd: Bool
  ) -> Bool {
    switch executor.runNext(hasMail: hasOwnMail?() == true, orGoOn: canGoOn) {
    case nil, .goOn?: return false
    case .work?: break
    case .mail(let step)?: takeMail(step, isEnd: mayEnd, &isNewRun)
    }
    return true
  }

  private func takeMail(_ step: RandomSchedule.Ready, isEnd: Bool, _ isNewRun: inout Bool) {
    executor.takeMail(step, isEnd: isEnd) {
      let count = startCount?()
      if case .mail(let deliver?) = step.work { deliver() }
      takeMail(&isNewRun)
      return startCount?() != count
    }
  }

  private func takeMail(_ isNewRun: inout Bool) {
    if processMail?(isNewRun) == true { isNewRun = false }
  }

  private func settleIfTimeMoves() {
    wakeUp.signal()
    guard let settling = TimeMove.current, isDraining.load(ordering: .relaxed) == false else {
      return
    }
    settling.add(for: self) { [weak self] extent in self?.settle(extent) ?? true }
  }

  /// Runs what has become ready while time moves; returns false if something is left that may come before the
  /// work that is due next.
  ///
  /// If a step is in progress on another thread, that step or the next one finds what is ready. A drain that does
  /// not end is reported by the next step of the owner.
  private func settle(_ extent: Extent) -> Bool {
    var isDone = true
    _ = access.performIfFree {
      let drain = {
        _ = self.drain(isNewRun: true, extent)
        return self.hasWork == false
      }
      isDone = aroundSettling.map { $0(drain) } ?? drain()
    }
    return isDone
  }
}
