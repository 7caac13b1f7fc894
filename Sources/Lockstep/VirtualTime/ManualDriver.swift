// SPDX-License-Identifier: MIT

internal import Synchronization

/// A driver that runs the effects of a store without an actor until no effect can continue, on the thread of a test or
/// a script that owns the store.
///
/// While a test scheduler advances its time, the driver also runs the effects between two pieces of due work, so that
/// the work that they schedule runs on time. A thread that advances time leaves the effects to the owner if the owner
/// is busy on another thread.
///
/// `@unchecked`, because the runtime and the stored closures are not `Sendable`. After initialization, they are used
/// only in ``exclusively(_:)`` and ``settle(_:)``, which exclude each other. State that any thread may access is atomic
/// or constant.
package final class ManualDriver: @unchecked Sendable {
  private let access: ExclusiveAccess
  private let reporter: any IssueReporter
  private var hasReportedCircle = false
  /// The number of pieces of work after which a drain counts as endless.
  package var workLimit = 1_000_000
  private let isDraining = Atomic(false)
  package let wakeUp = WakeUp()

  private let schedule: RandomSchedule?
  private var hasOwnMail: (() -> Bool)?
  /// Processes the actions that effects have sent, and returns `false` if there were none.
  private var processMail: ((_ isNewRun: Bool) -> Bool)?
  /// Returns a count that changes when effects other than values may have started or been cancelled.
  private var startCount: (() -> Int)?

  package private(set) lazy var executor = ManualExecutor(schedule: schedule) {
    [weak self] in self?.settleIfTimeMoves()
  }

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

  /// The part of the ready work that a drain runs under a random schedule; in FIFO order, a drain runs all of it.
  package enum Extent {
    /// The work that the schedule chooses to run before the owner or the time continues.
    case some
    /// All work or, if the schedule chooses so, none, after the owner or the time has finished.
    case allOrNothing
    case until(() -> Bool)
    case everything
  }

  /// A function that wraps each drain while a test scheduler advances its time; `nil` for none.
  package var aroundSettling: ((_ drain: () -> Bool) -> Bool)?

  package func attach<State, Action: Sendable>(_ runtime: StoreRuntime<State, Action>) {
    // A turn in progress processes the mail itself.
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

  package var isRandom: Bool { executor.isRandom }

  package var hasWork: Bool { executor.isEmpty == false || hasOwnMail?() == true }

  /// Detaches the runtime before its release; running effects continue on the threads of the process.
  package func close() {
    exclusively {
      hasOwnMail = nil
      processMail = nil
      startCount = nil
      aroundSettling = nil
    }
    executor.close()
  }

  /// Runs a body with exclusive access to the runtime.
  ///
  /// The method waits while another thread uses the runtime, for example to drain it. If that thread waits for this
  /// one, the driver reports the circle and runs the body. The body may call this method again.
  @inlinable @inline(__always)
  package func exclusively<Result>(_ body: () -> Result) -> Result {
    var result: Result?
    enter { result = body() }
    guard let result else { preconditionFailure("The body returned without a result.") }
    return result
  }

  /// Runs a body without a result, whose generic type unspecialized code would look up.
  @usableFromInline
  package func enter(_ body: () -> Void) {
    access.perform(noteCircle: reportCircle, body)
  }

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

  /// Runs ready work, and returns `false` if the work seems endless.
  ///
  /// `isNewRun` is `true` if an outside event has happened, so that chains of actions start anew.
  package func drain(isNewRun: Bool, _ extent: Extent = .everything) -> Bool {
    exclusively {
      withDraining { executor.isRandom ? drainRandomly(isNewRun, extent) : drainAll(isNewRun) }
    }
  }

  /// Processes the values that effects have sent, before the caller sends another one.
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
      // The condition may depend on work of another store in the same run.
      guard canGoOn == false, others.contains(where: { $0.runNextForOther() }) else { return true }
    }
    return noteUnrest()
  }

  private var others: [ManualDriver] {
    (schedule?.choices?.drivers ?? []).filter { $0 !== self && $0.executor.isEmpty == false }
  }

  /// Runs a step that another store may need; returns `false` if nothing is ready or another thread uses this driver.
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
      // During another drain, `withDraining` would return `true` without running anything.
      guard isDraining.load(ordering: .relaxed) == false else { return }
      _ = aroundSettling.map { $0(drain) } ?? drain()
    }
    return hasRun
  }

  private func noteUnrest() -> Bool {
    // After an endless drain, the next ones give up earlier.
    workLimit = min(workLimit, 1_000)
    return false
  }

  /// Runs a drain unless one is in progress, and attributes issues that effects report to the owner's current step.
  private func withDraining(_ drain: () -> Bool) -> Bool {
    guard isDraining.exchange(true, ordering: .acquiring) == false else { return true }
    defer { isDraining.store(false, ordering: .releasing) }
    guard case .step(let location, let turn)? = IssueReporting.activity else { return drain() }
    return turn.running(at: location, drain)
  }

  /// Runs a step that the schedule chooses; returns `false` if nothing is ready or the owner continues.
  ///
  /// Running a part of an effect and processing its actions are separate steps, because a live store's actor may be
  /// busy in between.
  ///
  /// `isNewRun` becomes `false` after actions are processed. `canGoOn` allows the owner or the time to continue before
  /// all work has run. `mayEnd` is `true` if a step of the test may be waiting for this step.
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

  /// Runs work that becomes ready while time advances; returns `false` if remaining work may precede the next due work.
  ///
  /// If a step is in progress on another thread, that step or the next one runs the work. The owner's next step reports
  /// an endless drain.
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
