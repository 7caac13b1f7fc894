// SPDX-License-Identifier: MIT

import LockstepRouting
import Logging
import Metrics
import ServerRouter
import ServiceLifecycle
import SiteMiddleware
import SiteServer
import Testing
import UnixSignals
import WireClient

/// Tests the examples in the comments of `Sources/SiteServer`.
@Suite struct ServerCommentTests {
  @Test func `a limiter returns the seconds until the next attempt`() {
    var lines: [String] = []
    func print(_ line: String) { lines.append(line) }
    let limiter = RateLimiter(60, per: .seconds(3_600), burst: 60)
    for _ in 0...60 {
      if let seconds = limiter.take("192.0.2.1") {
        print("try again in \(seconds) s")
      }
    }
    #expect(lines.count == 1 && lines[0].hasPrefix("try again in "))
  }

  @Test func `metrics are printed for Prometheus`() {
    var lines: [String] = []
    func print(_ line: String) { lines.append(line) }
    let metrics = PrometheusMetrics()
    Counter(label: "games", dimensions: [("mode", "timed")], factory: metrics).increment()
    print(metrics.text)
    #expect(lines == ["# TYPE games_total counter\ngames_total{mode=\"timed\"} 1\n"])
  }

  @Test func `a server runs until it is stopped`() async throws {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    @Sendable func print(_ line: String) { continuation.yield(line) }
    let site = siteMiddleware(environment: .empty)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let running = Task {
      let server = SiteServer(port: 0, logger: logger) { port in
        print("http://127.0.0.1:\(port)/")
      } handler: { request in
        await site(request)
      }
      try await server.run(stoppingOn: [.sigterm, .sigint])
    }
    let line = try #require(await lines.first { _ in true })
    let port = try #require(line.split(separator: ":").last.flatMap { Int($0.dropLast()) })
    #expect(line == "http://127.0.0.1:\(port)/")
    let answer = try await wireResponse(to: Router.client.request(for: .home), port: port)
    #expect(answer.status == 200)
    running.cancel()
    _ = await running.result
    await #expect(throws: (any Error).self) {
      try await blocking { _ = try WireConnection(port: port) }
    }
  }
}
