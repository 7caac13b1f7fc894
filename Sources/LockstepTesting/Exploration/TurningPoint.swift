// SPDX-License-Identifier: MIT

internal import Lockstep

/// A search for the first action after which a failing schedule fails regardless of its remaining choices.
///
/// The search repeats the choices up to an action and varies the choices that follow. It finds the action by bisection:
/// every variant that includes the action fails, and at least one variant that stops before it passes.
struct TurningPointSearch {
  static let variantCount = 20
  /// The total number of actions after which no further variant starts.
  ///
  /// A time limit would produce different reports for the same failure on slower machines.
  static let actionLimit = 20_000

  private let choices: [Int]
  private let seed: UInt64?
  private let isTraced: Bool
  private let trace: ActionTrace
  /// The number of choices before each action, and at the end.
  private let counts: [Int]

  /// The number of failing variants, by the number of actions in their common prefix.
  private var failures: [Int: Int] = [:]
  /// The bounds of the bisection, as numbers of actions.
  private var (low, high): (Int, Int)
  private var current: Int? = 0
  private var variant = 0
  /// An estimate of the actions in all variants so far, which assumes that each is as long as the failing schedule.
  private var actionCount = 0
  private var isRepeatable: Bool?

  init(_ run: ScheduledRun, seed: UInt64?) {
    choices = run.choices?.made.map(\.index) ?? []
    self.seed = seed
    isTraced = run.choices?.isTraced ?? false
    trace = run.trace
    counts = [0] + run.trace.choiceCounts
    (low, high) = (0, counts.count)
  }

  func next() -> ScheduleChoices? {
    guard isRepeatable != nil else {
      return ScheduleChoices(script: choices, seed: seed, isTraced: isTraced)
    }
    guard isRepeatable == true, let current, actionCount < Self.actionLimit else { return nil }
    return ScheduleChoices(
      script: Array(choices.prefix(counts[current])),
      seed: seed,
      variation: UInt64(variant),
      isTraced: isTraced
    )
  }

  mutating func ended(hasFailed: Bool) {
    guard isRepeatable != nil else {
      isRepeatable = hasFailed
      return
    }
    guard let current else { return }
    if hasFailed { failures[current, default: 0] += 1 }
    variant += 1
    actionCount += counts.count
    guard variant == Self.variantCount else { return }
    variant = 0
    failures[current, default: 0] += 0
    if failures[current] == Self.variantCount { high = current } else { low = current }
    self.current = high - low > 1 && high > 0 ? (low + high) / 2 : nil
  }

  var text: String? {
    if isRepeatable == false {
      return """
        It passes when it is repeated, so something other than the schedule decides, such as data from an earlier run, \
        a real clock or another thread.
        """
    }
    let count = Self.variantCount
    let hasNarrowed = low > 0 || high < counts.count
    guard current == nil || hasNarrowed else { return nil }
    guard high > 0 else {
      return "It fails with any choices: \(count) schedules that choose at random all fail."
    }
    let before =
      switch low {
      case 0: "choose at random"
      case 1: "begin with the same action"
      default: "begin with the same \(low) actions"
      }
    let share = "of \(count) schedules that \(before), \(failures[low] ?? 0) fail"
    let texts = trace.texts
    guard current == nil else {
      let earliest = low > 0 ? "after action \(low)" : ""
      guard high <= texts.count else { return "The failure becomes certain \(earliest): \(share)." }
      let latest = "\(low > 0 ? ", and " : "")at the latest with action \(high)"
      return """
        The failure becomes certain \(earliest)\(latest): \(share); of \(count) that begin with the same \(high) \
        actions, all fail.
        """
    }
    guard high <= texts.count else {
      return "The failure becomes certain only after the last action: \(share)."
    }
    return """
      The failure becomes certain with action \(high): \(share); of \(count) that continue with this one, all fail.

        \(high). \(texts[high - 1].action)
           \(texts[high - 1].cause)
      """
  }
}
