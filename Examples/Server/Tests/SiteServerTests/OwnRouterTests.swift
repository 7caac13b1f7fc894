// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting
import Logging
import SiteServer
import Testing
import UnixSignals
import WireClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The program in the README, from here to its end.
enum Notes: Equatable, Sendable {
  case home
  case note(Int)
}

let notes = Router {
  Route(.case(Notes.home))
  Route(.case(Notes.note)) {
    Path {
      "notes"
      Parameter(.int)
    }
  }
}

@Sendable func answer(_ request: URLRequest) async -> (Data, HTTPURLResponse) {
  let (status, text) =
    switch Result(catching: { try notes.match(request: request) }) {
    case .success(.home): (200, "Two notes")
    case .success(.note(let number)) where [1, 2].contains(number): (200, "Note \(number)")
    case .success(.note): (404, "There is no such note")
    case .failure(let error): ((error as? RoutingError)?.statusCode ?? 500, "\(error)")
    }
  guard
    let response = HTTPURLResponse(
      url: request.url ?? URL(filePath: "/"),
      statusCode: status,
      httpVersion: nil,
      headerFields: ["Content-Type": "text/plain"]
    )
  else { fatalError("Foundation makes a response of any status.") }
  return (Data(text.utf8), response)
}

func serve(port: Int, onRunning: @escaping @Sendable (Int) async -> Void) async throws {
  var limits = Limits()
  limits.bodySize = 10_000
  let server = SiteServer(
    port: port,
    limits: limits,
    logger: Logger(label: "notes"),
    onRunning: onRunning,
    handler: answer
  )
  try await server.run(stoppingOn: [.sigterm, .sigint])
}
// The end.

/// Tests the program in `Examples/Server/README.md` that serves its own router.
@Suite struct OwnRouterTests {
  @Test func `the program in the README equals the program in this file`() throws {
    let file = URL(filePath: #filePath)
    let source = try String(contentsOf: file, encoding: .utf8)
    let readme = try String(
      contentsOf: file.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "README.md"),
      encoding: .utf8
    )
    let program = try #require(
      source.components(separatedBy: "from here to its end.\n").dropFirst().first?
        .components(separatedBy: "// The end.").first
    )
    #expect(readme.contains(program))
  }

  @Test func `the program answers requests and enforces its limits`() async throws {
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    let running = Task { try await serve(port: 0) { continuation.yield($0) } }
    for await port in ports {
      for (target, fields, status, text) in [
        ("/", "", 200, "Two notes"), ("/notes/2", "", 200, "Note 2"),
        ("/notes/3", "", 404, "There is no such note"),
        ("/notes/x", "", 404, "Not found: path component 2"),
        ("/", "Content-Length: 10001\r\n", 413, "larger than 10000 bytes"),
      ] {
        let answer = try await blocking {
          let connection = try WireConnection(port: port)
          try connection.send(
            "GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n".utf8
          )
          return try connection.receive()
        }
        #expect(answer?.status == status, "\(target)")
        let body = String(decoding: answer?.body ?? Data(), as: UTF8.self)
        #expect(body.contains(text), "\(target): \(body)")
      }
      break
    }
    running.cancel()
    _ = await running.result
  }
}
