// SPDX-License-Identifier: MIT

import LockstepRouting
import Logging
import ServerRouter
import ServiceLifecycle
import SiteMiddleware
import SiteServer
import Testing
import UnixSignals
import WireClient

/// The example in the comments of `Sources/SiteServer`.
@Suite struct ServerCommentTests {
  @Test func `A server runs until it is stopped`() async throws {
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
