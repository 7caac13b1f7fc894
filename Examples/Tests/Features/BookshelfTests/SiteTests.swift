// SPDX-License-Identifier: MIT

import Bookshelf
import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests the site and its client in one process.
@Suite struct SiteTests {
  private typealias Client = URLRoutingClient<SiteRoute>

  private let client = Client(
    middleware: bookshelf(
      shelves: Shelves(users: [.blob]),
      router: siteRouter.baseURL("https://books.example")
    ),
    router: siteRouter.baseURL("https://books.example")
  )

  private func error(_ route: SiteRoute) async throws -> (status: Int?, message: String?) {
    let error = try await #require(throws: URLRoutingClientError.self) {
      try await client.request(route)
    }
    return (error.status, error.decodeBody(as: SiteError.self)?.message)
  }

  private func titles(_ options: SearchOptions) async throws -> [String] {
    try await client.request(
      .users(.user(1, .books(.search(options)))),
      as: BooksResponse.self
    ).value.books.map(\.title)
  }

  @Test func `a POST request creates a user that can be fetched`() async throws {
    let (created, response) = try await client.request(
      .users(.create(NewUser(bio: "Blobbed around the world", name: "Blob Jr"))),
      as: UserResponse.self
    )
    #expect((response as? HTTPURLResponse)?.statusCode == 201)
    #expect(
      created
        == UserResponse(
          id: 2,
          name: "Blob Jr",
          bio: "Blobbed around the world",
          booksURL: "https://books.example/users/2/books/search"
        )
    )
    let fetched = try await client.request(.users(.user(2)), as: UserResponse.self).value
    #expect(fetched == created)
  }

  @Test func `a search sorts and limits the books`() async throws {
    #expect(try await titles(SearchOptions()) == ["A tour of blobs", "Blob physics", "Cooking"])
    #expect(try await titles(SearchOptions(direction: .desc, count: 1)) == ["Cooking"])
    #expect(
      try await titles(SearchOptions(sort: .category))
        == ["Cooking", "Blob physics", "A tour of blobs"]
    )
    #expect(try await titles(SearchOptions(count: 0)) == [])
    #expect(try await titles(SearchOptions(count: -1)) == [])
  }

  @Test func `each link opens its page`() async throws {
    let books = try await client.request(.users(.user(1, .books())), as: BooksResponse.self).value
    for book in books.books {
      let url = try #require(URL(string: book.bookURL))
      let linked = try await client.request(
        siteRouter.match(url: url),
        as: BooksResponse.Book.self
      ).value
      #expect(linked == book)
    }
    let home = try await client.request(.home, as: HomeResponse.self).value
    #expect(
      home.links
        == ["home": "https://books.example", "about us": "https://books.example/about-us"]
    )
    for link in home.links.values {
      try await client.request(siteRouter.match(string: link))
    }
  }

  @Test func `every page has a link that parses as the page`() throws {
    let pages: [(SiteRoute, String)] = [
      (.home, "/"),
      (.aboutUs, "/about-us"),
      (.users(.user(1)), "/users/1"),
      (.users(.user(1, .books())), "/users/1/books/search"),
      (
        .users(
          .user(1, .books(.search(SearchOptions(sort: .category, direction: .desc, count: 5))))
        ),
        "/users/1/books/search?sort=category&direction=desc&count=5"
      ),
      (
        .users(.user(-1, .books(.book(nullID)))),
        "/users/-1/books/00000000-0000-0000-0000-000000000000"
      ),
    ]
    for (page, path) in pages {
      #expect(try siteRouter.path(for: page) == path)
      #expect(try siteRouter.match(string: path) == page)
    }
  }

  @Test func `no route shadows another route`() {
    #expect(siteRouter.validate() == [])
  }

  @Test func `a missing user or book has status 404`() async throws {
    #expect(try await error(.users(.user(9))) == (404, "There is no user 9."))
    #expect(try await error(.users(.user(0, .books()))) == (404, "There is no user 0."))
    for id in [Int.min, -1, Int.max] {
      #expect(try await error(.users(.user(id))) == (404, "There is no user \(id)."))
    }
    let book = nullID
    #expect(
      try await error(.users(.user(1, .books(.book(book)))))
        == (404, "There is no book 00000000-0000-0000-0000-000000000000.")
    )
  }

  @Test func `an invalid request has the status of its error`() async throws {
    let site = bookshelf(shelves: Shelves(users: [.blob]))
    func response(_ target: String, method: String = "GET") async throws -> HTTPURLResponse {
      var request = URLRequest(url: try #require(URL(string: "https://books.example\(target)")))
      request.httpMethod = method
      let (body, response) = await site(request)
      _ = try JSONDecoder().decode(SiteError.self, from: body)
      return response
    }
    #expect(try await response("/nowhere").statusCode == 404)
    let notAllowed = try await response("/about-us", method: "DELETE")
    #expect(notAllowed.statusCode == 405)
    #expect(notAllowed.value(forHTTPHeaderField: "Allow") == "GET, HEAD")
    let malformed = try await response("/users/1/books/search?count=x")
    #expect(malformed.statusCode == 400)
    #expect(malformed.value(forHTTPHeaderField: "Allow") == nil)
    #expect(try await response("/users", method: "POST").statusCode == 400)
  }

  @Test func `the live client sends HTTP requests to the site`() async throws {
    let stub = URLSessionStub()
    let url = try #require(
      URL(string: "https://books.example/users/1/books/search?direction=desc")
    )
    stub.register(try .json(BooksResponse.blob), for: url, method: "GET")
    let client = Client.live(
      router: siteRouter.baseURL("https://books.example"),
      session: stub.session
    )
    let books = try await client.request(
      .users(.user(1, .books(.search(SearchOptions(direction: .desc))))),
      as: BooksResponse.self
    ).value
    #expect(books == .blob)
  }
}
