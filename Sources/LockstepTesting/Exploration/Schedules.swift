// SPDX-License-Identifier: MIT

internal import Lockstep

/// The schedules that an exploration tries, unless it chooses them at random.
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

  /// The seed of the first schedule, if seeds decide.
  var seed: UInt64? {
    // NB: As 'if case', this crashes the optimizer of Swift 6.3.1.
    switch kind {
    case .random(_, let seed): seed
    case .every, .order: nil
    }
  }

  /// Returns schedules that choose at random, each by a seed of its own.
  ///
  /// - Parameters:
  ///   - count: The number of schedules.
  ///   - seed: The seed of the first schedule; the next one has that seed plus one, and so on.
  /// - Returns: The schedules.
  package static func random(_ count: Int = 1_000, seed: UInt64 = 0) -> Self {
    Self(kind: .random(count, seed: seed))
  }

  /// Returns all schedules, found by depth-first search, of which those are left out that only exchange two
  /// neighboring steps neither of which can affect the other.
  ///
  /// A turn that starts no effect is known to affect nothing but the state of its
  /// store, as long as its reducer asks nothing of the environment that effects change as well. A piece of an
  /// effect may use what others use, so all orders of the pieces of effects are tried.
  ///
  /// If some fail, the one reported deviates least from first-in, first-out (FIFO) order.
  ///
  /// Source: sleep sets, from P. Godefroid, *Partial-Order Methods for the Verification of Concurrent Systems*,
  /// 1996, chapter 5.
  ///
  /// Complexity: the number of orders grows exponentially with the number of steps that overlap.
  ///
  /// - Parameter limit: The maximum number of runs. To find the order that deviates least, there may be as many
  ///   again.
  /// - Returns: The schedules.
  public static func every(limit: Int = 10_000) -> Self {
    Self(kind: .every(limit: limit))
  }

  /// Returns the one schedule that a failure of ``every(limit:)`` has named.
  ///
  /// - Parameter deviations: Each choice that is not the first one: its number, a colon, and the number of the
  ///   alternative, both counted from zero, as in `"3:1 7:2"`. Without any, the order is first in, first out.
  /// - Returns: The schedule.
  public static func order(_ deviations: String) -> Self {
    Self(kind: .order(deviations))
  }
}

extension Schedules {
  /// The arguments of the trait, as they are written in code.
  var traitArguments: String {
    if case .random(let count, let seed) = kind { "\(count), seed: \(seed)" } else { arguments }
  }

  /// The arguments of `explore`, as they are written in code.
  var arguments: String {
    switch kind {
    case .random(let count, let seed): "schedules: \(count), seed: \(seed)"
    case .every(let limit): ".every(limit: \(limit))"
    case .order(let deviations): ".order(\"\(deviations)\")"
    }
  }
}

/// The choices of an order that are not the first ones, as text.
struct Deviations: CustomStringConvertible {
  let script: [Int]

  init(_ choices: [ScheduleChoices.Choice]) {
    script = choices.map(\.index)
  }

  /// Reads the description of deviations; returns `nil` if it is none.
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

  /// Returns the first deviation that a run could not make, and the number of alternatives that there were.
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
