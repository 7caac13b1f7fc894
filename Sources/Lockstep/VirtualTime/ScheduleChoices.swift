// SPDX-License-Identifier: MIT

internal import Synchronization

/// The choices of one run of an explored test: what comes next of all that is ready, and what the test draws.
///
/// The alternatives of a choice are numbered; the first one is that of first in, first out. A run repeats the
/// choices of a script, and then makes others: by chance, if there is a seed, or else the first one.
///
/// Complexity: O(1) for each choice.
package final class ScheduleChoices: Sendable {
  /// A choice among several alternatives.
  package struct Choice: Sendable, Hashable {
    package var index: Int
    package var count: Int
  }

  /// An event of a run that a search through all orders has to know.
  package enum Event: Sendable {
    /// A choice among steps, by their numbers, or among other things.
    case choice(Choice, steps: [Int])
    /// A step that was taken, and what it may have affected.
    case step(Int, Footprint)
  }

  /// The things that a step may affect, and be affected by.
  package enum Footprint: Sendable {
    /// A turn that has changed only the state of its store.
    case turn
    /// A piece of an effect, and nothing of a store but its mail.
    case piece
    /// Anything.
    case anything

    /// Whether two steps lead to the same in either order, as far as is known.
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
    /// The source of the random numbers that the test draws after the script.
    var generator: SplitMix64?
    /// The source of the words that the test draws.
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
  /// Whether the alternatives are in the order of first in, first out, and the events are kept.
  package let isTraced: Bool
  private let state: Mutex<State>

  /// Creates the choices of a run.
  ///
  /// - Parameters:
  ///   - script: The alternatives to choose first; one that does not exist stands for the last one.
  ///   - seed: The seed that decides what the test draws after that; `nil` for the first alternative.
  ///   - variation: A number that decides all that comes after the script, instead of the seeds.
  ///   - isTraced: Whether to keep the events of the run.
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

  /// The choices that have been made.
  package var made: [Choice] { state.withLock { $0.choices } }

  /// The number of choices that have been made.
  package var count: Int { state.withLock { $0.choices.count } }

  /// The events so far, if they are kept.
  package var events: [Event] { state.withLock { $0.events } }

  /// Whether the test has drawn anything.
  package var hasDrawn: Bool { state.withLock { $0.hasDrawn } }

  /// The stores of the run.
  var drivers: [ManualDriver] { state.withLock { $0.drivers.compactMap(\.driver) } }

  func add(_ driver: ManualDriver) {
    state.withLock { $0.drivers.append(WeakDriver(driver: driver)) }
  }

  /// Whether the script has come to its end.
  var isScriptOver: Bool { state.withLock { $0.choices.count >= script.count } }

  /// Makes a choice.
  ///
  /// - Parameters:
  ///   - count: The number of alternatives; with fewer than two, there is no choice.
  ///   - steps: The numbers of the steps among which to choose, if they are steps.
  ///   - pick: Chooses if the script does not.
  /// - Returns: The index of the alternative.
  func choose(among count: Int, steps: [Int] = [], _ pick: () -> Int) -> Int {
    guard count > 1 else { return 0 }
    return state.withLock { state in
      let position = state.choices.count
      let index = position < script.count ? min(max(script[position], 0), count - 1) : pick()
      state.note(Choice(index: index, count: count), steps, isTraced)
      return index
    }
  }

  /// Lets the test draw one of several alternatives.
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

  /// Lets the test draw a word that only the seed determines, or zero without a seed.
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

  /// Notes that a step has been taken.
  func noteStep(_ number: Int, _ footprint: Footprint) {
    guard isTraced else { return }
    state.withLock { $0.events.append(.step(number, footprint)) }
  }
}
