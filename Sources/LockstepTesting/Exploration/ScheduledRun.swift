// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// One run of the body of an exploration.
final class ScheduledRun: Sendable {
  /// The run in progress in this task.
  @TaskLocal static var current: ScheduledRun?

  /// A flag that goes up when a schedule decides anything.
  let choice = AtomicFlag()
  /// The actions of its stores.
  let trace = ActionTrace()
  private let seed: UInt64?
  private let stores = Atomic(0)
  private let notes: ShownNotes

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - seed: The seed that decides the order, or `nil` for first in, first out.
  ///   - notes: The notes of the earlier runs of the exploration.
  init(seed: UInt64?, notes: ShownNotes) {
    self.seed = seed
    self.notes = notes
  }

  /// Returns whether a note is new to the exploration, which remembers it from now on.
  func isNew(_ note: ReportedIssue) -> Bool { notes.insert(note) }

  /// Whether a store has taken part.
  var hasStores: Bool { stores.load(ordering: .relaxed) > 0 }

  /// Makes the seed of a store: the seed of the run for the first store, and another one, which depends
  /// on nothing else, for each store that follows; `nil` if the order is first in, first out.
  func makeSeed() -> UInt64? {
    let number = stores.wrappingAdd(1, ordering: .relaxed).oldValue
    guard let seed, number > 0 else { return seed }
    var generator = SplitMix64(seed: seed ^ UInt64(number) << 32)
    return generator.next()
  }
}

/// The notes that an exploration has shown, so that it shows each of them once rather than for each
/// schedule.
final class ShownNotes: Sendable {
  private let notes = Mutex<Set<ReportedIssue>>([])

  /// Adds a note; returns `false` if it is already there.
  func insert(_ note: ReportedIssue) -> Bool {
    notes.withLock { $0.insert(note).inserted }
  }
}
