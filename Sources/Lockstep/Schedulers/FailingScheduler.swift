// SPDX-License-Identifier: MIT

/// A scheduler that reports each use and runs no work.
///
/// For tests that prove that a piece of logic does not depend on time:
///
/// ```swift
/// SearchEnvironment(mainQueue: .failing("mainQueue"))
/// ```
///
/// A report stands at the step of the test that is being run; elsewhere, as in a running app, where the
/// scheduler was made. A scheduler with a name of its own knows that place, the property `.failing` does
/// not.
///
/// Isolation: any thread; the reports belong to the test that the effect runs in.
///
/// Complexity: O(1) for each use, of which nothing is kept.
public struct FailingScheduler<Domain>: Scheduler, Sendable {
  private let name: String
  private let origin: SchedulerTime<Domain>
  private let location: CodeLocation

  /// Creates a failing scheduler.
  ///
  /// - Parameters:
  ///   - name: What the reports begin with, such as `mainQueue`.
  ///   - now: The instant that it answers when it is asked for the current one.
  ///   - fileID: The file that reports name.
  ///   - filePath: The path of that file.
  ///   - line: The line that reports name.
  ///   - column: The column that reports name.
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

  /// Reports, and answers the instant that it was made with.
  public var now: SchedulerTime<Domain> {
    report("was asked for the current time")
    return origin
  }

  /// Reports, and answers zero.
  public var minimumTolerance: SchedulerStride {
    report("was asked for its minimum tolerance")
    return .zero
  }

  /// Reports, and drops the work.
  public func schedule(_ work: @escaping @Sendable () -> Void) {
    report("was asked to run work at once")
    noteWait()
  }

  /// Reports, and drops the work.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<Domain>,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    report("was asked to run work after a delay")
    noteWait()
    return .refused
  }

  /// Reports, and drops the work.
  @discardableResult
  public func schedule(
    after instant: SchedulerTime<Domain>,
    interval: SchedulerStride,
    tolerance: SchedulerStride,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    report("was asked to run work repeatedly")
    noteWait()
    return .refused
  }

  private func report(_ use: String) {
    IssueReporting.reportDependency(
      "\(name) - A failing scheduler \(use).",
      at: location
    )
  }

  private func noteWait() {
    EffectScope.current?
      .noteEndlessWait("waits on a failing scheduler, which has dropped its work")
  }
}
