// SPDX-License-Identifier: MIT

public import Lockstep
public import Testing

/// The parts of a test run that are the same for all types of states and actions.
@usableFromInline
struct RunParts {
  /// The place where the store was made.
  let location: CodeLocation
  let reporter: any IssueReporter
  let driver: ManualDriver
  let account: FireAndForgetAccount
  @usableFromInline let context: EffectContext

  @usableFromInline
  init(_ schedule: Schedule, at location: SourceLocation) {
    self.location = CodeLocation(location)
    reporter = IssueReporting.current.bound()
    driver = ManualDriver(at: self.location, reporter, schedule: schedule.makeOrder())
    account = FireAndForgetAccount(driver.wakeUp)
    context = EffectContext(executor: driver.executor, accountant: account)
  }

  /// Notes the action whose turn it is.
  @usableFromInline var turnBegan: (any Sendable) -> Void { { [account] in account.turnBegan($0) } }

  /// Returns the virtual time.
  @usableFromInline var time: @Sendable () -> Duration {
    { [clock = account.clock] in clock.time }
  }

  /// Calls a function while the store is not used on another thread.
  @usableFromInline var exclusively: (() -> Void) -> Void { { [driver] in driver.enter($0) } }
}
