// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting

/// An API of 63 routes: seven sections of nine, one to four components each.
enum LargeRoute: Equatable, Sendable {
  case accounts(SectionRoute<Accounts>)
  case albums(SectionRoute<Albums>)
  case boards(SectionRoute<Boards>)
  case boats(SectionRoute<Boats>)
  case cards(SectionRoute<Cards>)
  case carts(SectionRoute<Carts>)
  case games(SectionRoute<Games>)

  enum Accounts {}
  enum Albums {}
  enum Boards {}
  enum Boats {}
  enum Cards {}
  enum Carts {}
  enum Games {}
}

enum SectionRoute<Section>: Equatable, Sendable {
  case list(page: Int, filter: String?)
  case create(Item)
  case recent
  case count(since: Int)
  case item(UUID, ItemRoute<Section>)

  struct Item: Codable, Equatable, Sendable {
    var name: String
  }
}

enum ItemRoute<Section>: Equatable, Sendable {
  case show
  case replace(SectionRoute<Section>.Item)
  case delete
  case history(Int)
  case tag(String, Bool)
}

func makeLargeRouter() -> Router<LargeRoute> {
  Router {
    Route(.case(LargeRoute.accounts)) { section("accounts", LargeRoute.Accounts.self) }
    Route(.case(LargeRoute.albums)) { section("albums", LargeRoute.Albums.self) }
    Route(.case(LargeRoute.boards)) { section("boards", LargeRoute.Boards.self) }
    Route(.case(LargeRoute.boats)) { section("boats", LargeRoute.Boats.self) }
    Route(.case(LargeRoute.cards)) { section("cards", LargeRoute.Cards.self) }
    Route(.case(LargeRoute.carts)) { section("carts", LargeRoute.Carts.self) }
    Route(.case(LargeRoute.games)) { section("games", LargeRoute.Games.self) }
  }
}

private func section<Section>(
  _ name: String,
  _ section: Section.Type
) -> Route<SectionRoute<Section>> {
  Route {
    Path { name }
    OneOf {
      Route(.case(SectionRoute<Section>.list(page:filter:))) {
        Query {
          Field("page", .int, default: 1)
          Field("filter", optional: .string)
        }
      }
      Route(.case(SectionRoute<Section>.create)) {
        Method.post
        Body(.json(SectionRoute<Section>.Item.self))
      }
      Route(.case(SectionRoute<Section>.recent)) { Path { "recent" } }
      Route(.case(SectionRoute<Section>.count(since:))) {
        Path { "count" }
        Query { Field("since", .int) }
      }
      Route(.case(SectionRoute<Section>.item)) {
        Path { Parameter("id", .uuid) }
        itemRoutes(section)
      }
    }
  }
}

private func itemRoutes<Section>(_ section: Section.Type) -> OneOf<ItemRoute<Section>> {
  OneOf {
    Route(.case(ItemRoute<Section>.show))
    Route(.case(ItemRoute<Section>.replace)) {
      Method.put
      Body(.json(SectionRoute<Section>.Item.self))
    }
    Route(.case(ItemRoute<Section>.delete)) { Method.delete }
    Route(.case(ItemRoute<Section>.history)) {
      Path {
        "history"
        Parameter("version", .int)
      }
    }
    Route(.case(ItemRoute<Section>.tag)) {
      Method.post
      Path {
        "tags"
        Parameter("tag", .string)
      }
      Query { Field("on", .bool) }
    }
  }
}

/// The routes that have no body: 49, section by section.
let largeRoutes: [LargeRoute] =
  samples().map(LargeRoute.accounts) + samples().map(LargeRoute.albums)
  + samples().map(LargeRoute.boards) + samples().map(LargeRoute.boats)
  + samples().map(LargeRoute.cards) + samples().map(LargeRoute.carts)
  + samples().map(LargeRoute.games)

private func samples<Section>() -> [SectionRoute<Section>] {
  let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  return [
    .list(page: 2, filter: nil), .recent, .count(since: 7), .item(id, .show), .item(id, .delete),
    .item(id, .history(3)), .item(id, .tag("blue", true)),
  ]
}
