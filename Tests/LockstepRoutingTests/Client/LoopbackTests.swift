// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The live client over a real socket.
@Suite struct LoopbackTests {
  @Test func `A request goes over the wire, and its answer comes back`() async throws {
    let server = try LoopbackServer()
    async let received = server.serve(
      """
      HTTP/1.1 201 Created\r
      Content-Type: application/json\r
      Content-Length: 16\r
      X-Request: 7\r
      Connection: close\r
      \r
      {"titles":["a"]}
      """
    )
    let client = SiteClient.live(
      router: siteRouter.baseURL("http://127.0.0.1:\(server.port)/v1"),
      session: URLSession(configuration: .ephemeral),
      options: RequestOptions(headers: { ["Authorization": "Bearer token"] })
    )
    let (books, response) = try await client.request(
      .users(.create(NewUser(name: "Blöb", bio: "a/b"))),
      as: Books.self
    )
    #expect(books == Books(titles: ["a"]))
    let http = try #require(response as? HTTPURLResponse)
    #expect(http.statusCode == 201)
    #expect(http.value(forHTTPHeaderField: "X-Request") == "7")

    let lines = try await received.components(separatedBy: "\r\n")
    #expect(lines.first == "POST /v1/users HTTP/1.1")
    #expect(lines.contains("Host: 127.0.0.1:\(server.port)"))
    #expect(lines.contains("Authorization: Bearer token"))
    #expect(lines.contains("Content-Type: application/json"))
    let body = Data((lines.last ?? "").utf8)
    #expect(
      try JSONDecoder().decode(NewUser.self, from: body) == NewUser(name: "Blöb", bio: "a/b")
    )
  }

  @Test func `An answer that breaks off is an error`() async throws {
    let server = try LoopbackServer()
    async let received = server.serve(
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"titles\":"
    )
    let client = SiteClient.live(
      router: siteRouter.baseURL("http://127.0.0.1:\(server.port)"),
      session: URLSession(configuration: .ephemeral)
    )
    let error = await #expect(throws: URLRoutingClientError.self) {
      try await client.request(.about, as: Books.self)
    }
    guard case .transport = error?.cause else {
      Issue.record("not a transport error: \(String(describing: error))")
      return
    }
    #expect(try await received.hasPrefix("GET /about/us HTTP/1.1\r\n"))
  }
}
