// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep
internal import Testing

extension ScheduleSearch {
  private static let printsSummaries =
    ProcessInfo.processInfo.environment["LOCKSTEP_EXPLORATIONS"] == "print"

  func reportEnd() {
    if let message {
      IssueReporting.current.report(ReportedIssue(message, at: location))
    } else if let warning {
      warn(ReportedIssue(warning, at: location))
    }
    // A single order does not show whether an ignored part changes in others.
    if case .order = schedules.kind {
    } else if message == nil {
      for issue in notes.unchangedParts { IssueReporting.current.report(issue) }
    }
    let isCutOff = exploration.isSearch && exploration.isComplete == false && message == nil
    if exploration.schedules > 0, isCutOff || Self.printsSummaries {
      IssueReporting.current.note(ReportedIssue("\(exploration)", at: location))
    }
  }

  private var message: String? {
    if let failure { return message(failure) }
    if orders.isErratic {
      return """
        The body of an exploration is not repeatable: the same choices led to different alternatives.

        The exploration cannot try every order. Make the body depend only on its stores, its test schedulers and \
        values drawn from the schedule, not on a real clock, other threads or data from an earlier run.
        """
    }
    if let missing {
      return """
        The order to replay has the deviation \(missing.deviation), but the body has \(missing.count == 0 ? "no such choice" : "\(missing.count) alternatives there").

        The test or the feature has changed since. Explore every order again.
        """
    }
    if isWithoutStores {
      return """
        An exploration has created no test store.

        Create the store in the body, so that each schedule begins with a new one, and omit 'schedule:', or pass \
        '.current'.
        """
    }
    switch schedules.kind {
    case .random(let count, _) where count < 1, .every(let count) where count < 1:
      return """
        An exploration of \(count) schedules tests nothing.

        Explore at least one. The body was not run.
        """
    case .order(let text) where Deviations(text) == nil:
      return """
        "\(text)" is not the order of a schedule.

        Copy the deviations from a failure, such as "3:1 7:2": pairs of the number of a choice, in ascending order, \
        and the number of an alternative. The body was not run.
        """
    default:
      return nil
    }
  }

  private func message(_ failure: Failure) -> String {
    let place = "Its failures are reported with this one."
    guard failure.run.hasChoices else {
      let name = name(failure).map { ", which \($0)," } ?? ""
      return """
        Every schedule fails: there is only one order.

        The first of \(total)\(name) had nothing to choose. \(place)
        """
    }
    let alone = """
      \(place) To replay it alone, write

        \(replay(schedule(of: failure)))
      """
    if fifo?.hasFailed == true {
      let first = failure.seed == nil ? "" : "The first schedule that fails is \(title(failure)). "
      return """
        First-in, first-out (FIFO) order fails too, so this is not a race.

        The test fails without an exploration as well. \(first)\(alone)
        """
    }
    let parting = fifo.map {
      Parting(failure.run.trace, named: shortTitle(failure), from: $0.run.trace).text
    }
    let paragraphs = ["A schedule fails: \(title(failure)).", parting, turningPoint, alone]
    return paragraphs.compactMap { $0 }.joined(separator: "\n\n")
  }

  private var total: Int {
    switch schedules.kind {
    case .random(let count, _): count
    case .every: exploration.schedules
    case .order: 1
    }
  }

  private func name(_ failure: Failure) -> String? {
    failure.seed.map { "has the seed \($0)" }
  }

  private func title(_ failure: Failure) -> String {
    switch schedules.kind {
    case .random:
      return "number \(failure.number) of \(total), which has the seed \(failure.seed ?? 0)"
    case .every:
      let deviations = counted(failure.deviations.count, "deviation")
      guard failure.isNearest else {
        return "order \(failure.number), with \(deviations) from first in, first out"
      }
      let orders =
        exploration.isComplete ? "all \(total) orders" : "the \(total) orders that were tried"
      return "of \(orders), the one nearest to first in, first out, with \(deviations)"
    case .order(let text):
      return "the order \"\(text)\""
    }
  }

  private func shortTitle(_ failure: Failure) -> String {
    failure.seed.map { "Seed \($0)" } ?? "The failing order"
  }

  private func schedule(of failure: Failure) -> Schedules {
    failure.seed.map { .random(1, seed: $0) } ?? .order("\(failure.deviations)")
  }

  // MARK: Warnings

  private var warning: String? {
    let mayVary =
      switch schedules.kind {
      case .random(let count, _): count > 1
      case .every: true
      case .order: false
      }
    guard needsVariety, mayVary, hasStores, hasDrawn == false,
      exploration.hadOverlappingEffects == false,
      exploration.distinctOrders <= 1
    else { return nil }
    return """
      An exploration has had nothing to vary: no two effects overlapped, and \
      \(exploration.schedules == 1 ? "there is one schedule" : "all \(exploration.schedules) schedules had the same order of actions").

      Make effects overlap: send the next action before you receive the actions of the effects of the previous one. To \
      allow actions that arrive in between, write 'store.exhaustivity.remove(.receivedActions)'.
      """
  }

  private func warn(_ warning: ReportedIssue) {
    #if compiler(>=6.3)
    if Test.current != nil, IssueReporting.current is TestReporter {
      Issue.record(
        Comment(rawValue: warning.message),
        severity: .warning,
        sourceLocation: SourceLocation(warning.location)
      )
      return
    }
    #endif
    IssueReporting.current.note(warning)
  }
}
