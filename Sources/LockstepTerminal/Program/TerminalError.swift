// SPDX-License-Identifier: MIT

internal import Foundation

/// An error of a terminal operation, with the system's reason.
public struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation that failed, without the system's error number.
  public struct Code: Hashable, Sendable {
    enum Kind: Hashable {
      case notATerminal
      case alreadyStarted
      case start
      case write
    }
    let kind: Kind

    /// Input and output are not both a terminal that can show screens.
    public static let notATerminal = Code(kind: .notATerminal)
    /// The terminal is already in use.
    public static let alreadyStarted = Code(kind: .alreadyStarted)
    /// The terminal could not be switched to raw mode.
    public static let start = Code(kind: .start)
    /// Text could not be written, for example because the reader of a pipe has closed it.
    public static let write = Code(kind: .write)
  }

  /// The operation that failed.
  public let code: Code
  /// The system's error number, if a system call failed.
  public let systemError: Int32?

  init(_ code: Code, systemError: Int32? = nil) {
    self.code = code
    self.systemError = systemError
  }

  /// A sentence to show to the user of the program.
  public var description: String {
    let sentence =
      switch code.kind {
      case .notATerminal: "Input and output must both be a terminal that can show screens"
      case .alreadyStarted: "The terminal is already in use"
      case .start: "The terminal could not be switched to raw mode"
      case .write: "The output could not be written"
      }
    let reason = systemError.map { ": \(String(cString: strerror($0))) (errno \($0))" }
    let remedy =
      code == .notATerminal ? " Run the program in a terminal, without a pipe." : ""
    return sentence + (reason ?? "") + "." + remedy
  }
}
