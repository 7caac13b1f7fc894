// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import Testing

/// The examples in the comments of routers, routes and their parts.
@Suite struct RouteCommentTests {
  struct NewUser: Codable, Equatable, Sendable {
    var name: String
  }

  struct Page: Equatable, Sendable {
    var number: Int
    var size: Int
  }

  enum Language: String, Sendable {
    case de
    case en
  }

  enum Level: Int, Sendable {
    case easy = 1
    case hard = 2
  }

  typealias AccessToken = Tagged<NewUser, UUID>

  enum SiteRoute: Equatable, Sendable {
    case admin
    case createUser(NewUser)
    case home
    case logIn(name: String, password: String)
    case logOut
    case user(Int)
  }

  private let site = Router<SiteRoute> {
    Route(.case(SiteRoute.admin)) {
      Scheme("https")
      Host("admin.example.com")
    }
    Route(.case(SiteRoute.createUser)) {
      Method.post
      Path { "users" }
      Body(.json(NewUser.self))
    }
    Route(.case(SiteRoute.logIn(name:password:))) {
      Method.post
      Path { "log-in" }
      Form {
        Field("name", .string)
        Field("password", .string)
      }
    }
    Route(.case(SiteRoute.logOut)) {
      Method.post
      Path { "log-out" }
    }
    Route(.case(SiteRoute.user)) {
      Path { Parameter("id", .int) }
    }
    Route(.case(SiteRoute.home))
  }

  @Test(
    arguments: [
      .admin, .createUser(NewUser(name: "Blob")), .home, .logIn(name: "Blob", password: "a b&c"),
      .logOut, .user(7),
    ] as [SiteRoute]
  )
  func `a route is printed and read back`(route: SiteRoute) throws {
    #expect(try site.match(site.print(route)) == route)
  }

  @Test func `each part is printed to its own place in the request`() throws {
    #expect(try site.url(for: .admin).absoluteString == "https://admin.example.com/")
    #expect(try site.print(.logOut).method == .post)
    let form = try site.print(.logIn(name: "Blob", password: "a b&c")).body
    #expect(form.map { String(decoding: $0, as: UTF8.self) } == "name=Blob&password=a%20b%26c")
  }

  @Test func `a route can name its case with a case path`() throws {
    let router = Router<SiteRoute> {
      Route(.case(/SiteRoute.user)) {
        Path { Parameter("id", .int) }
      }
    }
    #expect(try router.match(string: "/7") == .user(7))
  }

  enum UsersRoute: Equatable, Sendable {
    case search(String, page: Int)
  }

  enum ShopRoute: Equatable, Sendable {
    case users(UsersRoute)
  }

  @Test func `a list field can contain quoted strings`() throws {
    let router = Router<[String]> {
      Route {
        Headers { Field("X-Titles", list: .quotedString) }
      }
    }
    let titles = ["Emma", "Sense, or not"]
    let request = try router.print(titles)
    #expect(request.headers == [.init("X-Titles", #"Emma, "Sense, or not""#)])
    #expect(try router.match(request) == titles)
  }

