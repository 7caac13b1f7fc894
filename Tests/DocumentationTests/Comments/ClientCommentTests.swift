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

/// The examples in the comments of `Sources/LockstepRouting/Client`.
@Suite struct ClientCommentTests {
  struct Post: Codable, Equatable, Sendable {
    var id: Int
  }

  struct BooksResponse: Codable, Equatable, Sendable {
    var books: [String]
  }

  struct SearchResponse: Codable, Equatable, Sendable {
    var text: String
    var page: Int
  }

  enum SiteRoute: Equatable, Sendable {
    case posts
    case push(PushRoute)
    case users(UsersRoute)
  }

  enum PushRoute: Equatable, Sendable {
    case register(String)
  }

  enum UsersRoute: Equatable, Sendable {
    case search(text: String, page: Int)
    case user(Int, UserRoute)
  }

  enum UserRoute: Equatable, Sendable {
    case books(BooksRoute = .search)
    case delete
  }

  enum BooksRoute: Equatable, Sendable {
    case search
  }

  private let router = Router<SiteRoute> {
    Route(.case(SiteRoute.posts)) { Path { "posts" } }
    Route(.case(SiteRoute.push)) {
      Route(.case(PushRoute.register)) {
        Method.post
        Path {
          "push-tokens"
          Parameter(.string)
        }
      }
    }
    Route(.case(SiteRoute.users)) {
      Path { "users" }
      OneOf {
        Route(.case(UsersRoute.search(text:page:))) {
          Query {
            Field("q", .string)
            Field("page", .int)
          }
        }
        Route(.case(UsersRoute.user)) {
          Path { Parameter(.int) }
          OneOf {
            Route(.case(UserRoute.books)) {
              Path { "books" }
              Route(.case(BooksRoute.search))
            }
            Route(.case(UserRoute.delete)) { Method.delete }
          }
        }
      }
    }
  }

  struct Tokens: Sendable {
    var current: @Sendable () async throws -> String
  }

