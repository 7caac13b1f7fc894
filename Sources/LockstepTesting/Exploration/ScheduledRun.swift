// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// One run of the body of an exploration.
final class ScheduledRun: Sendable {
  /// The run in progress in this task.
  @TaskLocal static var current: ScheduledRun?

  /// The choices of the run; `nil` for first-in, first-out (FIFO) order.
  let choices: ScheduleChoices?
  /// The actions of its stores.
  let trace = ActionTrace()
  /// Whether failures of the run are only counted.
  let isHidden: Bool
  /// A flag that goes up when two effects are under way at the same time.
  let overlap = AtomicFlag()
  private let seed: UInt64?
  private let stores = Atomic(0)
  private let notes: ShownNotes

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - choices: The choices of the run, or `nil` for first in, first out.
  ///   - seed: The seed that decides the order; `nil` if the choices are those of a script.
  ///   - isHidden: Whether failures of the run are only counted.
  ///   - notes: The notes of the earlier runs of the exploration.
  init(choices: ScheduleChoices?, seed: UInt64? = nil, isHidden: Bool, notes: ShownNotes) {
    self.choices = choices
    self.seed = seed
    self.isHidden = isHidden
    self.notes = notes
  }

  /// Returns whether a note is new to the exploration, which remembers it from now on.
  func isNew(_ note: ReportedIssue) -> Bool { notes.insert(note) }

  /// Notes that a part of the state, which a store ignores, has changed, or has not by the end of the run.
  ///
  /// - Parameters:
  ///   - hasChanged: Whether it has changed.
  ///   - issue: The failure that names the part.
  func note(hasChanged: Bool, _ issue: ReportedIssue) { notes.note(hasChanged: hasChanged, issue) }

  /// Whether a store has taken part.
  var hasStores: Bool { stores.load(ordering: .relaxed) > 0 }

  /// Whether anything could have been chosen otherwise.
  var hasChoices: Bool { choices.map { $0.count > 0 } ?? false }

  /// Makes the order of a store, or returns `nil` if it is first in, first out.
  ///
  /// The first store has the seed of the run, and each store that follows another one, which depends on nothing
  /// else.
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

/// The notes that an exploration has shown, so that it shows each of them once rather than for each
/// schedule, and what its end shows once for all of them.
final class ShownNotes: Sendable {
  private let notes = Mutex<Set<ReportedIssue>>([])
  /// The failures for ignored parts of the state that have not changed in a run, and for those that have in one.
  private let parts = Mutex<(unchanged: [ReportedIssue], changed: Set<ReportedIssue>)>(([], []))

  /// The failures for ignored parts of the state that have not changed in any run, in order.
  var unchangedParts: [ReportedIssue] {
    parts.withLock { parts in parts.unchanged.filter { parts.changed.contains($0) == false } }
  }

  /// Notes that an ignored part of the state has changed, or has not by the end of a run.
  func note(hasChanged: Bool, _ issue: ReportedIssue) {
    parts.withLock { parts in
      if hasChanged {
        parts.changed.insert(issue)
      } else if parts.unchanged.contains(issue) == false {
        parts.unchanged.append(issue)
      }
    }
  }

  /// Adds a note; returns `false` if it is already there.
  func insert(_ note: ReportedIssue) -> Bool {
    notes.withLock { $0.insert(note).inserted }
  }
}