  @Test func `a routing error shows its position`() throws {
    let router = Router<ShopRoute> {
      Route(.case(ShopRoute.users)) {
        Path { "users" }
        OneOf {
          Route(.case(UsersRoute.search(_:page:))) {
            Path { "search" }
            Query {
              Field("q", .string)
              Field("page", .int)
            }
          }
        }
      }
    }
    let error = try #require(
      #expect(throws: RoutingError.self) { try router.match(string: "/users/search?q=a&page=x") }
    )
    let comments = try MarkdownFile(
      commentsOf: "Sources/LockstepRouting/Errors/RoutingError+Diagram.swift"
    )
    #expect(comments.blocks(in: "text") == [error.debugDescription])
  }

  @Test func `query fields are matched by name, in any order`() throws {
    let router = Router {
      Route {
        Query {
          Field("language", .rawRepresentable(as: Language.self))
          Field("page", .int, default: 1)
          Field("before", optional: .uuid)
          Field("tag", many: .string)
        }
      }
    }
    let found = try router.match(string: "/?tag=a&language=en&tag=b")
    #expect(found.0 == .en)
    #expect(found.1 == 1)
    #expect(found.2 == nil)
    #expect(found.3 == ["a", "b"])
  }

  @Test func `header fields and cookies are matched by name`() throws {
    let router = Router {
      Route {
        Headers {
          Field("X-Debug", .bool, default: false)
          Field("Accept-Language", list: .string)
        }
        Cookies {
          Field("session", .uuid)
          Field("theme", optional: .string)
        }
      }
    }
    let session = try #require(UUID(uuidString: "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF"))
    let found = try router.match(
      URLRequestData(
        headers: [
          .init("Accept-Language", "de, en"), .init("Cookie", "session=\(session); theme=dark"),
        ]
      )
    )
    #expect(found.0 == false)
    #expect(found.1 == ["de", "en"])
    #expect(found.2 == session)
    #expect(found.3 == "dark")
  }

  @Test func `a path has texts and parameters`() throws {
    let router = Router {
      Route {
        Path {
          "users"
          Parameter("id", .int)
          "books"
        }
      }
    }
    #expect(try router.match(string: "/users/7/books") == 7)
  }

  @Test func `a route converts values to custom types`() throws {
    let router = Router {
      Route {
        Method.post
        Path {
          Parameter(.rawRepresentable(.int, as: Level.self))
        }
        Query {
          Field("accessToken", .tagged(.uuid, as: AccessToken.self))
        }
        Body(.json(NewUser.self))
      }
    }
    let token = "deadbeef-dead-beef-dead-beefdeadbeef"
    let found = try router.match(
      URLRequestData(
        target: "/2?accessToken=\(token)",
        method: .post,
        headers: [.init("Content-Type", "application/json")],
        body: Data(#"{"name":"Blob"}"#.utf8)
      )
    )
    #expect(found.0 == .hard)
    #expect(found.1 == AccessToken(rawValue: try #require(UUID(uuidString: token))))
    #expect(found.2 == NewUser(name: "Blob"))
  }

  struct PageNumber: Equatable, Sendable {
    var value: Int
  }

  struct User: Equatable, Sendable {
    var new: NewUser
  }

  @Test func `conversions can be composed`() throws {
    let router = Router {
      Route {
        Query {
          Field("page", .int.map(.memberwise(PageNumber.init) { $0.value }))
        }
        Body(.json(NewUser.self).map(.memberwise(User.init(new:)) { $0.new }))
      }
    }
    let request = URLRequestData(
      query: [.init("page", "2")],
      headers: [.init("Content-Type", "application/json")],
      body: Data(#"{"name":"Blob"}"#.utf8)
    )
    let found = try router.match(request)
    #expect(found == (PageNumber(value: 2), User(new: NewUser(name: "Blob"))))
    #expect(try router.print(found) == request)
  }

  @Test func `a literal header field adds no value to the route`() throws {
    let router = Router<SiteRoute> {
      Route(.case(SiteRoute.user)) {
        Path { Parameter("id", .int) }
        Headers { Field("X-Version", .literal("2")) }
      }
    }
    #expect(
      try router.print(.user(7))
        == URLRequestData(path: ["7"], headers: [.init("X-Version", "2")])
    )
  }

  private enum NoteRoute: Equatable, Sendable {
    case rename(Int, String)
  }

  private struct Title: Codable, Equatable, Sendable {
    var text: String
  }

  @Test func `a conversion can be inverted`() throws {
    let router = Router<NoteRoute> {
      Route(.case(NoteRoute.rename)) {
        Path { Parameter("id", .int) }
        Body(.json(Title.self).map(.inverted(.memberwise(Title.init(text:)) { $0.text })))
      }
    }
    let request = URLRequestData(
      path: ["7"],
      headers: [.init("Content-Type", "application/json")],
      body: Data(#"{"text":"Milk"}"#.utf8)
    )
    #expect(try router.match(request) == .rename(7, "Milk"))
    #expect(try router.print(.rename(7, "Milk")) == request)
  }

  @Test func `a route combines several values into a struct`() throws {
    let router = Router<Page> {
      Route(.memberwise(Page.init) { ($0.number, $0.size) }) {
        Query {
          Field("page", .int)
          Field("size", .int)
        }
      }
    }
    #expect(try router.match(string: "/?page=2&size=10") == Page(number: 2, size: 10))
    #expect(try router.path(for: Page(number: 2, size: 10)) == "/?page=2&size=10")
  }

  struct Paging: RouteComponent {
    var route: Route<Page> {
      Route(.memberwise(Page.init) { ($0.number, $0.size) }) {
        Query {
          Field("page", .int, default: 1)
          Field("size", .int, default: 20)
        }
      }
    }
  }

  @Test func `a custom part works like a built-in part`() throws {
    let router = Router<Page> {
      Route {
        Path { "games" }
        Paging()
      }
    }
    #expect(try router.match(string: "/games?page=3") == Page(number: 3, size: 20))
  }

  @Test func `a custom conversion rejects a value that it cannot convert`() throws {
    let router = Router<Celsius> {
      Route {
        Path { Parameter(.celsius) }
      }
    }
    #expect(try router.match(string: "/36.6") == Celsius(36.6))
    let error = #expect(throws: RoutingError.self) { try router.match(string: "/warm") }
    #expect(error?.description.contains("not a number") == true)
  }
}

/// The examples of a site with users.
@Suite struct RouterCommentTests {
  enum SiteRoute: Equatable, Sendable {
    case home
    case search(text: String, page: Int)
    case user(Int, UserRoute)
  }

  enum UserRoute: Equatable, Sendable {
    case books
    case profile
  }

  private let router = Router<SiteRoute> {
    Route(.case(SiteRoute.home))
    Route(.case(SiteRoute.search(text:page:))) {
      Path { "search" }
      Query {
        Field("q", .string)
        Field("page", .int, default: 1)
      }
    }
    Route(.case(SiteRoute.user)) {
      Path {
        "users"
        Parameter(.int)
      }
      OneOf {
        Route(.case(UserRoute.profile))
        Route(.case(UserRoute.books)) { Path { "books" } }
      }
    }
  }

  @Test func `each route leads to itself`() {
    #expect(router.validate() == [])
  }

  @Test func `nested routes share the parts of the outer route`() throws {
    #expect(try router.match(string: "/users/7/books") == .user(7, .books))
    #expect(try router.path(for: .user(7, .profile)) == "/users/7")
  }

  @Test func `a router matches and prints requests`() throws {
    let shown = try values {
      let router = Router {
        Route(.case(SiteRoute.home))
        Route(.case(SiteRoute.search(text:page:))) {
          Path { "search" }
          Query {
            Field("q", .string)
            Field("page", .int, default: 1)
          }
        }
      }

      try router.match(string: "/search?q=swift")  // .search(text: "swift", page: 1)
      try router.path(for: .search(text: "swift", page: 2))  // "/search?q=swift&page=2"
    }
    #expect(shown[0] as? SiteRoute == .search(text: "swift", page: 1))
    #expect(shown[1] as? String == "/search?q=swift&page=2")
  }

  @Test func `header fields are added to printed requests`() throws {
    let client = router.baseRequestData(
      URLRequestData(headers: [.init("X-Api-Version", "2")])
    )
    #expect(try client.print(.home).headers == [.init("X-Api-Version", "2")])
  }
}

private struct Celsius: Equatable, Sendable {
  var degrees: Double

  init(_ degrees: Double) {
    self.degrees = degrees
  }
}

extension Conversion where Input == String, Output == Celsius {
  static var celsius: Self {
    Self(expected: "a temperature") { text in
      guard let degrees = Double(text) else { throw RoutingError.badRequest("not a number") }
      return Celsius(degrees)
    } unapply: { celsius in
      String(celsius.degrees)
    }
  }
}
