// SPDX-License-Identifier: MIT

internal import Lockstep
public import LockstepRouting

/// The router of the site, shared by the server and its clients.
public let siteRouter = Router<SiteRoute> {
  Route(.case(SiteRoute.home))
  Route(.case(SiteRoute.aboutUs)) { Path { "about-us" } }
  Route(.case(SiteRoute.users)) {
    Path { "users" }
    usersRouter
  }
}

private let usersRouter = OneOf {
  Route(.case(UsersRoute.create)) {
    Method.post
    Body(.json(NewUser.self))
  }
  Route(.case(UsersRoute.user)) {
    Path { Parameter(.int) }
    userRouter
  }
}

private let userRouter = OneOf {
  Route(.case(UserRoute.fetch))
  Route(.case(UserRoute.books)) {
    Path { "books" }
    booksRouter
  }
}

private let booksRouter = OneOf {
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
}
