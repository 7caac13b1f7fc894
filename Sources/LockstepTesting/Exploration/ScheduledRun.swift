// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// One run of the body of an exploration.
final class ScheduledRun: Sendable {
  @TaskLocal static var current: ScheduledRun?

  /// The choices of the run, or `nil` for first-in, first-out (FIFO) order.
  let choices: ScheduleChoices?
  let trace = ActionTrace()
  /// Whether failures of the run are counted but not reported.
  let isHidden: Bool
  /// A flag that is set when two effects overlap.
  let overlap = AtomicFlag()
  private let seed: UInt64?
  private let stores = Atomic(0)
  private let notes: ShownNotes

  init(choices: ScheduleChoices?, seed: UInt64? = nil, isHidden: Bool, notes: ShownNotes) {
    self.choices = choices
    self.seed = seed
    self.isHidden = isHidden
    self.notes = notes
  }

  /// Returns whether a note is new to the exploration, and remembers it.
  func isNew(_ note: ReportedIssue) -> Bool { notes.insert(note) }

  /// Records whether the ignored part of the state that `issue` names changed during the run.
  func note(hasChanged: Bool, _ issue: ReportedIssue) { notes.note(hasChanged: hasChanged, issue) }

  var hasStores: Bool { stores.load(ordering: .relaxed) > 0 }

  var hasChoices: Bool { choices.map { $0.count > 0 } ?? false }

  /// Creates the order of a store, or returns `nil` for first in, first out.
  ///
  /// The first store uses the seed of the run. Each later store uses a seed that only the run's seed and the store's
  /// number determine.
  func makeOrder() -> RandomSchedule? {
    let number = stores.wrappingAdd(1, ordering: .relaxed).oldValue
    guard let choices else { return nil }
    let seed = seed.map { seed in
      guard number > 0 else { return seed }
      var generator = SplitMix64(seed: seed ^ UInt64(number) << 32)
      return generator.next()
    }
    return RandomSchedule(seed: seed, choices: choices, number: number)
  }
}

/// The notes of an exploration, each of which is shown once rather than for each schedule.
final class ShownNotes: Sendable {
  private let notes = Mutex<Set<ReportedIssue>>([])
  /// The issues for ignored parts of the state that did not change in at least one run, and for those that changed.
  private let parts = Mutex<(unchanged: [ReportedIssue], changed: Set<ReportedIssue>)>(([], []))

  /// The issues for ignored parts of the state that changed in no run, in order of discovery.
  var unchangedParts: [ReportedIssue] {
    parts.withLock { parts in parts.unchanged.filter { parts.changed.contains($0) == false } }
  }

  func note(hasChanged: Bool, _ issue: ReportedIssue) {
    parts.withLock { parts in
      if hasChanged {
        parts.changed.insert(issue)
      } else if parts.unchanged.contains(issue) == false {
        parts.unchanged.append(issue)
      }
    }
  }

  func insert(_ note: ReportedIssue) -> Bool {
    notes.withLock { $0.insert(note).inserted }
  }
}
