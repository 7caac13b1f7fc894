// SPDX-License-Identifier: MIT

import Bookshelf
import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import Testing

@Suite struct BookListTests {
  private typealias Client = URLRoutingClient<SiteRoute>
  private typealias BookListStore = TestStore<BookListState, BookListAction, Client>

  private func makeStore(_ client: Client) -> BookListStore {
    BookListStore(
      initialState: BookListState(),
      reducer: bookListReducer,
      environment: client
    )
  }

  private let response: BooksResponse

  init() throws {
    let id = try #require(UUID(uuidString: "deadbeef-dead-beef-dead-beefdeadbeef"))
    response = BooksResponse(
      books: [
        BooksResponse.Book(
          id: id,
          title: "Blobbed around the world",
          bookURL: "/books/deadbeef-dead-beef-dead-beefdeadbeef"
        )
      ]
    )
  }

  @Test func `a failing client reports the route and suggests an override`() async {
    let issues = await withReportedIssues {
      _ = try? await Client.failing.request(
        .users(.user(1, .books(.search(SearchOptions(direction: .asc))))),
        as: BooksResponse.self
      )
    }
    #expect(
      issues.map(\.message) == [
        """
        Failed to respond to route: SiteRoute.users(.user(1, .books(.search(SearchOptions(sort: \
        .name, direction: .asc, count: 10)))))

        Use 'URLRoutingClient<SiteRoute>.override' to supply a default response for this route.
        """
      ]
    )
  }

  @Test func `the list shows the books of an overridden route`() {
    let store = makeStore(
      .failing.override(.users(.user(1, .books(.search(SearchOptions(direction: .asc)))))) {
        [response] in
        try .ok(response)
      }
    )
    store.send(.onAppear)
    store.receive(.booksResponse(.success(response))) { [books = response.books] in
      $0.books = books
    }
  }

  @Test func `an override with a predicate responds to every search`() {
    let response = BooksResponse(
      books: (1...100).map { number in
        BooksResponse.Book(id: UUID(), title: "Book \(number)", bookURL: "/books/\(number)")
      }
    )
    let store = makeStore(
      .failing.override {
        guard case .users(.user(_, .books(.search))) = $0 else { return false }
        return true
      } with: {
        try .ok(response)
      }
    )
    store.send(.directionChanged(.desc)) { $0.direction = .desc }
    store.receive(.booksResponse(.success(response))) { $0.books = response.books }
  }

  @Test func `the list ignores a response for the previous direction`() {
    let scheduler = DispatchQueue.test
    let search =
      /SiteRoute.users .. /UsersRoute.user
      .. CasePath<(Int, UserRoute), (Int, SearchOptions)>(
        embed: { ($0, .books(.search($1))) },
        extract: { id, route in
          guard case .books(.search(let options)) = route else { return nil }
          return (id, options)
        }
      )
    let store = makeStore(
      .failing.override(search) { id, options in
        try await .ok(
          BooksResponse(
            books: [.init(id: nullID, title: "\(options.direction)", bookURL: "")]
          )
        )
        .delayed(for: options.direction == .asc ? 2 : 1, scheduler: scheduler)
      }
    )
    store.send(.onAppear)
    store.send(.directionChanged(.desc)) { $0.direction = .desc }
    scheduler.run()
    let books = [BooksResponse.Book(id: nullID, title: "desc", bookURL: "")]
    store.receive(.booksResponse(.success(BooksResponse(books: books)))) { $0.books = books }
  }

  @Test func `an error does not change the books`() async throws {
    let client = Client.failing.override(
      where: { _ in true },
      with: { .failure(URLError(.timedOut)) }
    )
    let error = try await #require(throws: URLRoutingClientError.self) {
      try await client.request(.home)
    }
    let store = makeStore(client)
    store.send(.onAppear)
    store.receive(.booksResponse(.failure(error)))
  }

  @Test func `the list works with the site's middleware`() {
    let shelves = Shelves(users: [.blob])
    let store = makeStore(Client(middleware: bookshelf(shelves: shelves), router: siteRouter))
    store.send(.onAppear)
    store.receive(.booksResponse(.success(.blob))) { $0.books = BooksResponse.blob.books }
    store.send(.directionChanged(.desc)) { $0.direction = .desc }
    let reversed = BooksResponse(books: BooksResponse.blob.books.reversed())
    store.receive(.booksResponse(.success(reversed))) { $0.books = reversed.books }
  }
}
