// SPDX-License-Identifier: MIT

/// Reports a call to a dependency endpoint that was not supplied, and returns a placeholder so that the
/// caller can continue.
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
/// The report says `ApiClient.currentPlayer is unimplemented`; in a test, it is attributed to the line of the
/// step that was being run. An endpoint that returns nothing needs no placeholder.
///
/// Isolation: any thread.
///
/// - Parameters:
///   - endpoint: The type and the endpoint: `"ApiClient.currentPlayer"`.
///   - placeholder: The value to return.
///   - fileID: The module and file that the issue belongs to.
///   - filePath: The path of that file.
///   - line: The line that the issue belongs to.
///   - column: The column that the issue belongs to.
/// - Returns: The placeholder.
/// - Complexity: O(1), plus the cost of the reporter.
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

/// Reports a call to a dependency endpoint that was not supplied, and throws an error.
///
/// Use it for endpoints that may throw, where no placeholder makes sense:
///
/// ```swift
/// static let failing = Self(
///   fetchPlayer: { id in try unimplemented("DatabaseClient.fetchPlayer(\(id))") }
/// )
/// ```
///
/// Supply an endpoint that may throw and returns nothing as a whole,
/// `insertPlayer: unimplemented("PlayerStore.insertPlayer")`: in a closure, the name alone does not throw,
/// because an endpoint that returns nothing needs no placeholder.
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
/// - Complexity: O(1), plus the cost of the reporter.
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

/// Returns a stand-in for an endpoint that was not supplied: it reports that it was called, and returns a
/// placeholder.
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
/// It takes any arguments. An endpoint that returns nothing needs no placeholder.
///
/// Isolation: any thread.
///
/// - Parameters:
///   - endpoint: The type and the endpoint: `"Doorbell.ring"`.
///   - placeholder: The value that the endpoint returns, evaluated for each call.
///   - fileID: The module and file that the issue belongs to.
///   - filePath: The path of that file.
///   - line: The line that the issue belongs to.
///   - column: The column that the issue belongs to.
/// - Returns: The endpoint.
/// - Complexity: O(1), plus the cost of the reporter.
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

/// Returns a stand-in for an asynchronous endpoint that was not supplied: it reports that it was called, and
/// returns a placeholder.
///
/// - Parameters:
///   - endpoint: The type and the endpoint: `"Doorbell.ring"`.
///   - placeholder: The value that the endpoint returns, evaluated for each call.
///   - fileID: The module and file that the issue belongs to.
///   - filePath: The path of that file.
///   - line: The line that the issue belongs to.
///   - column: The column that the issue belongs to.
/// - Returns: The endpoint.
/// - Complexity: O(1), plus the cost of the reporter.
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

/// Returns a stand-in for an endpoint that may throw and was not supplied: it reports that it was called, and
/// throws an ``UnimplementedError``.
///
/// ```swift
/// static let failing = Self(
///   insertPlayer: unimplemented("PlayerStore.insertPlayer")
/// )
/// ```
///
/// It takes any arguments, and needs no placeholder.
///
/// Isolation: any thread.
///
/// - Parameters:
///   - endpoint: The type and the endpoint: `"PlayerStore.insertPlayer"`.
///   - fileID: The module and file that the issue belongs to.
///   - filePath: The path of that file.
///   - line: The line that the issue belongs to.
///   - column: The column that the issue belongs to.
/// - Returns: The endpoint.
/// - Complexity: O(1), plus the cost of the reporter.
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

/// Returns a stand-in for an asynchronous endpoint that may throw and was not supplied: it reports that it
/// was called, and throws an ``UnimplementedError``.
///
/// - Parameters:
///   - endpoint: The type and the endpoint: `"PlayerStore.insertPlayer"`.
///   - fileID: The module and file that the issue belongs to.
///   - filePath: The path of that file.
///   - line: The line that the issue belongs to.
///   - column: The column that the issue belongs to.
/// - Returns: The endpoint.
/// - Complexity: O(1), plus the cost of the reporter.
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

/// The error thrown by an endpoint that was not supplied.
///
/// Isolation: any thread.
///
/// Complexity: O(*n*) in the length of the name.
public struct UnimplementedError: Error, Hashable, CustomStringConvertible {
  /// The type and the endpoint: `DatabaseClient.fetchPlayer`.
  package let endpoint: String

  /// `DatabaseClient.fetchPlayer is unimplemented`.
  public var description: String {
    "\(endpoint) is unimplemented"
  }
}
