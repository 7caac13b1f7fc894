// SPDX-License-Identifier: MIT

internal import Logging
internal import Metrics
internal import Synchronization

/// Adds up how many requests were answered, and how long that took, until somebody asks.
final class RequestTotals: MetricsFactory {
  private struct Total {
    var count = 0
    var nanoseconds: Int64 = 0
    var longest: Int64 = 0
  }

  private let totals = Mutex<[String: Total]>([:])

  /// For each status the count, the mean and the longest time in milliseconds.
  var metadata: Logger.Metadata {
    totals.withLock { totals in
      Dictionary(
        uniqueKeysWithValues: totals.map { status, total in
          let mean = total.nanoseconds / Int64(max(1, total.count))
          return (
            status,
            .string(
              "\(total.count) requests, \(milliseconds(mean)) ms, at most \(milliseconds(total.longest)) ms"
            )
          )
        }
      )
    }
  }

  private func milliseconds(_ nanoseconds: Int64) -> Double {
    Double(nanoseconds / 10_000) / 100
  }

  fileprivate func record(_ status: String, _ nanoseconds: Int64) {
    totals.withLock { totals in
      totals[status, default: Total()].count += 1
      totals[status, default: Total()].nanoseconds += nanoseconds
      totals[status, default: Total()].longest = max(totals[status]?.longest ?? 0, nanoseconds)
    }
  }

  // MARK: Metrics

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    let status = dimensions.first { $0.0 == "status" }?.1
    guard label == "http.server.request.duration", let status else {
      return NOOPMetricsHandler.instance
    }
    return StatusTimer(totals: self, status: status)
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    NOOPMetricsHandler.instance
  }

  func makeRecorder(
    label: String,
    dimensions: [(String, String)],
    aggregate: Bool
  ) -> any RecorderHandler {
    NOOPMetricsHandler.instance
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    NOOPMetricsHandler.instance
  }

  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
}

private final class StatusTimer: TimerHandler {
  let totals: RequestTotals
  let status: String

  init(totals: RequestTotals, status: String) {
    self.totals = totals
    self.status = status
  }

  func recordNanoseconds(_ duration: Int64) {
    totals.record(status, duration)
  }
}
