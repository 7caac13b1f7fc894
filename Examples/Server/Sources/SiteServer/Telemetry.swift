// SPDX-License-Identifier: MIT

internal import HTTPTypes
internal import Logging
internal import Metrics

struct Telemetry: Sendable {
  enum Closing: String {
    case evicted
    case pipelined
    case stopped
    case unread
  }

  var logger: Logger
  var metrics: any MetricsFactory

  func openConnections(_ count: Int) {
    Meter(label: "http.server.connections", dimensions: [], factory: metrics).set(count)
  }

  func closed(_ connection: Connection, _ reason: Closing) {
    Counter(
      label: "http.server.connections.closed",
      dimensions: [("reason", reason.rawValue)],
      factory: metrics
    )
    .increment()
    logger.info(
      "connection closed",
      metadata: ["address": "\(connection.address)", "reason": "\(reason.rawValue)"]
    )
  }

  func answered(
    _ method: HTTPRequest.Method,
    _ status: HTTPResponse.Status,
    _ duration: Duration
  ) {
    // Clients can send arbitrary methods, which would create arbitrary labels.
    let known: [HTTPRequest.Method] = [.delete, .get, .head, .options, .patch, .post, .put]
    let dimensions = [
      ("method", known.contains(method) ? method.rawValue : "other"), ("status", "\(status.code)"),
    ]
    Metrics.Timer(
      label: "http.server.request.duration",
      dimensions: dimensions,
      factory: metrics
    )
    .recordNanoseconds(Int64(duration / .nanoseconds(1)))
  }
}
