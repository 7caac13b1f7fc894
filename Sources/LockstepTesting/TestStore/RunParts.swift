// SPDX-License-Identifier: MIT

public import Lockstep
public import Testing

/// The parts of a test run that do not depend on the state and action types.
@usableFromInline
struct RunParts {
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

  @usableFromInline var turnBegan: (any Sendable) -> Void { { [account] in account.turnBegan($0) } }

  @usableFromInline var time: @Sendable () -> Duration {
    { [clock = account.clock] in clock.time }
  }

  @usableFromInline var exclusively: (() -> Void) -> Void { { [driver] in driver.enter($0) } }
}
