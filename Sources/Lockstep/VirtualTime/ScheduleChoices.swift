// SPDX-License-Identifier: MIT

internal import Synchronization

/// The choices of one run of an explored test: the order of ready steps, and the values that the test draws.
///
/// The alternatives of a choice are numbered, and the first one corresponds to first in, first out. A run repeats the
/// choices of a script. After the script, it chooses at random if it has a seed, and otherwise always chooses the first
/// alternative.
package final class ScheduleChoices: Sendable {
  package struct Choice: Sendable, Hashable {
    package var index: Int
    package var count: Int
  }

  package enum Event: Sendable {
    /// A choice, with the numbers of the steps if it is a choice among steps.
    case choice(Choice, steps: [Int])
    /// A step that has run, and the things that it may have affected.
    case step(Int, Footprint)
  }

  /// The things that a step may affect or depend on.
  package enum Footprint: Sendable {
    /// A turn that changed only the state of its store.
    case turn
    /// A piece of an effect that affected nothing of a store except its mail.
    case piece
    case anything

    /// Whether two steps are known to have the same result in either order.
    package func commutes(with other: Self) -> Bool {
      switch (self, other) {
      case (.turn, .piece), (.piece, .turn): true
      default: false
      }
    }
  }

  private struct WeakDriver {
    weak var driver: ManualDriver?
  }

  private struct State {
    var choices: [Choice] = []
    var events: [Event] = []
    var generator: SplitMix64?
    var words: SplitMix64?
    var areWordsVaried = false
    var hasDrawn = false
    var drivers: [WeakDriver] = []

    mutating func note(_ choice: Choice, _ steps: [Int], _ isTraced: Bool) {
      choices.append(choice)
      if isTraced { events.append(.choice(choice, steps: steps)) }
    }
  }

  private let script: [Int]
  /// A number that distinguishes this run from others with the same script and seed.
  let variation: UInt64?
  /// Whether the run records its events, with the alternatives in first in, first out order.
  package let isTraced: Bool
  private let state: Mutex<State>

  /// Creates the choices of a run, and clamps indices of the script that are out of range.
  package init(
    script: [Int] = [],
    seed: UInt64?,
    variation: UInt64? = nil,
    isTraced: Bool = false
  ) {
    self.script = script
    self.variation = variation
    self.isTraced = isTraced
    state = Mutex(
      State(
        generator: (variation ?? seed).map { SplitMix64(seed: ~$0) },
        words: seed.map(SplitMix64.init)
      )
    )
  }

  package var made: [Choice] { state.withLock { $0.choices } }

  package var count: Int { state.withLock { $0.choices.count } }

  package var events: [Event] { state.withLock { $0.events } }

  package var hasDrawn: Bool { state.withLock { $0.hasDrawn } }

  var drivers: [ManualDriver] { state.withLock { $0.drivers.compactMap(\.driver) } }

  func add(_ driver: ManualDriver) {
    state.withLock { $0.drivers.append(WeakDriver(driver: driver)) }
  }

  var isScriptOver: Bool { state.withLock { $0.choices.count >= script.count } }

  /// Returns the alternative that the script determines or, after its end, the result of `pick`.
  func choose(among count: Int, steps: [Int] = [], _ pick: () -> Int) -> Int {
    guard count > 1 else { return 0 }
    return state.withLock { state in
      let position = state.choices.count
      let index = position < script.count ? min(max(script[position], 0), count - 1) : pick()
      state.note(Choice(index: index, count: count), steps, isTraced)
      return index
    }
  }

  package func draw(among count: Int) -> Int {
    guard count > 1 else { return 0 }
    return state.withLock { state in
      let position = state.choices.count
      state.hasDrawn = true
      var index = 0
      if position < script.count {
        index = min(max(script[position], 0), count - 1)
      } else if let word = state.generator?.next() {
        index = Int(word % UInt64(count))
      }
      state.note(Choice(index: index, count: count), [], isTraced)
      return index
    }
  }

  /// Draws a random word for the test; zero without a seed.
  package func drawWord() -> UInt64 {
    state.withLock { state in
      state.hasDrawn = true
      if let variation, isTraced == false, state.areWordsVaried == false,
        state.choices.count >= script.count
      {
        state.areWordsVaried = true
        state.words = SplitMix64(seed: variation)
      }
      return state.words?.next() ?? 0
    }
  }

  func noteStep(_ number: Int, _ footprint: Footprint) {
    guard isTraced else { return }
    state.withLock { $0.events.append(.step(number, footprint)) }
  }
}
