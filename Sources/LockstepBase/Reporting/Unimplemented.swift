// SPDX-License-Identifier: MIT

/// Reports a call to an unimplemented dependency endpoint, and returns a placeholder so that the caller can continue.
///
/// ```swift
/// extension ApiClient {
///   static let failing = Self(
///     currentPlayer: { unimplemented("ApiClient.currentPlayer", placeholder: nil) },
///     logout: { unimplemented("ApiClient.logout") }
///   )
/// }
/// ```
///
/// The message is `ApiClient.currentPlayer is unimplemented`. In a test, the issue appears at the step that made the
/// call. An endpoint that returns nothing needs no placeholder.
///
/// Isolation: any thread.
///
/// - Parameters:
///   - endpoint: The type and endpoint, such as `"ApiClient.currentPlayer"`.
///   - placeholder: The value to return.
///   - fileID: The module and file of the issue.
///   - filePath: The path of the file.
///   - line: The line of the issue.
///   - column: The column of the issue.
/// - Returns: The placeholder.
/// - Complexity: O(1) plus the cost of the reporter.
public func unimplemented<Value>(
  _ endpoint: String,
  placeholder: @autoclosure () -> Value = (),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> Value {
  reportUnimplemented(
    endpoint,
    CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
  return placeholder()
}

/// Reports a call to an unimplemented dependency endpoint, and throws an error.
///
/// Use it for throwing endpoints without a sensible placeholder:
///
/// ```swift
/// static let failing = Self(
///   fetchPlayer: { id in try unimplemented("DatabaseClient.fetchPlayer(\(id))") }
/// )
/// ```
///
/// If a throwing endpoint returns nothing, replace the whole endpoint:
/// `insertPlayer: unimplemented("PlayerStore.insertPlayer")`. In a closure, the call would select the overload that
/// returns a placeholder.
///
/// Isolation: any thread.
///
/// - Parameters:
///   - endpoint: The type and endpoint, such as `"DatabaseClient.fetchPlayer"`.
///   - fileID: The module and file of the issue.
///   - filePath: The path of the file.
///   - line: The line of the issue.
///   - column: The column of the issue.
/// - Returns: Never.
/// - Throws: An ``UnimplementedError``.
/// - Complexity: O(1) plus the cost of the reporter.
@_disfavoredOverload  // Otherwise it could be taken to return the function that an endpoint is.
public func unimplemented<Value>(
  _ endpoint: String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) throws(UnimplementedError) -> Value {
  reportUnimplemented(
    endpoint,
    CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
  throw UnimplementedError(endpoint: endpoint)
}

// MARK: Whole endpoints

/// Returns an endpoint that reports each call and returns a placeholder.
///
/// ```swift
/// extension Doorbell {
///   static let failing = Self(
///     isMuted: unimplemented("Doorbell.isMuted", placeholder: false),
///     ring: unimplemented("Doorbell.ring")
///   )
/// }
/// ```
///
/// The endpoint accepts any arguments. An endpoint that returns nothing needs no placeholder.
///
/// Isolation: any thread.
///
/// - Parameters:
///   - endpoint: The type and endpoint, such as `"Doorbell.ring"`.
///   - placeholder: The value to return, evaluated on each call.
///   - fileID: The module and file of the issue.
///   - filePath: The path of the file.
///   - line: The line of the issue.
///   - column: The column of the issue.
/// - Returns: The endpoint.
/// - Complexity: O(1) plus the cost of the reporter.
public func unimplemented<each Argument, Value>(
  _ endpoint: String,
  placeholder: @autoclosure @escaping @Sendable () -> Value = (),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) -> Value {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (_: repeat each Argument) in
    reportUnimplemented(endpoint, location)
    return placeholder()
  }
}

/// Returns an asynchronous endpoint that reports each call and returns a placeholder.
///
/// - Parameters:
///   - endpoint: The type and endpoint, such as `"Doorbell.ring"`.
///   - placeholder: The value to return, evaluated on each call.
///   - fileID: The module and file of the issue.
///   - filePath: The path of the file.
///   - line: The line of the issue.
///   - column: The column of the issue.
/// - Returns: The endpoint.
/// - Complexity: O(1) plus the cost of the reporter.
public func unimplemented<each Argument, Value>(
  _ endpoint: String,
  placeholder: @autoclosure @escaping @Sendable () -> Value = (),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) async -> Value {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (_: repeat each Argument) in
    reportUnimplemented(endpoint, location)
    return placeholder()
  }
}

/// Returns an endpoint that reports each call and throws an ``UnimplementedError``.
///
/// ```swift
/// static let failing = Self(
///   insertPlayer: unimplemented("PlayerStore.insertPlayer")
/// )
/// ```
///
/// The endpoint accepts any arguments.
///
/// Isolation: any thread.
///
/// - Parameters:
///   - endpoint: The type and endpoint, such as `"PlayerStore.insertPlayer"`.
///   - fileID: The module and file of the issue.
///   - filePath: The path of the file.
///   - line: The line of the issue.
///   - column: The column of the issue.
/// - Returns: The endpoint.
/// - Complexity: O(1) plus the cost of the reporter.
public func unimplemented<each Argument, Value>(
  _ endpoint: String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> Value {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (_: repeat each Argument) in
    reportUnimplemented(endpoint, location)
    throw UnimplementedError(endpoint: endpoint)
  }
}

/// Returns an asynchronous endpoint that reports each call and throws an ``UnimplementedError``.
///
/// - Parameters:
///   - endpoint: The type and endpoint, such as `"PlayerStore.insertPlayer"`.
///   - fileID: The module and file of the issue.
///   - filePath: The path of the file.
///   - line: The line of the issue.
///   - column: The column of the issue.
/// - Returns: The endpoint.
/// - Complexity: O(1) plus the cost of the reporter.
public func unimplemented<each Argument, Value>(
  _ endpoint: String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) async throws -> Value {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (_: repeat each Argument) in
    reportUnimplemented(endpoint, location)
    throw UnimplementedError(endpoint: endpoint)
  }
}

private func reportUnimplemented(_ endpoint: String, _ location: CodeLocation) {
  IssueReporting.reportDependency(
    UnimplementedError(endpoint: endpoint).description,
    at: location
  )
}

/// An error that an unimplemented endpoint throws.
///
/// Isolation: any thread.
///
/// Complexity: O(*n*) in the length of the endpoint's name.
public struct UnimplementedError: Error, Hashable, CustomStringConvertible {
  package let endpoint: String

  /// A message such as `DatabaseClient.fetchPlayer is unimplemented`.
  public var description: String {
    "\(endpoint) is unimplemented"
  }
}
