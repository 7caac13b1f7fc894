// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting
import LockstepTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Compares the redirects that a stub follows with those that a real session follows.
@Suite struct RedirectTests {
  private func request(_ method: String, to url: URL) -> URLRequest {
    var request = URLRequest(url: url)
    request.httpMethod = method
    if method == "POST" || method == "PUT" { request.httpBody = Data("text".utf8) }
    return request
  }

  private func redirect(_ status: Int, to location: String) -> String {
    "HTTP/1.1 \(status) Moved\r\nLocation: \(location)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
  }

  @Test(arguments: [301, 302, 303, 307, 308], ["GET", "POST", "PUT", "DELETE", "HEAD"])
  func `a stub follows a redirect as a session does`(status: Int, method: String) async throws {
    let server = try LoopbackServer()
    let address = "http://127.0.0.1:\(server.port)"
    let url = try #require(URL(string: address + "/old/page?a=1"))
    let target = try #require(URL(string: address + "/new?b=2"))

    let first = server.serve(redirect(status, to: "/new?b=2"))
    let task = Task { [request = request(method, to: url)] in
      try await URLSession.patient.data(for: request)
    }
    for await _ in first {}
    var lines: [String] = []
    for await request in server.serve("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n") {
      lines.append(try request.get().components(separatedBy: " HTTP/1.1")[0])
    }
    let answer = try await task.value.1

    let stub = URLSessionStub()
    stub.register(.response(status: status, headers: ["Location": "/new?b=2"]), for: url)
    stub.register(.response(), for: target)
    let stubAnswer = try await stub.session.data(for: request(method, to: url)).1
    let followed = stub.requests[1]
    #expect((answer as? HTTPURLResponse)?.statusCode == 200)
    #expect((stubAnswer as? HTTPURLResponse)?.statusCode == 200)
    #expect(answer.url == target)
    #expect(stubAnswer.url == target)
    #expect(followed.url == target)
    #if canImport(FoundationNetworking)
    // Foundation on Linux changes HEAD to GET.
    if status == 303, method == "HEAD" {
      #expect(lines == ["GET /new?b=2"])
      #expect(followed.httpMethod == "HEAD")
      return
    }
    #endif
    #expect(lines == ["\(followed.httpMethod ?? "") /new?b=2"])
  }

  #if canImport(FoundationNetworking)
  @Test(.timeLimit(.minutes(10)))
  func `a stub and a session follow the same number of redirects`() async throws {
    let server = try LoopbackServer()
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/loop"))
    let stub = URLSessionStub()
    stub.register(.response(status: 302, headers: ["Location": "/loop"]), for: url)
    let stubError = await #expect(throws: URLError.self) { try await stub.session.data(from: url) }
    #expect(stubError?.code == .httpTooManyRedirects)

    let task = Task { try await URLSession.patient.data(from: url) }
    for _ in stub.requests {
      for await _ in server.serve(redirect(302, to: "/loop")) {}
    }
    let error = await #expect(throws: URLError.self) { try await task.value }
    #expect(error?.code == .httpTooManyRedirects)
    #expect(stub.requests.count == 21)
  }
  #endif

  @Test func `a client follows a redirect and decodes the value`() async throws {
    let stub = URLSessionStub()
    let base = try #require(URL(string: "https://books.example/"))
    let client = SiteClient.live(
      router: siteRouter.baseURL("https://books.example"),
      session: stub.session
    )
    stub.register(
      .response(status: 301, headers: ["location": "moved"]),
      for: base.appendingPathComponent("about/us")
    )
    stub.register(try .json(Books(titles: ["a"])), for: base.appendingPathComponent("about/moved"))
    #expect(try await client.request(.about, as: Books.self).value == Books(titles: ["a"]))
    #expect(stub.requests.map { $0.url?.path } == ["/about/us", "/about/moved"])
  }
}
