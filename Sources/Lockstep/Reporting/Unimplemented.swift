// SPDX-License-Identifier: MIT

/// Reports that an endpoint of a dependency was called that nobody supplied, and returns a
/// placeholder so that the caller goes on.
///
/// ```swift
/// extension ApiClient {
///   static let failing = Self(
///     currentPlayer: { unimplemented("ApiClient.currentPlayer", placeholder: nil) }
///   )
/// }
/// ```
///
/// Reports `ApiClient.currentPlayer is unimplemented`, in a test at the line of the step that was
/// being run.
///
/// Isolation: any thread.
///
/// - Parameters:
///   - endpoint: The type and the endpoint: `"ApiClient.currentPlayer"`.
///   - placeholder: What to return.
///   - fileID: The module and file that the issue belongs to.
///   - filePath: The path of that file.
///   - line: The line that the issue belongs to.
///   - column: The column that the issue belongs to.
/// - Returns: The placeholder.
/// - Complexity: O(1), besides what the reporter does.
public func unimplemented<Value>(
  _ endpoint: String,
  placeholder: @autoclosure () -> Value,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> Value {
  IssueReporting.reportDependency(
    UnimplementedError(endpoint: endpoint).description,
    at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
  return placeholder()
}

/// Reports that an endpoint of a dependency was called that nobody supplied, and throws.
///
/// For endpoints that may throw, where no placeholder makes sense:
///
/// ```swift
/// static let failing = Self(
///   fetchPlayer: { _ in try unimplemented("DatabaseClient.fetchPlayer") }
/// )
/// ```
///
/// Isolation: any thread.
///
/// - Parameters:
///   - endpoint: The type and the endpoint: `"DatabaseClient.fetchPlayer"`.
///   - fileID: The module and file that the issue belongs to.
///   - filePath: The path of that file.
///   - line: The line that the issue belongs to.
///   - column: The column that the issue belongs to.
/// - Returns: Never.
/// - Throws: An ``UnimplementedError``.
/// - Complexity: O(1), besides what the reporter does.
public func unimplemented<Value>(
  _ endpoint: String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) throws(UnimplementedError) -> Value {
  let error = UnimplementedError(endpoint: endpoint)
  IssueReporting.reportDependency(
    error.description,
    at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
  throw error
}

/// What an endpoint throws that nobody supplied.
///
/// Isolation: any thread.
///
/// Complexity: O(*n*) in the length of the name.
public struct UnimplementedError: Error, Hashable, CustomStringConvertible {
  /// The type and the endpoint: `DatabaseClient.fetchPlayer`.
  public let endpoint: String

  /// `DatabaseClient.fetchPlayer is unimplemented`.
  public var description: String {
    "\(endpoint) is unimplemented"
  }
}
