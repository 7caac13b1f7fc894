// SPDX-License-Identifier: MIT

internal import Synchronization

/// Reports a misuse that the program survives: fails the running test or, outside of tests, prints
/// it to standard error.
///
/// A failing dependency lives in a feature module, which must not link a test framework. It calls this
/// function, and `LockstepTesting`, where it is linked, makes the right test fail.
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
/// In a test that a test store runs, the report is attributed to the step being run, like that of
/// `unimplemented`, and its message names the action in flight and the place of the call. Elsewhere, it is
/// attributed to the place of the call.
///
/// Isolation: any thread.
///
/// - Parameters:
///   - message: A description of the problem; the first line is a heading.
///   - fileID: The module and file that the issue belongs to.
///   - filePath: The path of that file.
///   - line: The line that the issue belongs to.
///   - column: The column that the issue belongs to.
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
/// Isolation: any thread; the code that finds the issue waits for the call, so the call should not take long.
///
/// Complexity: should be O(*n*) in the length of the message.
public protocol IssueReporter: Sendable {
  /// Receives an issue; may be called on any thread.
  ///
  /// - Parameter issue: The problem, and the place it belongs to.
  func report(_ issue: ReportedIssue)

  /// Receives a useful piece of information that is not an issue; may be called on any thread.
  func note(_ note: ReportedIssue)

  /// Returns a reporter for use later and on other threads that still fails the test running now.
  func bound() -> any IssueReporter
}

extension IssueReporter {
  /// Returns this reporter, which suffices unless the reporter depends on which test is running.
  public func bound() -> any IssueReporter { self }

  /// Prints the note to standard error.
  public func note(_ note: ReportedIssue) {
    StandardErrorReporter.write("\(note.location): note: \(note.message)")
  }
}

/// The process's reporter, and its replacement within one task.
///
/// Isolation: any thread.
///
/// Complexity: O(1).
public enum IssueReporting {
  @TaskLocal private static var replacement: (any IssueReporter)?

  /// The current activity of a test; the failures of dependencies belong to its step.
  @TaskLocal package static var activity: TestActivity?

  private static let installed = Mutex<any IssueReporter>(StandardErrorReporter())

  /// The current reporter.
  public static var current: any IssueReporter {
    replacement ?? installed.withLock { $0 }
  }

  /// Replaces the process's reporter: the only global setting in Lockstep.
  ///
  /// `LockstepTesting` calls it when the process is loaded.
  ///
  /// - Parameter reporter: The reporter that receives issues from now on.
  public static func install(_ reporter: any IssueReporter) {
    installed.withLock { $0 = reporter }
  }

  /// Reports what code outside of the library has found or done: at the test step being run, with the action in
  /// flight and the place of the code, or else at that place.
  ///
  /// - Parameters:
  ///   - message: A description of the problem, and how to fix it.
  ///   - location: The place of the code, if it is known.
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

  /// Reports a misuse at the test step being run, or else at a given place.
  package static func reportAtStep(_ message: String, else location: CodeLocation) {
    current.report(ReportedIssue(message, at: activity?.stepLocation ?? location))
  }

  /// Reports the use of a dependency that a test did not supply: at the test step being run and with the
  /// action in flight, or else at the place of the dependency.
  ///
  /// An effect that uses it again in the same way, as one that retries does, is not reported again.
  ///
  /// - Parameters:
  ///   - heading: The dependency that was used, and how.
  ///   - location: The place of the dependency.
  ///   - action: The action it was used for, if the caller knows it.
  ///   - remedy: How to supply it; by default, how to supply any dependency, which needs a test store to be said.
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
  ///   - reporter: The reporter that receives issues meanwhile.
  ///   - operation: The operation to run.
  /// - Returns: The result of the operation.
  /// - Throws: Any error thrown by the operation.
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
  ///   - reporter: The reporter that receives issues meanwhile.
  ///   - isolation: The isolation of the caller, in which the operation runs.
  ///   - operation: The operation to run.
  /// - Returns: The result of the operation.
  /// - Throws: Any error thrown by the operation.
  public static func withReporter<Result>(
    _ reporter: any IssueReporter,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $replacement.withValue(reporter, operation: operation, isolation: isolation)
  }
}
