// SPDX-License-Identifier: MIT

public import Foundation

/// An error as it travels from the server to a player's device, or as one wraps what happened
/// there.
public struct ApiError: Codable, Error, Hashable, Sendable {
  /// The wrapped error with all its parts, for developers.
  public var errorDump: String

  /// The file in which it was wrapped.
  public var file: String

  /// The line in which it was wrapped.
  public var line: UInt

  /// A description of the error, for users.
  public var message: String

  /// Wraps an error.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - file: The file in which it is wrapped.
  ///   - line: The line in which it is wrapped.
  public init(error: any Error, file: StaticString = #fileID, line: UInt = #line) {
    var errorDump = ""
    dump(error, to: &errorDump)
    self.errorDump = errorDump
    self.file = "\(file)"
    self.line = line
    message = error.localizedDescription
  }
}

extension ApiError: LocalizedError {
  /// The message.
  public var errorDescription: String? { message }
}
