// SPDX-License-Identifier: MIT

internal import Lockstep
internal import Synchronization

/// One run of the body of an exploration.
final class ScheduledRun: Sendable {
  /// The run under way in this task.
  @TaskLocal static var current: ScheduledRun?

  /// Goes up when a schedule decides anything.
  let choice = AtomicFlag()
  let seed: UInt64
  private let stores = Atomic(0)

  init(seed: UInt64) {
    self.seed = seed
  }

  /// Whether a store has taken part.
  var hasStores: Bool { stores.load(ordering: .relaxed) > 0 }

  /// Makes the seed of a store: the seed of the run for the first one, and for each that follows
  /// another one, which depends on nothing else.
  func makeSeed() -> UInt64 {
    let number = stores.wrappingAdd(1, ordering: .relaxed).oldValue
    guard number > 0 else { return seed }
    var generator = SplitMix64(seed: seed ^ UInt64(number) << 32)
    return generator.next()
  }
}
