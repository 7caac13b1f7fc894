// SPDX-License-Identifier: MIT

import Benchmark

/// A row of the table: what is measured, and what it may cost.
struct Row: Sendable {
  enum Kind: Sendable {
    /// Time for each operation, as a ratio to a reference that is measured in the same run.
    case ratio(Goal?, @Sendable @BenchmarkActor () -> Work)
    /// The same for what takes so long that it is measured once; `nil` if it did not work.
    case once(Goal, @Sendable @BenchmarkActor () -> Once?)
    /// Something that is counted once; `nil` if it did not work at all.
    case count(Limit, unit: String, @Sendable @BenchmarkActor () -> Double?)
  }

  enum Limit: Sendable {
    case atMost(Double)
    case itWorks
    /// For comparison only.
    case none
  }

  let name: String
  let kind: Kind
}

/// How often the reference an operation may cost.
struct Goal: Sendable {
  let ratio: Double
  /// What the contract says, where it says it in nanoseconds.
  var nanoseconds: Double?
}

/// The code of a row.
struct Work {
  typealias Body = (inout BenchmarkState) throws -> Void

  /// What the reference is called in the table.
  let reference: String
  /// How many operations each of the bodies does.
  let operations: Int
  /// How often to measure it at most, if one time takes long.
  var rounds = Int.max
  let subject: Body
  let bare: Body
}

/// What was measured once, in nanoseconds.
struct Once {
  let reference: String
  let subject: Double
  let bare: Double
}

extension Row {
  /// What the contract states in nanoseconds.
  ///
  /// - Parameters:
  ///   - name: The name of the row.
  ///   - goal: What an operation may cost, in nanoseconds, on the kind of machine that the contract
  ///     was made for.
  ///   - nominal: What the reference costs there when nothing else runs.
  ///   - least: The ratio that is allowed in any case, where the reference is the work of Swift's
  ///     runtime or of the system.
  ///   - work: What to measure.
  /// - Returns: The row.
  static func time(
    _ name: String,
    goal: Double,
    nominal: Double,
    noLessThan least: Double = 0,
    _ work: @escaping @Sendable @BenchmarkActor () -> Work
  ) -> Row {
    let goal = Goal(ratio: max(goal / nominal, least), nanoseconds: goal)
    return Row(name: name, kind: .ratio(goal, work))
  }

  /// The same for what is measured once.
  static func once(
    _ name: String,
    goal: Double,
    nominal: Double,
    _ measure: @escaping @Sendable @BenchmarkActor () -> Once?
  ) -> Row {
    Row(name: name, kind: .once(Goal(ratio: goal / nominal, nanoseconds: goal), measure))
  }

  /// What the contract states as a ratio.
  static func ratio(
    _ name: String,
    atMost ratio: Double,
    _ work: @escaping @Sendable @BenchmarkActor () -> Work
  ) -> Row {
    Row(name: name, kind: .ratio(Goal(ratio: ratio), work))
  }

  /// What is measured for comparison only.
  static func peer(
    _ name: String,
    _ work: @escaping @Sendable @BenchmarkActor () -> Work
  ) -> Row {
    Row(name: name, kind: .ratio(nil, work))
  }

  /// What is counted for comparison only.
  static func peer(
    _ name: String,
    _ unit: String,
    _ measure: @escaping @Sendable @BenchmarkActor () -> Double?
  ) -> Row {
    Row(name: name, kind: .count(.none, unit: unit, measure))
  }

  /// What is counted.
  static func count(
    _ name: String,
    atMost limit: Double,
    _ unit: String,
    _ measure: @escaping @Sendable @BenchmarkActor () -> Double?
  ) -> Row {
    Row(name: name, kind: .count(.atMost(limit), unit: unit, measure))
  }

  /// What only has to work, whatever is counted.
  static func works(
    _ name: String,
    _ unit: String,
    _ measure: @escaping @Sendable @BenchmarkActor () -> Double?
  ) -> Row {
    Row(name: name, kind: .count(.itWorks, unit: unit, measure))
  }
}
