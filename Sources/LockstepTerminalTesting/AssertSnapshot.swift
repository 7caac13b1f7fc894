// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
public import LockstepTerminal

/// Asserts what a terminal shows at first and after each step of a script.
///
/// ```swift
/// assertSnapshot(
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
/// Keep a long snapshot in a file: `matches: .file("Snapshots/stopwatch.txt")`. A run of the test with
/// `LOCKSTEP_WRITE_SNAPSHOTS=1` in its environment writes the file. The test fails this once, so that it is not taken
/// for a check. Where `CI` is set, nothing is written. In the manifest of a package, the test target excludes the
/// folder: `exclude: ["Snapshots"]`.
///
/// With `includingStyles`, each frame ends with the styles of all cells that are not plain and the position of
/// the cursor; rows and columns count from 0:
///
/// ```swift
/// assertSnapshot(
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
/// If the program ends during the script, the snapshot ends with the line `== finished ==` or `== interrupted ==`.
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
///   - expected: The expected snapshot.
///   - fileID: The module and file that a failure belongs to.
///   - filePath: The path of that file.
///   - line: The line that a failure belongs to.
///   - column: The column that a failure belongs to.
public func assertSnapshot<State, Action: Sendable>(
  of terminal: MemoryTerminal<State, Action>,
  script: String,
  includingStyles: Bool = false,
  matches expected: ExpectedSnapshot,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let environment = SnapshotEnvironment(ProcessInfo.processInfo.environment)
  let folder = URL(fileURLWithPath: "\(filePath)").deletingLastPathComponent()
  let issue: String?
  do {
    let snapshot = Snapshot(
      of: terminal,
      try TerminalScript(script),
      includingStyles: includingStyles
    )
    issue = environment.compare(snapshot, expected, in: folder)
  } catch {
    issue = "The script cannot be read: \(error)"
  }
  guard let issue else { return }
  reportIssue(issue, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// The expected snapshot of an assertion, in a text or in a file.
public struct ExpectedSnapshot: Hashable, Sendable, ExpressibleByStringLiteral {
  enum Place: Hashable {
    case text(String)
    case file(String)
  }

  let place: Place

  /// The snapshot in a file, whose path is relative to the folder of the test's file.
  public static func file(_ path: String) -> Self { Self(place: .file(path)) }

  /// The snapshot in a text.
  public static func text(_ text: String) -> Self { Self(place: .text(text)) }

  private init(place: Place) {
    self.place = place
  }

  /// Creates the snapshot of a text.
  public init(stringLiteral text: String) {
    self.init(place: .text(text))
  }
}
