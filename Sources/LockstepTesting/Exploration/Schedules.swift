// SPDX-License-Identifier: MIT

internal import Lockstep

/// The schedules that an exploration tries.
///
/// ```swift
/// explore(.every(limit: 10_000)) {
///   let store = TestStore(
///     initialState: Search.State(),
///     reducer: Search.reducer,
///     environment: .test
///   )
///   store.send(.bothTapped)
///   store.skipReceived()
/// }
/// ```
public struct Schedules: Sendable, Hashable {
  enum Kind: Hashable {
    case random(Int, seed: UInt64)
    case every(limit: Int)
    case order(String)
  }

  let kind: Kind

  var seed: UInt64? {
    // NB: As 'if case', this crashes the optimizer of Swift 6.3.1.
    switch kind {
    case .random(_, let seed): seed
    case .every, .order: nil
    }
  }

  /// Returns random schedules, each with its own seed.
  ///
  /// The first schedule uses `seed`, the second `seed + 1`, and so on.
  package static func random(_ count: Int = 1_000, seed: UInt64 = 0) -> Self {
    Self(kind: .random(count, seed: seed))
  }

  /// Returns all schedules, except those that only exchange independent neighboring steps of another schedule.
  ///
  /// The exploration finds the schedules by depth-first search. A turn that starts no effect is independent of steps
  /// outside its store, provided that its reducer does not read anything from the environment that effects change. The
  /// steps of effects may share resources, so the exploration tries all of their orders.
  ///
  /// If several schedules fail, the exploration reports the one with the fewest deviations from first-in, first-out
  /// (FIFO) order.
  ///
  /// Source: sleep sets, from P. Godefroid, *Partial-Order Methods for the Verification of Concurrent Systems*,
  /// 1996, chapter 5.
  ///
  /// Complexity: The number of orders grows exponentially with the number of overlapping steps.
  ///
  /// - Parameter limit: The maximum number of runs. The search for the fewest deviations may use the same number again.
  /// - Returns: The schedules.
  public static func every(limit: Int = 10_000) -> Self {
    Self(kind: .every(limit: limit))
  }

  /// Returns the schedule that a failure of ``every(limit:)`` reported.
  ///
  /// - Parameter deviations: The choices other than the first alternative. Each consists of the number of the choice, a
  ///   colon and the number of the alternative, both starting at zero, as in `"3:1 7:2"`. An empty string selects
  ///   first-in, first-out order.
  /// - Returns: The schedule.
  public static func order(_ deviations: String) -> Self {
    Self(kind: .order(deviations))
  }
}

extension Schedules {
  var traitArguments: String {
    if case .random(let count, let seed) = kind { "\(count), seed: \(seed)" } else { arguments }
  }

  var arguments: String {
    switch kind {
    case .random(let count, let seed): "schedules: \(count), seed: \(seed)"
    case .every(let limit): ".every(limit: \(limit))"
    case .order(let deviations): ".order(\"\(deviations)\")"
    }
  }
}

/// The choices of an order other than the first alternatives, as text.
struct Deviations: CustomStringConvertible {
  let script: [Int]

  init(_ choices: [ScheduleChoices.Choice]) {
    script = choices.map(\.index)
  }

  init?(_ text: String) {
    var script: [Int] = []
    for word in text.split(separator: " ") {
      let numbers = word.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let position = numbers[0], let index = numbers[1], index > 0,
        (script.count..<1_000_000).contains(position)
      else { return nil }
      script += Array(repeating: 0, count: position - script.count) + [index]
    }
    self.script = script
  }

  var count: Int { script.count { $0 != 0 } }

  /// Returns the first deviation that a run could not make, and its number of alternatives.
  func missing(in choices: [ScheduleChoices.Choice]) -> (deviation: String, count: Int)? {
    for (position, index) in script.enumerated() where index > 0 {
      let count = position < choices.count ? choices[position].count : 0
      if index >= count { return ("\(position):\(index)", count) }
    }
    return nil
  }

  var description: String {
    script.enumerated().filter { $0.element != 0 }.map { "\($0.offset):\($0.element)" }
      .joined(separator: " ")
  }
}
