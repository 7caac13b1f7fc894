// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct DerivingAClientTests {
  private static let article =
    "Sources/LockstepRouting/LockstepRouting.docc/Articles/DerivingAClient.md"

  @Test func `the live client asks for a book`() async throws {
    let stub = URLSessionStub()
    stub.register(
      try .json(Book(id: 7, title: "Blobbed around the world")),
      for: try #require(URL(string: "https://books.example/books/7"))
    ) { request in
      request.value(forHTTPHeaderField: "Authorization") == "Bearer deadbeef"
    }
    // The time of the test stands still, so that no busy machine runs out of it.
    let scheduler = DispatchQueue.test
    let client = shopClient(session: stub.session, scheduler: scheduler) { "deadbeef" }
    let book = try await client.request(.book(7, .show), as: Book.self).value
    #expect(book == Book(id: 7, title: "Blobbed around the world"))
    #expect(stub.requests.count == 1)
  }

  @Test func `the feature shows the book`() {
    let store = TestStore(
      initialState: BookDetail.State(),
      reducer: BookDetail.reducer,
      environment: .failing.override(.book(7, .show)) {
        try .ok(Book(id: 7, title: "Blobbed around the world"))
      }
    )
    store.send(.appeared)
    store.receive(.response(.success(Book(id: 7, title: "Blobbed around the world")))) {
      $0.title = "Blobbed around the world"
    }
  }

  @Test func `the response to an order has no value`() {
    let store = TestStore(
      initialState: false,
      reducer: Purchase.reducer,
      environment: .failing.override(/ShopRoute.order) { _ in try .response(status: 204) }
    )
    store.send(.buyButtonTapped)
    store.receive(.ordered(.success(NoContent()))) { $0 = true }
  }

  @Test func `answers can be late, be errors, or follow each other`() async throws {
    let scheduler = DispatchQueue.test
    let client = try URLRoutingClient<ShopRoute>.failing
      .override(/ShopRoute.search) { text, page in
        try .ok([Book(id: page, title: text)])
      }
      .override(.home) { try .status(503, ShopError(message: "Back soon")) }
      .override(.book(7, .show)) {
        try await .ok(Book(id: 7, title: "Late")).delayed(for: 2, scheduler: scheduler)
      }
      .override(.book(8, .show), withSequence: [.failure(URLError(.timedOut)), .ok(["id": 8])])
    let search = ShopRoute.search(text: "Blobs", page: 2)
    let found = try await client.request(search, as: [Book].self).value
    #expect(found == [Book(id: 2, title: "Blobs")])
    let error = try await failure(client, .home)
    #expect(error.decodeBody(as: ShopError.self) == ShopError(message: "Back soon"))
    let store = TestStore(
      initialState: BookDetail.State(),
      reducer: BookDetail.reducer,
      environment: client
    )
    store.send(.appeared)
    scheduler.advance(by: 2)
    store.receive(/BookDetail.Action.response) { $0.title = "Late" }
    let timeout = try await failure(client, .book(8, .show))
    #expect(timeout.description.hasPrefix("The request failed: URLError -1001, "))
    let id = try await client.request(.book(8, .show), as: [String: Int].self).value
    #expect(id == ["id": 8])
    client.reportUnusedOverrides()
  }

  @Test func `the error messages match the article`() async throws {
    let malformed = URLRoutingClient<ShopRoute>.failing.override(.book(7, .show)) {
      try .ok(["id": 7, "title": 8])
    }
    var texts = [try await failure(malformed, .book(7, .show)).description]
    texts += await withReportedIssues {
      _ = try? await URLRoutingClient<ShopRoute>.failing.data(for: .book(7, .show))
      let client = URLRoutingClient<ShopRoute>.failing
        .override(.home, fileID: "ShopTests/ShopTests.swift", line: 12) { try .ok(1) }
      client.reportUnusedOverrides()
    }
    .map(\.message)
    #expect(try MarkdownFile(Self.article).blocks(in: "text") == texts)
  }

  private func failure(
    _ client: URLRoutingClient<ShopRoute>,
    _ route: ShopRoute
  ) async throws -> URLRoutingClientError {
    try await #require(throws: URLRoutingClientError.self) {
      try await client.request(route, as: Book.self)
    }
  }
}
