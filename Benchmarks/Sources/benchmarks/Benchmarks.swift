// SPDX-License-Identifier: MIT

import Foundation

/// Prints the table of the cost contract; fails if a row is missed.
@main struct Benchmarks {
  static func main() async throws {
    var arguments = CommandLine.arguments.dropFirst()
    var rounds = 25
    var filter = ""
    while let argument = arguments.popFirst() {
      switch (argument, arguments.popFirst()) {
      case ("--rounds", let value?):
        guard let number = Int(value), number > 0 else { usage() }
        rounds = number
      case ("--filter", let value?):
        filter = value
      case (LargeState.argument, _):
        await LargeState.runInThisProcess()
        return
      default:
        usage()
      }
    }
    let rows = contract.filter { filter.isEmpty || $0.name.localizedStandardContains(filter) }
    guard rows.isEmpty == false else { fail("No row is called '\(filter)'.") }
    let results = try await measure(rows, rounds: rounds) { printToStandardError("... \($0)") }

    print(drawTable(results))
    let missed = results.count(where: \.isMissed)
    let contracted = results.count { if case .none = $0.verdict { false } else { true } }
    print("\n\(contracted - missed) of \(contracted) rows are met, \(missed) are missed.")
    if missed > 0 { exit(1) }
  }

  private static func usage() -> Never {
    fail("usage: benchmarks [--rounds NUMBER] [--filter PART-OF-A-NAME]")
  }

  private static func fail(_ message: String) -> Never {
    printToStandardError(message)
    exit(64)
  }
}

private func printToStandardError(_ message: String) {
  FileHandle.standardError.write(Data("\(message)\n".utf8))
}
