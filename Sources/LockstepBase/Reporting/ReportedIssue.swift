// SPDX-License-Identifier: MIT

/// A misuse, a failing dependency or a failed assertion, and the place that it belongs to.
///
/// Isolation: any thread.
///
/// Complexity: O(1); comparing and showing are O(*n*) in the lengths of the texts.
public struct ReportedIssue: Sendable, Hashable {
  /// A description of what went wrong and how to fix it; the first line is a heading.
  public var message: String

  /// The place it belongs to.
  public var location: CodeLocation

  /// The course of the run that led to the issue, if a test store has recorded it: the turns of the actions in question,
  /// with their causes, and the effects.
  ///
  /// Reporters print it below the message. It is not a part of the message, so that tests of messages do not depend on
  /// the lines of their other steps.
  public var context: String?

  /// Creates an issue.
  ///
  /// - Parameters:
  ///   - message: A description of what went wrong and how to fix it.
  ///   - location: The place it belongs to.
  ///   - context: The course of the run that led to it, if it is known.
  public init(_ message: String, at location: CodeLocation, context: String? = nil) {
    self.message = message
    self.location = location
    self.context = context
  }

  /// The message and, below it, the context.
  package var text: String { context.map { "\(message)\n\n\($0)" } ?? message }
}

extension ReportedIssue: CustomStringConvertible {
  /// The place, a colon, and the message.
  public var description: String {
    "\(location): \(message)"
  }
}

/// A place in source code.
///
/// Isolation: any thread.
///
/// Complexity: O(1); comparing and showing are O(*n*) in the lengths of the names.
public struct CodeLocation: Sendable {
  /// The module and the file: `Module/File.swift`.
  public let fileID: StaticString

  /// The path of the file on the machine that compiled it.
  public let filePath: StaticString

  /// The line, from 1.
  public let line: UInt

  /// The column, from 1.
  public let column: UInt

  /// Creates a location; without arguments, that of the call.
  ///
  /// - Parameters:
  ///   - fileID: The module and the file.
  ///   - filePath: The path of the file.
  ///   - line: The line, from 1.
  ///   - column: The column, from 1.
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

  /// Creates a location whose file is known only by its module and name.
  @usableFromInline
  package init(fileID: StaticString, line: UInt) {
    self.init(fileID: fileID, filePath: fileID, line: line, column: 1)
  }
}

extension CodeLocation: Hashable {
  /// Returns whether both are the same line and column of the same file.
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
  /// The file and the line: `Module/File.swift:12`.
  public var description: String {
    "\(fileID):\(line)"
  }
}
