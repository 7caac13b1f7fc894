// SPDX-License-Identifier: MIT

public import Foundation

/// An error that a server sends to a device, or that wraps an error on the device.
public struct ApiError: Codable, Error, Hashable, Sendable {
  /// A dump of the wrapped error, for developers.
  public var errorDump: String

  /// The file that wrapped the error.
  public var file: String

  /// The line that wrapped the error.
  public var line: UInt

  /// A description of the error, for users.
  public var message: String

  /// Wraps an error.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - file: The file that wraps the error.
  ///   - line: The line that wraps the error.
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
