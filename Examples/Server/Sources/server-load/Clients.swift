// SPDX-License-Identifier: MIT

internal import Foundation
internal import WireClient

struct Latencies {
  private var sorted: [Double]
  private let seconds: Double

  init(_ milliseconds: [Double], seconds: Double) {
    sorted = milliseconds.sorted()
    self.seconds = seconds
  }

  var median: Double { percentile(0.5) }

  var line: String {
    let rate = Double(sorted.count) / seconds
    return String(
      format: "%d answers in %.1f s: %.0f per second, p50 %.2f ms, p99 %.2f ms, at most %.2f ms",
      sorted.count,
      seconds,
      rate,
      median,
      percentile(0.99),
      sorted.last ?? 0
    )
  }

  /// A table row: the number of answers, the median, the 99th percentile, and the maximum.
  var row: String {
    String(
      format: "%d | %.1f ms | %.1f ms | %.1f ms",
      sorted.count,
      median,
      percentile(0.99),
      sorted.last ?? 0
    )
  }

  private func percentile(_ part: Double) -> Double {
    sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }
}

/// Runs request loops on several connections at once.
///
/// The body receives the number of its connection, and a function that sends a request and waits for the answer.
func exchange(
  port: Int,
  connections: Int,
  _ body: @escaping @Sendable (Int, (_ request: [UInt8]) throws -> WireResponse) throws -> Void
) async throws -> Latencies {
  let start = ContinuousClock.now
  let times = try await withThrowingTaskGroup(of: [Double].self) { group in
    for number in 0..<connections {
      group.addTask {
        try await blocking {
          let connection = try WireConnection(port: port)
          var times: [Double] = []
          try body(number) { request in
            let start = ContinuousClock.now
            try connection.send(request)
            guard let response = try connection.receive() else { throw WireError.incomplete }
            times.append(start.duration(to: .now) / .milliseconds(1))
            return response
          }
          return times
        }
      }
    }
    return try await group.reduce(into: []) { $0 += $1 }
  }
  return Latencies(times, seconds: start.duration(to: .now) / .seconds(1))
}
