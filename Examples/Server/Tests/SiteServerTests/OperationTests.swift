// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Logging
import Metrics
import SharedModels
import SiteMiddleware
import SiteServer
import Testing
import WireClient

/// Tests health, metrics, request ids and errors.
@Suite struct OperationTests {
  private func get(_ port: Int, _ path: String, _ fields: String = "") async throws -> WireResponse?
  {
    try await blocking {
      let connection = try WireConnection(port: port)
      try connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n".utf8)
      return try connection.receive()
    }
  }

  private func text(_ answer: WireResponse?) -> String? {
    answer.map { String(decoding: $0.body, as: UTF8.self) }
  }

  @Test func `the health route answers with the result of the check`() async throws {
    let isHealthy = Recorder(true)
    let checked: (inout SiteServer) -> Void = { $0.isHealthy = { isHealthy.value } }
    try await withServer(.empty, checked) { port, _ in
      let answer = try await get(port, "/health")
      #expect(answer?.status == 200)
      #expect(text(answer) == #"{"status":"ok"}"#)
      isHealthy.set(false)
      let failing = try await get(port, "/health")
      #expect(failing?.status == 503)
      #expect(text(failing) == #"{"status":"failing"}"#)
    }
  }

  @Test
  func `clients on the machine can read the metrics, and clients behind a proxy cannot`()
    async throws
  {
    let metrics = PrometheusMetrics()
    let measured: (inout SiteServer) -> Void = { $0.metrics = metrics }
    try await withServer(.empty, measured) { port, _ in
      _ = try await get(port, "/nothing")
      _ = try await get(port, "/api/current-player")
      let answer = try await get(port, "/metrics")
      #expect(answer?["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
      let lines = try #require(text(answer)).split(separator: "\n")
      #expect(lines.contains("# TYPE http_server_request_duration_seconds summary"))
      for status in [404, 401] {
        #expect(
          lines.contains(
            "http_server_request_duration_seconds_count{method=\"GET\",status=\"\(status)\"} 1"
          )
        )
      }
      #expect(lines.contains("# TYPE http_server_connections gauge"))
      for field in ["X-Forwarded-For", "x-forwarded-proto", "Forwarded", "X-Forwarded-Host"] {
        let forwarded = try await get(port, "/metrics", "\(field): 127.0.0.1\r\n")
        #expect(forwarded?.status == 404)
      }
    }
    try await withServer(.empty) { port, _ in
      let answer = try await get(port, "/metrics")
      #expect(answer?.status == 404)
    }
  }

  @Test func `metrics are printed in the Prometheus format`() {
    let metrics = PrometheusMetrics()
    Counter(label: "a.games", dimensions: [("mode", "a\"\\\nb"), ("x", "y")], factory: metrics)
      .increment(by: 2)
    Counter(label: "a.games", dimensions: [("mode", "a\"\\\nb"), ("x", "y")], factory: metrics)
      .increment()
    Meter(label: "open-connections", dimensions: [], factory: metrics).set(7)
    let timer = Timer(label: "b.time", dimensions: [("status", "200")], factory: metrics)
    timer.recordMilliseconds(250)
    timer.recordMilliseconds(750)
    #expect(
      metrics.text == """
        # TYPE a_games_total counter
        a_games_total{mode="a\\"\\\\\\nb",x="y"} 3
        # TYPE b_time_seconds summary
        b_time_seconds_sum{status="200"} 1.0
        b_time_seconds_count{status="200"} 2
        # TYPE open_connections gauge
        open_connections 7.0

        """
    )
    let summary = metrics.summaries(of: "b.time")
    #expect(summary.map(\.count) == [2] && summary.map(\.mean) == [0.5])
    #expect(summary.map(\.longest) == [0.75])
  }

  @Test func `each answer has an id that identifies the request and its failure in the log`()
    async throws
  {
    struct IsBroken: Error, LocalizedError {
      var errorDescription: String? { "The disk is broken." }
    }
    let lines = Recorder<[String]>([])
    var environment = ServerEnvironment.empty
    environment.database.fetchLeaderboardSummary = { _ in throw IsBroken() }
    let body = #"{"gameMode":"timed","score":1}"#
    try await withServer(environment, logger: .recording(lines, .info)) { port, _ in
      let answer = try await blocking {
        let connection = try WireConnection(port: port)
        let fields = "Content-Length: \(body.utf8.count)\r\nX-Request-Id: mine\r\n"
        try connection.send(
          "POST /demo/games HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\(body)".utf8
        )
        return try connection.receive()
      }
      #expect(answer?.status == 500)
      let id = try #require(answer?["X-Request-Id"])
      #expect(id != "mine")
      let line = try #require(lines.value.first { $0.contains("request_id=\(id)") })
      #expect(line.hasPrefix("error request "))
      #expect(line.contains("error=The disk is broken."))
      #expect(line.contains("status=500"))
    }
  }
}
