// SPDX-License-Identifier: MIT

internal import HTTPTypes
internal import Logging
internal import Metrics

/// The log and the metrics of a server.
struct Telemetry: Sendable {
  /// The reason for which the server has closed a connection.
  enum Closing: String {
    /// Another connection took its place.
    case evicted
    /// Too many requests waited for their answers.
    case pipelined
    /// The server stops.
    case stopped
    /// Its client did not take the answer.
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
    // Anybody can make up methods.
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
