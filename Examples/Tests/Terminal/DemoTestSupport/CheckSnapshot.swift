// SPDX-License-Identifier: MIT

internal import Lockstep
package import LockstepTerminal
internal import LockstepTerminalTesting

/// Runs a script on terminals of three sizes, and compares the screens with snapshots.
///
/// The check also reports text that is cut, covered or left out without a mark, and keys without help.
///
/// The snapshots are `Snapshots/NAME-80x24.txt`, `Snapshots/NAME-40x12.txt` and `Snapshots/NAME-30x9.txt`.
///
/// - Parameters:
///   - name: The name of the snapshots.
///   - makeTerminal: Makes a terminal with the demo for each run.
///   - script: The steps.
///   - optional: Words that small screens may leave out.
///   - fileID: The module and file of a failure.
///   - filePath: The path of the file. Its folder contains `Snapshots`.
///   - line: The line of a failure.
///   - column: The column of a failure.
/// - Throws: The error of `makeTerminal`.
package func checkSnapshot<State, Action: Sendable>(
  _ name: String,
  of makeTerminal: @autoclosure () throws -> MemoryTerminal<State, Action>,
  script: String,
  optional: Set<String> = [],
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) throws {
  for (rows, columns) in [(24, 80), (12, 40), (9, 30)] {
    func makeSizedTerminal() throws -> MemoryTerminal<State, Action> {
      let terminal = try makeTerminal()
      terminal.resize(rows: rows, columns: columns)
      return terminal
    }
    let size = "\(columns)x\(rows)"
    assertSnapshot(
      of: try makeSizedTerminal(),
      script: script,
      matches: .file("Snapshots/\(name)-\(size).txt"),
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
    var flaws = (try? makeSizedTerminal().flaws(in: script)) ?? []
    let terminal = try makeSizedTerminal()
    guard let steps = try? TerminalScript(script) else { continue }
    terminal.play(steps) { moment, _ in
      guard terminal.ending == nil else { return }
      let state = terminal.store.store.state
      flaws += terminal.program.missingWords(in: state, terminal.size, optional: optional)
        .map { "\(moment): '\($0)' is missing" }
    }
    guard flaws.isEmpty == false else { continue }
    reportIssue(
      "\(size): " + flaws.joined(separator: "\n"),
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
