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
  /// The time in the contract, where it is stated in nanoseconds.
  var nanoseconds: Double?
}

/// The code of a row.
struct Work {
  typealias Body = (inout BenchmarkState) throws -> Void

  /// The name of the reference in the table.
  let reference: String
  /// How many operations each of the bodies does.
  let operations: Int
  /// How often to measure it at most, if one time takes long.
  var rounds = Int.max
  let subject: Body
  let bare: Body
}

/// A single measurement, in nanoseconds.
struct Once {
  let reference: String
  let subject: Double
  let bare: Double
}

extension Row {
  /// A row that the contract states in nanoseconds.
  ///
  /// - Parameters:
  ///   - name: The name of the row.
  ///   - goal: The allowed cost of an operation, in nanoseconds, on the kind of machine that the contract
  ///     was made for.
  ///   - nominal: The cost of the reference there when nothing else runs.
  ///   - least: The ratio that is allowed in any case, where the reference is the work of Swift's
  ///     runtime or of the system.
  ///   - work: The work to measure.
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

  /// The same for a single measurement.
  static func once(
    _ name: String,
    goal: Double,
    nominal: Double,
    _ measure: @escaping @Sendable @BenchmarkActor () -> Once?
  ) -> Row {
    Row(name: name, kind: .once(Goal(ratio: goal / nominal, nanoseconds: goal), measure))
  }

  /// A row that the contract states as a ratio.
  static func ratio(
    _ name: String,
    atMost ratio: Double,
    _ work: @escaping @Sendable @BenchmarkActor () -> Work
  ) -> Row {
    Row(name: name, kind: .ratio(Goal(ratio: ratio), work))
  }

  /// A row that is measured for comparison only.
  static func peer(
    _ name: String,
    _ work: @escaping @Sendable @BenchmarkActor () -> Work
  ) -> Row {
    Row(name: name, kind: .ratio(nil, work))
  }

  /// A row that is counted for comparison only.
  static func peer(
    _ name: String,
    _ unit: String,
    _ measure: @escaping @Sendable @BenchmarkActor () -> Double?
  ) -> Row {
    Row(name: name, kind: .count(.none, unit: unit, measure))
  }

  /// A row that is counted.
  static func count(
    _ name: String,
    atMost limit: Double,
    _ unit: String,
    _ measure: @escaping @Sendable @BenchmarkActor () -> Double?
  ) -> Row {
    Row(name: name, kind: .count(.atMost(limit), unit: unit, measure))
  }

  /// A row that only has to work, for any count.
  static func works(
    _ name: String,
    _ unit: String,
    _ measure: @escaping @Sendable @BenchmarkActor () -> Double?
  ) -> Row {
    Row(name: name, kind: .count(.itWorks, unit: unit, measure))
  }
}
