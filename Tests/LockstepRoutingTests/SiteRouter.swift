// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting

/// The routes of a bookstore's site, which most tests use.
enum SiteRoute: Equatable, Sendable {
  case home
  case about
  case files(String, version: Int?)
  case users(UsersRoute)
  case flags(Flags)
}

enum UsersRoute: Equatable, Sendable {
  case create(NewUser)
  case search(text: String, page: Int)
  case user(Int, UserRoute)
}

enum UserRoute: Equatable, Sendable {
  case profile
  case delete
  case books(BooksRoute = .search())
}

enum BooksRoute: Equatable, Sendable {
  case search(SearchOptions = SearchOptions())
  case book(UUID)
  case scan(Data)
}

struct SearchOptions: Equatable, Sendable {
  var sort = Sort.name
  var direction = Direction.asc
  var count = 10

  enum Sort: String, CaseIterable, Sendable { case name, category }
  enum Direction: String, CaseIterable, Sendable { case asc, desc }
}

struct NewUser: Codable, Equatable, Sendable {
  var name: String
  var bio: String
}

struct Flags: Equatable, Sendable {
  typealias Token = Tagged<Flags, UUID>
  typealias Level = Tagged<((), level: ()), Int>

  var token: Token
  var isDebug = false
  var level: Level?
  var ratio = 1.0
  var key = Data()
}

let siteRouter = Router<SiteRoute> {
  Route(.case(SiteRoute.home))
  Route(.case(SiteRoute.about)) { Path { "about/us" } }
  Route(.case(SiteRoute.files)) {
    Path {
      "files"
      Parameter(.string)
    }
    Query { Field("version", aliases: ["v"], optional: .int) }
  }
  Route(.case(SiteRoute.users)) {
    Path { "users" }
    usersRouter
  }
  Route(.case(SiteRoute.flags)) {
    Path { "flags" }
    Route(
      .memberwise(Flags.init) { ($0.token, $0.isDebug, $0.level, $0.ratio, $0.key) }
    ) {
      Query { Field("token", .tagged(.uuid, as: Flags.Token.self)) }
      Headers {
        Field("X-Debug", .bool, default: false, printsDefault: true)
        Field("X-Level", optional: .tagged(.int, as: Flags.Level.self))
      }
      Query { Field("ratio", .double, default: 1) }
      Headers { Field("X-Key", .base64) }
    }
  }
}

let usersRouter = OneOf {
  Route(.case(UsersRoute.create)) {
    Method.post
    Body(.json(NewUser.self))
  }
  Route(.case(UsersRoute.search(text:page:))) {
    Path { "search" }
    Query {
      Field("q", .string)
      Field("page", .int, default: 1)
    }
  }
  Route(.case(UsersRoute.user)) {
    Path { Parameter(.int) }
    userRouter
  }
}

let userRouter = OneOf {
  Route(.case(UserRoute.profile))
  Route(.case(UserRoute.delete)) { Method.delete }
  Route(.case(UserRoute.books)) {
    Path { "books" }
    booksRouter
  }
}

let booksRouter = OneOf {
  Route(.case(BooksRoute.search)) {
    Path { "search" }
    Route(.memberwise(SearchOptions.init) { ($0.sort, $0.direction, $0.count) }) {
      Query {
        Field("sort", .rawRepresentable(as: SearchOptions.Sort.self), default: .name)
        Field("direction", .rawRepresentable(as: SearchOptions.Direction.self), default: .asc)
        Field("count", .int, default: 10)
      }
    }
  }
  Route(.case(BooksRoute.book)) { Path { Parameter(.uuid) } }
  Route(.case(BooksRoute.scan)) {
    Method.put
    Body(.data)
  }
}
