// SPDX-License-Identifier: MIT

internal import Synchronization

extension TestScheduler {
  static var deepestMove: Int { 100 }

  static var tooDeep: String {
    """
    A test scheduler was advanced from within its own work \(deepestMove) levels deep.

    The innermost call was ignored.

    Instead of advancing the scheduler within its work, schedule more work.
    """
  }

  func endless(_ count: Int, _ how: String = "") -> String {
    let waiting = waitingNames(onlyRepeating: false)
    return """
      A test scheduler always has more work to run.

      \(counted(count, "piece")) of work\(how) \(count == 1 ? "has" : "have") run in one move of its time, and more \
      work is due. The time stays at the last instant.
      \(waiting.isEmpty ? "" : "\nStill waiting: …\n\n\(waiting)\n")
      Usual causes: repeating work that is never cancelled while 'run()' waits for its end, an interval of zero, or \
      work that schedules more work for the same instant. Cancel the work, use 'advance(by:)', or raise the limit of \
      the scheduler or of 'run(limit:)'.
      """
  }

  func endlessRepetition(_ ticks: Int) -> String {
    """
    Only repeating work is left on a test scheduler.

    It has run \(counted(ticks, "time")) in a row: …

    \(waitingNames(onlyRepeating: true))

    'run()' continues until no work is left. The time stays at the last instant. Cancel the work before the call, use \
    'advance(by:)' instead, or raise the limit with 'run(limit:)'.
    """
  }

  /// Returns the names of waiting work, one per line: of all repeating work, or of the work of named effects.
  private func waitingNames(onlyRepeating: Bool) -> String {
    let entries = state.withLock { $0.entries }.sorted { $0.key < $1.key }.map(\.value)
    let names = entries.compactMap { entry -> String? in
      guard onlyRepeating == false || entry.interval != nil else { return nil }
      let every = entry.interval.map { ", every \(SchedulerStride.nanoseconds($0))" } ?? ""
      if let description = entry.work.waiter?.description { return "• \(description)\(every)" }
      return onlyRepeating
        ? "• work that was scheduled outside the effects of a test store\(every)" : nil
    }
    let rest = names.count > 20 ? ["… (\(names.count - 20) more)"] : []
    return (names.prefix(20) + rest).joined(separator: "\n")
  }

  func report(_ message: String, at location: CodeLocation) {
    IssueReporting.current.report(ReportedIssue(message, at: location))
  }
}
