// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
public import LockstepTerminal

/// Asserts what a terminal shows at first and after each step of a script.
///
/// ```swift
/// assertFrames(
///   of: terminal,
///   script: """
///     press s
///     wait 2s
///     """,
///   matches: """
///     == at first ==
///     0 s
///
///     == press s ==
///     0 s
///
///     == wait 2s ==
///     2 s
///     """
/// )
/// ```
///
/// Frames of programs with more to show are better kept in a file: `matches: .file("Tapes/stopwatch.txt")`. It is
/// written by a run of the test with `LOCKSTEP_WRITE_FRAMES=1` in its environment; the test fails this once, so
/// that it is not taken for a check. Where `CI` is set, nothing is written. In the manifest of a package, the
/// test target excludes the folder: `exclude: ["Tapes"]`.
///
/// With `includingStyles`, each frame ends with the styles of all cells that are not plain and the position of
/// the cursor; rows and columns count from 0:
///
/// ```swift
/// assertFrames(
///   of: terminal,
///   script: "press space",
///   includingStyles: true,
///   matches: """
///     == at first ==
///     Ready
///     -- styles --
///     row 0, columns 0...4: bold green
///
///     == press space ==
///     Started
///     -- styles --
///     """
/// )
/// ```
///
/// A program that ends on the way ends the frames, with the line `== over ==` or `== interrupted ==`.
///
/// A difference fails the running test, of Swift Testing or XCTest, and shows the rows in which each frame
/// differs.
///
/// Isolation: that of the terminal.
///
/// - Parameters:
///   - terminal: The terminal, in any state; what it shows before the script is the first frame.
///   - script: The steps, as `TerminalScript` reads them.
///   - includingStyles: Whether the frames include the styles of their cells and the position of the cursor.
///   - expected: The frames.
///   - fileID: The module and file that a failure belongs to.
///   - filePath: The path of that file.
///   - line: The line that a failure belongs to.
///   - column: The column that a failure belongs to.
public func assertFrames<State, Action: Sendable>(
  of terminal: MemoryTerminal<State, Action>,
  script: String,
  includingStyles: Bool = false,
  matches expected: ExpectedFrames,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let environment = FrameEnvironment(ProcessInfo.processInfo.environment)
  let folder = URL(fileURLWithPath: "\(filePath)").deletingLastPathComponent()
  let issue: String?
  do {
    let tape = FrameTape(
      of: terminal,
      try TerminalScript(script),
      includingStyles: includingStyles
    )
    issue = environment.compare(tape, expected, in: folder)
  } catch {
    issue = "The script cannot be read: \(error)"
  }
  guard let issue else { return }
  reportIssue(issue, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// The frames that ``assertFrames(of:script:includingStyles:matches:fileID:filePath:line:column:)`` expects: a text, or
/// those in a file.
public struct ExpectedFrames: Hashable, Sendable, ExpressibleByStringLiteral {
  enum Place: Hashable {
    case text(String)
    case file(String)
  }

  let place: Place

  /// The frames in a file, whose path begins at the folder of the test's own file.
  public static func file(_ path: String) -> Self { Self(place: .file(path)) }

  /// The frames in a text.
  public static func text(_ text: String) -> Self { Self(place: .text(text)) }

  private init(place: Place) {
    self.place = place
  }

  /// Creates the frames of a text.
  public init(stringLiteral text: String) {
    self.init(place: .text(text))
  }
}
