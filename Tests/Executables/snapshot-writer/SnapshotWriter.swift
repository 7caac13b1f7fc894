// SPDX-License-Identifier: MIT

internal import Lockstep
internal import LockstepTerminal
internal import LockstepTerminalTesting

// Compares a counter with a snapshot file, and prints the messages that a test would report: `snapshot-writer PATH`.
// Tests start this program with different environment variables to check when it writes the file.

private struct Printer: IssueReporter {
  func report(_ issue: ReportedIssue) { print(issue.message) }
}

@main
enum SnapshotWriter {
  static func main() {
    IssueReporting.install(Printer())
    let counter = TerminalProgram<Int, Int>(
      keys: { _, _ in [KeyBinding(.up, "More", 1)] },
      screen: { count, size, _ in
        var screen = Screen(size: size)
        screen.put("\(count)", row: 0, column: 0)
        return screen
      }
    )
    let store = ManualStore(
      initialState: 0,
      reducer: Reducer<Int, Int, Void> { count, step, _ in
        count += step
        return .none
      },
      environment: ()
    )
    assertSnapshot(
      of: MemoryTerminal(counter, store),
      script: "press up",
      matches: .file(CommandLine.arguments.last ?? "")
    )
  }
}
