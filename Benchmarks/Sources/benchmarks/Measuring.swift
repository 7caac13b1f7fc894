// SPDX-License-Identifier: MIT

import Benchmark

/// Measures rows, and calls back with the results in the order of the rows.
///
/// A round measures each row once, and its reference next to it, so that both meet the same
/// conditions; of all rounds the minimum counts, because whatever else the machine does can only
/// add to the time.
@BenchmarkActor func measure(
  _ rows: [Row],
  rounds: Int,
  progress: @Sendable (String) -> Void
) throws -> [RowResult] {
  let works = rows.map { row -> Work? in
    if case .ratio(_, let work) = row.kind { work() } else { nil }
  }
  let suites = zip(rows, works).map { row, work -> BenchmarkSuite? in
    guard let work else { return nil }
    let suite = BenchmarkSuite(name: row.name)
    suite.benchmark("bare", function: work.bare)
    suite.benchmark("subject", function: work.subject)
    return suite
  }
  var minima: [String: Double] = [:]
  progress("\(rounds) rounds")
  for round in 1...rounds {
    var runner = BenchmarkRunner(
      suites: zip(suites, works).compactMap { suite, work in
        round <= work?.rounds ?? 0 ? suite : nil
      },
      settings: [
        // The first time warms up as well.
        Iterations(1), WarmupIterations(round == 1 ? 1 : 0), Format(.none), Quiet(true),
      ]
    )
    try runner.run()
    for result in runner.results {
      let name = "\(result.suiteName)/\(result.benchmarkName)"
      for measurement in result.measurements {
        minima[name] = min(minima[name] ?? .infinity, measurement)
      }
    }
  }

  return zip(rows, works).map { row, work in
    switch row.kind {
    case .ratio(let goal, _):
      let operations = Double(work?.operations ?? 1)
      return RowResult(
        name: row.name,
        goal: goal,
        reference: work?.reference ?? "",
        subject: (minima["\(row.name)/subject"] ?? .nan) / operations,
        bare: (minima["\(row.name)/bare"] ?? .nan) / operations
      )
    case .once(let goal, let measure):
      progress(row.name)
      guard let once = measure() else { return RowResult(failed: row.name) }
      return RowResult(
        name: row.name,
        goal: goal,
        reference: once.reference,
        subject: once.subject,
        bare: once.bare
      )
    case .count(let limit, let unit, let count):
      progress(row.name)
      return RowResult(name: row.name, count: count(), limit: limit, unit: unit)
    }
  }
}
