// SPDX-License-Identifier: MIT

/// A misuse, a failing dependency or a failed assertion, with its location in the source code.
///
/// Isolation: any thread.
///
/// Complexity: O(1). Comparing and describing an issue are O(*n*) in the length of its text.
public struct ReportedIssue: Sendable, Hashable {
  /// A description of the problem and its solution, with a heading on the first line.
  public var message: String

  /// The source location that the issue refers to.
  public var location: CodeLocation

  /// The actions, their causes and the effects that led to the issue, if a test store recorded them.
  ///
  /// Reporters print the context below the message. It is separate from the message so that tests of messages do not
  /// depend on the line numbers of other steps.
  public var context: String?

  /// Creates an issue.
  ///
  /// - Parameters:
  ///   - message: A description of the problem and its solution.
  ///   - location: The source location that the issue refers to.
  ///   - context: The recorded actions and effects that led to the issue, if known.
  public init(_ message: String, at location: CodeLocation, context: String? = nil) {
    self.message = message
    self.location = location
    self.context = context
  }

  package var text: String { context.map { "\(message)\n\n\($0)" } ?? message }
}

extension ReportedIssue: CustomStringConvertible {
  /// The location, a colon, and the message.
  public var description: String {
    "\(location): \(message)"
  }
}

/// A location in source code.
///
/// Isolation: any thread.
///
/// Complexity: O(1). Comparing and describing a location are O(*n*) in the length of its file ID.
public struct CodeLocation: Sendable {
  /// The module and file name, such as `Module/File.swift`.
  public let fileID: StaticString

  /// The path of the file on the computer that compiled it.
  public let filePath: StaticString

  /// The line number, starting at 1.
  public let line: UInt

  /// The column number, starting at 1.
  public let column: UInt

  /// Creates a location, by default the location of the call.
  ///
  /// - Parameters:
  ///   - fileID: The module and file name.
  ///   - filePath: The path of the file.
  ///   - line: The line number, starting at 1.
  ///   - column: The column number, starting at 1.
  public init(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  @usableFromInline
  package init(fileID: StaticString, line: UInt) {
    self.init(fileID: fileID, filePath: fileID, line: line, column: 1)
  }
}

extension CodeLocation: Hashable {
  /// Returns a Boolean value that indicates whether two locations have the same file, line and column.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.line == rhs.line && lhs.column == rhs.column
      && lhs.fileID.description == rhs.fileID.description
  }

  /// Hashes the file, the line and the column.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fileID.description)
    hasher.combine(line)
    hasher.combine(column)
  }
}

extension CodeLocation: CustomStringConvertible {
  /// The file and line, such as `Module/File.swift:12`.
  public var description: String {
    "\(fileID):\(line)"
  }
}
