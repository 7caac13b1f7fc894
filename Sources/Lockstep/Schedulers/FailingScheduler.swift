// SPDX-License-Identifier: MIT

/// A scheduler that reports each use and runs no work.
///
/// Use it in tests to prove that a piece of logic does not depend on time:
///
/// ```swift
/// SearchEnvironment(mainQueue: .failing("mainQueue"))
/// ```
///
/// A report is attributed to the test step being run or, elsewhere, such as in a running app, to the place
/// where the scheduler was created. A scheduler created with a name knows that place; the property `.failing`
/// does not.
///
/// Isolation: any thread; the reports belong to the test that the effect runs in.
///
/// Complexity: O(1) for each use; nothing is retained.
public struct FailingScheduler<Domain>: Scheduler, Sendable {
  private let name: String
  private let origin: SchedulerTime<Domain>
  private let location: CodeLocation

  /// Creates a failing scheduler.
  ///
  /// - Parameters:
  ///   - name: The name that reports begin with, such as `mainQueue`.
  ///   - now: The instant to return as the current one.
  ///   - fileID: The file named in reports.
  ///   - filePath: The path of that file.
  ///   - line: The line named in reports.
  ///   - column: The column named in reports.
  public init(
    _ name: String,
    now: SchedulerTime<Domain>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.name = name
    self.origin = now
    location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The instant that the scheduler was created with; reading it is reported.
  public var now: SchedulerTime<Domain> {
    report("was asked for the current time")
    return origin
  }

  /// Zero; reading it is reported.
  public var minimumTolerance: SchedulerStride {
    report("was asked for its minimum tolerance")
    return .zero
  }

  /// Reports the call and drops the work.
  public func schedule(_ work: @escaping @Sendable () -> Void) {
    _ = refuse("was asked to run work at once")
  }

  /// Reports the call and drops the work.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<Domain>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    refuse("was asked to run work after a delay")
  }

  /// Reports the call and drops the work.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<Domain>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    refuse("was asked to run work repeatedly")
  }

  private func report(_ use: String) {
    IssueReporting.reportDependency("\(name) - A failing scheduler \(use).", at: location)
  }

  private func refuse(_ use: String) -> ScheduledWork {
    report(use)
    EffectScope.current?
      .noteEndlessWait("waits on a failing scheduler, which has dropped its work")
    return .refused
  }
}
