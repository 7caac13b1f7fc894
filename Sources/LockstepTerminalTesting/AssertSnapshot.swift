// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
public import LockstepTerminal

/// Asserts the screens that a terminal shows before a script and after each of its steps.
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
/// Keep a long snapshot in a file: `matches: .file("Snapshots/stopwatch.txt")`. To write the file, run the test with
/// `LOCKSTEP_WRITE_SNAPSHOTS=1` in its environment. That run fails, so that it cannot pass as a check. If `CI` is set,
/// no file is written. In the package manifest, exclude the folder from the test target: `exclude: ["Snapshots"]`.
///
/// With `includingStyles`, each frame also lists the styles of all cells that are not plain, and the cursor position.
/// Rows and columns count from 0:
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
/// A difference fails the current Swift Testing or XCTest test. The failure shows the rows that differ in each frame.
///
/// Isolation: the terminal's isolation.
///
/// - Parameters:
///   - terminal: The terminal, in any state. Its current screen is the first frame.
///   - script: The steps in the format of `TerminalScript`.
///   - includingStyles: Whether the frames include cell styles and the cursor position.
///   - expected: The expected snapshot.
///   - fileID: The module and file of a failure.
///   - filePath: The path of that file.
///   - line: The line of a failure.
///   - column: The column of a failure.
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

/// The expected snapshot of an assertion, as text or in a file.
public struct ExpectedSnapshot: Hashable, Sendable, ExpressibleByStringLiteral {
  enum Place: Hashable {
    case text(String)
    case file(String)
  }

  let place: Place

  /// Returns the snapshot in a file, with a path relative to the folder of the test file.
  public static func file(_ path: String) -> Self { Self(place: .file(path)) }

  /// Returns a snapshot from text.
  public static func text(_ text: String) -> Self { Self(place: .text(text)) }

  private init(place: Place) {
    self.place = place
  }

  /// Creates a snapshot from text.
  public init(stringLiteral text: String) {
    self.init(place: .text(text))
  }
}
