// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
import LockstepTestSupport
#endif

@Suite struct URLRoutingClientTests {
  private struct ServerError: Codable, Equatable {
    var code: String
  }

  private typealias Client = SiteClient

  private let failingText = """
    Failed to respond to route: SiteRoute.users(.user(1, .books(.search(SearchOptions(sort: .name, \
    direction: .asc, count: 10)))))

    Use 'URLRoutingClient<SiteRoute>.override' to supply a default response for this route.
    """

  private func response(status: Int) throws -> HTTPURLResponse {
    let (_, response) = try Client.Response.response(status: status).get()
    return try #require(response as? HTTPURLResponse)
  }

  @Test func `a failing client reports the route and throws`() async throws {
    let issues = await withReportedIssues {
      let error = await #expect(throws: URLRoutingClientError.self) {
        try await Client.failing.request(.users(.user(1, .books())), as: Books.self)
      }
      #expect(error?.description == failingText)
    }
    #expect(issues.map(\.message) == [failingText])
  }

  @Test func `an overridden route gets a response and other routes are reported`() async throws {
    let failing = Client.failing
    let client = failing.override(.users(.user(1, .books()))) {
      try .ok(Books(titles: ["Blobbed around the world"]))
    }
    let (books, response) = try await client.request(.users(.user(1, .books())), as: Books.self)
    #expect(books == Books(titles: ["Blobbed around the world"]))
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    #expect(
      (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Type")
        == "application/json"
    )
    let issues = await withReportedIssues {
      _ = try? await client.data(for: .home)
      _ = try? await failing.data(for: .users(.user(1, .books())))
    }
    #expect(
      issues.map(\.firstLine) == [
        "Failed to respond to route: SiteRoute.home",
        String(failingText.prefix { $0 != "\n" }),
      ]
    )
  }

  @Test func `a predicate overrides many routes`() async throws {
    let client = Client.failing.override {
      guard case .users(.user(_, .books(.search))) = $0 else { return false }
      return true
    } with: {
      try .ok(Books(titles: (1...100).map { "Book \($0)" }))
    }
    let books = try await client.request(.users(.user(7, .books())), as: Books.self).value
    #expect(books.titles.count == 100)
  }

  @Test func `an override of a case passes the payload to its response`() async throws {
    let client = Client.failing.override(/SiteRoute.users .. /UsersRoute.search) { text, page in
      try .ok(Books(titles: [text, "\(page)"]))
    }
    let route = SiteRoute.users(.search(text: "x", page: 3))
    #expect(try await client.request(route, as: Books.self).value == Books(titles: ["x", "3"]))
  }

  @Test func `the last override of a route wins`() async throws {
    let client = Client.noop
      .override(.home) { try .ok(1) }
      .override(where: { $0 == .home }, with: { try .ok(2) })
    #expect(try await client.request(.home, as: Int.self).value == 2)
  }

  @Test func `a noop client waits until it is cancelled`() async throws {
    let task = Task { try await Client.noop.data(for: .home) }
    task.cancel()
    let result = await task.result
    #expect(throws: CancellationError.self) { try result.get() }
  }

  @Test func `a cancelled task does not call the client`() async throws {
    let client = Client { _ in
      Issue.record("The client was asked.")
      throw URLError(.unknown)
    }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await client.data(for: .home)
    }
    let result = await task.result
    #expect(throws: CancellationError.self) { try result.get() }
  }

  @Test func `the description of an error states the cause`() async throws {
    let client = Client.failing
      .override(.home) { .failure(URLError(.timedOut)) }
      .override(.about) { try .status(422, ServerError(code: "too-many")) }
      .override(.files("a", version: nil)) { try .ok(["titles": [1]]) }
      .override(.files("b", version: nil)) { try .response(body: Data("<html>".utf8)) }
    func error(_ route: SiteRoute) async -> URLRoutingClientError? {
      await #expect(throws: URLRoutingClientError.self) {
        try await client.request(route, as: Books.self)
      }
    }
    guard case .transport(let transport) = await error(.home)?.cause else {
      Issue.record("not a transport error")
      return
    }
    #expect((transport as? URLError)?.code == .timedOut)
    let status = await error(.about)
    #expect(
      status?.description
        == #"The server responded with status 422: "{\"code\":\"too-many\"}""#
    )
    #expect(status?.decodeBody(as: ServerError.self) == ServerError(code: "too-many"))
    #expect(status?.decodeBody(as: Books.self) == nil)
    #expect(
      await error(.files("a", version: nil))?.description
        == #"The body of status 200 is not JSON of Books: not a String at "titles[0]": "{\"titles\":[1]}""#
    )
    #expect(
      await error(.files("b", version: nil))?.description
        == #"""
        The body of status 200 is not JSON of Books: The given data was not valid JSON: "<html>"
        """#
    )
    #expect(
      try await String(decoding: client.data(for: .about).data, as: UTF8.self)
        == #"{"code":"too-many"}"#
    )
  }

  @Test func `a route that cannot be printed is not sent`() async throws {
    let response = try response(status: 200)
    let client = Client(
      middleware: { _ in
        Issue.record("The server was asked.")
        return (Data(), response)
      },
      router: siteRouter
    )
    let error = await #expect(throws: URLRoutingClientError.self) {
      try await client.data(for: .files("..", version: nil))
    }
    guard case .unprintable(let routing) = error?.cause else {
      Issue.record("not a printing error")
      return
    }
    #expect(error?.description == routing.description)
    #expect(routing.part == .path(1))
  }

  @Test func `in-process server code receives the printed request`() async throws {
    let created = try #require(
      HTTPURLResponse(
        url: URL(filePath: "/"),
        statusCode: 201,
        httpVersion: "HTTP/1.1",
        headerFields: ["Location": "/users/1"]
      )
    )
    let notFound = try response(status: 404)
    let client = Client(
      middleware: { request in
        guard case .users(.create(let user)) = try? siteRouter.match(request: request),
          request.value(forHTTPHeaderField: "Content-Type") == "application/json"
        else { return (Data("{}".utf8), notFound) }
        return (Data(#"{"titles":["\#(user.name)"]}"#.utf8), created)
      },
      router: siteRouter
    )
    let (books, response) = try await client.request(
      .users(.create(NewUser(name: "Blob", bio: ""))),
      as: Books.self
    )
    let http = try #require(response as? HTTPURLResponse)
    #expect(books == Books(titles: ["Blob"]))
    #expect(http.statusCode == 201)
    #expect(http.value(forHTTPHeaderField: "Location") == "/users/1")
    let error = await #expect(throws: URLRoutingClientError.self) {
      try await client.request(.home, as: Books.self)
    }
    #expect(error?.description == #"The server responded with status 404: "{}""#)
  }

  @Test func `a response has the passed header fields`() throws {
    let plain = try Client.Response.response(headers: ["content-type": "text/plain"]).get().1
    #expect(
      (plain as? HTTPURLResponse)?.allHeaderFields as? [String: String]
        == ["Content-Type": "text/plain"]
    )
  }

  @Test func `a response encodes any encodable value as JSON`() throws {
    let nothing: Int? = nil
    let object: [String: Any] = [
      "books": Books(titles: ["a"]),
      "list": [1, "two", 3.5, true, NSNull(), ["x": nothing as Any]] as [Any],
    ]
    let result = try Client.Response.ok(object)
    #expect(
      try String(decoding: result.get().0, as: UTF8.self)
        == #"{"books":{"titles":["a"]},"list":[1,"two",3.5,true,null,{"x":null}]}"#
    )
    let error = #expect(throws: EncodingError.self) {
      try Client.Response.ok(["a": [Client.noop as Any]] as [String: Any])
    }
    guard case .invalidValue(_, let context) = error else {
      Issue.record("another error")
      return
    }
    #expect(
      context.debugDescription
        == "A value of type URLRoutingClient<SiteRoute> is neither JSON nor encodable."
    )
    #expect(context.codingPath.map(\.stringValue) == ["a", "Index 0"])
  }
}