  @Test func `request options apply to all requests`() async throws {
    let tokens = Tokens(current: { "deadbeef" })
    let options = RequestOptions(
      headers: { try await ["Authorization": "Bearer \(tokens.current())"] },
      timeout: 10,
      retry: .exponential(attempts: 3, from: 0.5)
    )
    let client = URLRoutingClient.live(router: router, options: options)
    await #expect(throws: URLRoutingClientError.self) {
      // Without a base URL nothing is sent.
      try await client.request(.posts)
    }
    #expect(try await options.headers() == ["Authorization": "Bearer deadbeef"])
  }

  @Test func `a live client asks for books`() async throws {
    let stub = URLSessionStub()
    let session = stub.session
    stub.register(
      try .json(BooksResponse(books: ["Blobbed around the world"])),
      for: try #require(URL(string: "http://127.0.0.1:8080/users/1/books"))
    )
    let client = URLRoutingClient.live(
      router: router.baseURL("http://127.0.0.1:8080"),
      session: session
    )
    let books = try await client.request(.users(.user(1, .books())), as: BooksResponse.self).value
    #expect(books == BooksResponse(books: ["Blobbed around the world"]))
  }

  @Test func `a route is overridden`() async throws {
    let client = URLRoutingClient<SiteRoute>.failing
      .override(.users(.user(1, .books()))) { try .ok(BooksResponse(books: [])) }
    let books = try await client.request(.users(.user(1, .books())), as: BooksResponse.self).value
    #expect(books == BooksResponse(books: []))
  }

  @Test func `routes can be overridden by a predicate or by their case`() async throws {
    let client = URLRoutingClient<SiteRoute>.failing
      .override {
        guard case .users(.user(_, .books(.search))) = $0 else { return false }
        return true
      } with: {
        try .ok(BooksResponse(books: []))
      }
      .override(/SiteRoute.users .. /UsersRoute.search) { text, page in
        try .ok(SearchResponse(text: text, page: page))
      }
    let books = try await client.request(.users(.user(7, .books())), as: BooksResponse.self).value
    #expect(books == BooksResponse(books: []))
    let route = SiteRoute.users(.search(text: "Blob", page: 2))
    let found = try await client.request(route, as: SearchResponse.self).value
    #expect(found == SearchResponse(text: "Blob", page: 2))
  }

  @Test func `an override can be limited to one case and one method`() async throws {
    let client = URLRoutingClient<SiteRoute>.noop
      .override(/SiteRoute.users .. /UsersRoute.user, method: .delete, router: router) { id, _ in
        try .response(status: 204)
      }
    try await client.request(.users(.user(7, .delete)))
    client.reportUnusedOverrides()
  }

  enum User {
    enum Action: Equatable {
      case deleted(Result<NoContent, URLRoutingClientError>)
    }
  }

  @Test func `a result without a value can be compared`() async throws {
    let client = URLRoutingClient<SiteRoute>.failing
      .override(.users(.user(7, .delete))) { try .response(status: 204) }
    #expect(await deletion(client).value() == .deleted(.success(NoContent())))
  }

  private func deletion(_ client: URLRoutingClient<SiteRoute>) -> Effect<User.Action, Never> {
    client.effect(for: .users(.user(7, .delete)), as: NoContent.self)
      .catchToEffect()
      .map(User.Action.deleted)
  }

  @Test func `the routes of a case get the answers of a sequence in order`() async throws {
    let client = URLRoutingClient<SiteRoute>.failing
      .override(
        /SiteRoute.users .. /UsersRoute.search,
        withSequence: [
          { _ in .failure(URLError(.timedOut)) },
          { try .ok(SearchResponse(text: $0.0, page: $0.1)) },
        ]
      )
    let route = SiteRoute.users(.search(text: "Blob", page: 2))
    await #expect(throws: URLRoutingClientError.self) { try await client.request(route) }
    let found = try await client.request(route, as: SearchResponse.self).value
    #expect(found == SearchResponse(text: "Blob", page: 2))
  }

  @Test func `a route gets the answers of a sequence in order`() async throws {
    let first = Post(id: 1)
    let second = Post(id: 2)
    let client = try sequence(.failing, first, second)
    #expect(try await client.request(.posts, as: [Post].self).value == [first])
    #expect(try await client.request(.posts, as: [Post].self).value == [second, first])
  }

  private func sequence(
    _ client: URLRoutingClient<SiteRoute>,
    _ first: Post,
    _ second: Post
  ) throws -> URLRoutingClient<SiteRoute> {
    try client.override(.posts, withSequence: [.ok([first]), .ok([second, first])])
  }

  @Test func `an answer can be delayed`() async throws {
    let posts = [Post(id: 1)]
    let client = late(.failing, posts, on: DispatchQueue.immediate)
    #expect(try await client.request(.posts, as: [Post].self).value == posts)
  }

  private func late(
    _ client: URLRoutingClient<SiteRoute>,
    _ posts: [Post],
    on scheduler: SchedulerOf<DispatchQueue>
  ) -> URLRoutingClient<SiteRoute> {
    client.override(.posts) { try await .ok(posts).delayed(for: 2, scheduler: scheduler) }
  }

  struct Player: Codable, Equatable, Sendable {
    static let blob = Self(name: "Blob")

    var name: String
  }

  @Test func `an answer is a JSON object`() throws {
    let (data, _) = try object().get()
    let text = #"{"count":2,"player":{"name":"Blob"},"tags":["new",null]}"#
    #expect(String(decoding: data, as: UTF8.self) == text)
  }

  private func object() throws -> URLRoutingClient<SiteRoute>.Response {
    try .ok(["count": 2, "player": Player.blob, "tags": ["new", nil]])
  }

  enum Feed {
    enum Action: Equatable {
      case postsResponse(Result<[Post], URLRoutingClientError>)
    }

    struct Environment: Sendable {
      var apiClient: URLRoutingClient<SiteRoute>
      var mainQueue: SchedulerOf<DispatchQueue>
    }
  }

  @Test func `a feature sends a request as an effect`() async {
    let environment = Feed.Environment(
      apiClient: .failing.override(.posts) { try .ok([Post(id: 1)]) },
      mainQueue: .immediate
    )
    #expect(await posts(environment).value() == .postsResponse(.success([Post(id: 1)])))
  }

  private func posts(_ environment: Feed.Environment) -> Effect<Feed.Action, Never> {
    environment.apiClient.effect(for: .posts, as: [Post].self)
      .receive(on: environment.mainQueue)
      .catchToEffect()
      .map(Feed.Action.postsResponse)
  }

  @Test func `a request without a value type does not decode the answer`() async throws {
    let token = "deadbeef"
    let client = URLRoutingClient<SiteRoute>.failing
      .override(.push(.register(token))) { try .ok(Post(id: 1)) }
    try await client.request(.push(.register(token)))
    client.reportUnusedOverrides()
  }

  struct Model: Sendable {
    var client: URLRoutingClient<SiteRoute>

    func fetch() async {
      _ = try? await client.request(.posts)
    }
  }

  @Test func `used overrides are not reported`() async {
    let client = URLRoutingClient<SiteRoute>.failing.override(.posts) { try .ok([Post(id: 1)]) }
    let model = Model(client: client)
    await model.fetch()
    client.reportUnusedOverrides()
  }
}
