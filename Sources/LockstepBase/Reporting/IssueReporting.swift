// SPDX-License-Identifier: MIT

internal import Synchronization

/// Reports a misuse that the program survives, by failing the running test or printing to standard error.
///
/// A failing dependency belongs to a feature module, which must not link a test framework. It calls this function, and
/// `LockstepTesting`, if linked, fails the right test.
///
/// ```swift
/// struct AudioPlayerClient: Sendable {
///   var play: @Sendable (String) -> Void
///
///   static let failing = Self(
///     play: { _ in reportIssue("AudioPlayerClient.play is unimplemented") }
///   )
/// }
/// ```
///
/// In a test with a test store, the report appears at the running step, like a report of `unimplemented`. Its message
/// names the action in flight and the location of the call. Elsewhere, the report appears at the call.
///
/// Isolation: any thread.
///
/// - Parameters:
///   - message: A description of the problem, whose first line is a heading.
///   - fileID: The module and file of the issue.
///   - filePath: The path of that file.
///   - line: The line of the issue.
///   - column: The column of the issue.
/// - Complexity: O(1), plus the cost of the reporter.
public func reportIssue(
  _ message: String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  IssueReporting.report(message, from: location)
}

/// A destination for issues.
///
/// ```swift
/// struct CrashLog: IssueReporter {
///   func report(_ issue: ReportedIssue) { log.record("\(issue)") }
/// }
///
/// IssueReporting.install(CrashLog())
/// ```
///
/// Isolation: any thread. The code that reports the issue waits for the call, so the call must be short.
///
/// Complexity: should be O(*n*) in the length of the message.
public protocol IssueReporter: Sendable {
  /// Receives an issue on any thread.
  ///
  /// - Parameter issue: The problem and its location.
  func report(_ issue: ReportedIssue)

  /// Receives information that is not an issue, on any thread.
  func note(_ note: ReportedIssue)

  /// Returns a reporter that fails the current test, even if it is used later or on another thread.
  func bound() -> any IssueReporter
}

extension IssueReporter {
  /// Returns this reporter, which suffices unless the reporter depends on the running test.
  public func bound() -> any IssueReporter { self }

  /// Prints the note to standard error.
  public func note(_ note: ReportedIssue) {
    StandardErrorReporter.write("\(note.location): note: \(note.message)")
  }
}

/// The reporter of the process, and its replacement within a task.
///
/// Isolation: any thread.
///
/// Complexity: O(1).
public enum IssueReporting {
  @TaskLocal private static var replacement: (any IssueReporter)?

  @TaskLocal package static var activity: TestActivity?

  private static let installed = Mutex<any IssueReporter>(StandardErrorReporter())

  /// The current reporter.
  public static var current: any IssueReporter {
    replacement ?? installed.withLock { $0 }
  }

  /// Replaces the reporter of the process, the only global setting in Lockstep.
  ///
  /// `LockstepTesting` calls this function when the process loads.
  ///
  /// - Parameter reporter: The reporter that receives all further issues.
  public static func install(_ reporter: any IssueReporter) {
    installed.withLock { $0 = reporter }
  }

  /// Reports a problem in client code at the running test step, with its location, or else at that location.
  package static func report(_ message: String, from location: CodeLocation?) {
    guard let activity, let step = activity.stepLocation else {
      current.report(ReportedIssue(message, at: location ?? CodeLocation()))
      return
    }
    let context = [activity.action?.description, location.map { "Reported at \($0)" }]
      .compactMap { $0 }.joined(separator: "\n")
    let text = context.isEmpty ? message : "\(message)\n\n\(context)"
    current.report(ReportedIssue(text, at: step))
  }

  package static func reportAtStep(_ message: String, else location: CodeLocation) {
    current.report(ReportedIssue(message, at: activity?.stepLocation ?? location))
  }

  /// Reports the use of an unsupplied dependency at the running test step, or else at the dependency's location.
  ///
  /// If an effect repeats the same use, for instance in a retry, this function reports only the first use. Without a
  /// `remedy`, the report of a test store explains how to supply any dependency.
  package static func reportDependency(
    _ heading: String,
    at location: CodeLocation,
    for action: ActionInFlight? = nil,
    remedy: String? = nil
  ) {
    guard let action = action ?? activity?.action else {
      reportAtStep(remedy.map { "\(heading)\n\n\($0)" } ?? heading, else: location)
      return
    }
    guard action.isFirstReport(heading) else { return }
    let message = """
      \(heading)

      \(action.description)

      \(remedy ?? remedyForDependency)
      """
    current.report(ReportedIssue(message, at: activity?.stepLocation ?? action.step))
  }

  private static let remedyForDependency = """
    Supply it in the environment of the test, or change the feature so that this action does not use it.
    """

  /// Runs an operation with another reporter, in this task and the tasks that it starts.
  ///
  /// - Parameters:
  ///   - reporter: The reporter that receives issues during the operation.
  ///   - operation: The operation to run.
  /// - Returns: The result of the operation.
  /// - Throws: Any error that the operation throws.
  public static func withReporter<Result, Failure: Error>(
    _ reporter: any IssueReporter,
    operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do {
      return try $replacement.withValue(reporter, operation: operation)
    } catch let error as Failure {
      throw error
    } catch {
      preconditionFailure("The operation throws only errors of type '\(Failure.self)'.")
    }
  }

  /// Runs an asynchronous operation with another reporter, in this task and the tasks that it starts.
  ///
  /// - Parameters:
  ///   - reporter: The reporter that receives issues during the operation.
  ///   - isolation: The actor of the caller, on which the operation runs.
  ///   - operation: The operation to run.
  /// - Returns: The result of the operation.
  /// - Throws: Any error that the operation throws.
  public static func withReporter<Result>(
    _ reporter: any IssueReporter,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $replacement.withValue(reporter, operation: operation, isolation: isolation)
  }
}
