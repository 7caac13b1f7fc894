// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The blocks of `Sources/LockstepRouting/LockstepRouting.docc/Articles/TestingWithTheServer.md`.

@Suite struct TestingWithTheServerTests {
  @Test func `the feature shows the server's book`() {
    let client = URLRoutingClient(
      middleware: shop(books: [Book(id: 7, title: "Blobbed around the world")]),
      router: shopRouter
    )
    let store = TestStore(
      initialState: BookDetail.State(),
      reducer: BookDetail.reducer,
      environment: client
    )
    store.send(.appeared)
    store.receive(.response(.success(Book(id: 7, title: "Blobbed around the world")))) {
      $0.title = "Blobbed around the world"
    }
  }

  @Test func `the feature shows the server's refusal`() {
    let store = TestStore(
      initialState: BookDetail.State(),
      reducer: BookDetail.reducer,
      environment: URLRoutingClient(middleware: shop(books: []), router: shopRouter)
    )
    store.send(.appeared)
    store.receive(/BookDetail.Action.response) { $0.message = "There is no book 7." }
  }

  @Test func `the server answers each route`() async throws {
    let blobs = [Book(id: 7, title: "Blobbed around the world"), Book(id: 8, title: "Cooking")]
    let client = URLRoutingClient(middleware: shop(books: blobs), router: shopRouter)
    #expect(try await client.request(.home, as: [Book].self).value == blobs)
    let search = ShopRoute.search(text: "Cook", page: 1)
    #expect(try await client.request(search, as: [Book].self).value == [blobs[1]])
    let order = ShopRoute.order(Order(book: 8, count: 1))
    #expect(try await client.request(order, as: Book.self).value == blobs[1])
    let (_, response) = await shop(books: [])(
      URLRequest(url: try #require(URL(string: "https://books.example/nowhere")))
    )
    #expect(response.statusCode == 404)
  }
}
