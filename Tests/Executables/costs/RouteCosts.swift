// SPDX-License-Identifier: MIT

internal import Foundation
internal import LockstepRouting

/// The costs of matching and printing routes, as the average of five routes.
let routeCosts: [Operation] = [
  Operation("match a request", times: 100) { times in
    let router = makeRouter()
    let requests = routes.map { try? router.print($0) }.compactMap(\.self)
    return {
      for _ in 0..<times / 5 {
        for request in requests { _ = opaque(try? router.match(request)) }
      }
    }
  },
  Operation("match a target", times: 100) { times in
    let router = makeRouter()
    let targets = routes.map { try? router.path(for: $0) }.compactMap(\.self)
    return {
      for _ in 0..<times / 5 {
        for target in targets {
          _ = opaque(try? router.match(URLRequestData(target: target, method: .get)))
        }
      }
    }
  },
  Operation("print a route", times: 100) { times in
    let router = makeRouter()
    return {
      for _ in 0..<times / 5 {
        for route in routes { _ = opaque(try? router.print(route)) }
      }
    }
  },
]

private enum AppRoute: Equatable, Sendable {
  case albums(SectionRoute<Album>)
  case books(SectionRoute<Book>)
  case games(SectionRoute<Game>)

  enum Album {}
  enum Book {}
  enum Game {}
}

private enum SectionRoute<Section>: Equatable, Sendable {
  case list(page: Int, filter: String?)
  case recent
  case count(since: Int)
  case show(UUID)
  case tag(UUID, String)
}

private func makeRouter() -> Router<AppRoute> {
  Router {
    Route(.case(AppRoute.albums)) { section("albums", AppRoute.Album.self) }
    Route(.case(AppRoute.books)) { section("books", AppRoute.Book.self) }
    Route(.case(AppRoute.games)) { section("games", AppRoute.Game.self) }
  }
}

private func section<Section>(_ name: String, _: Section.Type) -> Route<SectionRoute<Section>> {
  Route {
    Path { name }
    OneOf {
      Route(.case(SectionRoute<Section>.list(page:filter:))) {
        Query {
          Field("page", .int, default: 1)
          Field("filter", optional: .string)
        }
      }
      Route(.case(SectionRoute<Section>.recent)) { Path { "recent" } }
      Route(.case(SectionRoute<Section>.count(since:))) {
        Path { "count" }
        Query { Field("since", .int) }
      }
      Route(.case(SectionRoute<Section>.show)) { Path { Parameter("id", .uuid) } }
      Route(.case(SectionRoute<Section>.tag)) {
        Path {
          Parameter("id", .uuid)
          "tags"
          Parameter("tag", .string)
        }
      }
    }
  }
}

private let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

private let routes: [AppRoute] = [
  .albums(.list(page: 2, filter: nil)), .books(.recent), .games(.count(since: 7)),
  .books(.show(id)), .games(.tag(id, "blue")),
]
