// SPDX-License-Identifier: MIT

// A site with 63 explicit routes. `Scripts/check-large` checks that the compiler can type-check a router of this size
// in reasonable time.

import Foundation
import LockstepRouting

struct Item: Codable, Equatable, Sendable {
  var name = "a"
}

enum LargeRoute: Equatable, Sendable {
  case accounts(AccountsRoute)
  case albums(AlbumsRoute)
  case boards(BoardsRoute)
  case boats(BoatsRoute)
  case cards(CardsRoute)
  case carts(CartsRoute)
  case games(GamesRoute)
}

enum AccountsRoute: Equatable, Sendable {
  case list(page: Int, filter: String?)
  case create(Item)
  case recent
  case count(since: Int)
  case item(UUID, AccountsItemRoute)
}

enum AccountsItemRoute: Equatable, Sendable {
  case show
  case replace(Item)
  case delete
  case history(Int)
  case tag(String, Bool)
}

enum AlbumsRoute: Equatable, Sendable {
  case list(page: Int, filter: String?)
  case create(Item)
  case recent
  case count(since: Int)
  case item(UUID, AlbumsItemRoute)
}

enum AlbumsItemRoute: Equatable, Sendable {
  case show
  case replace(Item)
  case delete
  case history(Int)
  case tag(String, Bool)
}

enum BoardsRoute: Equatable, Sendable {
  case list(page: Int, filter: String?)
  case create(Item)
  case recent
  case count(since: Int)
  case item(UUID, BoardsItemRoute)
}

enum BoardsItemRoute: Equatable, Sendable {
  case show
  case replace(Item)
  case delete
  case history(Int)
  case tag(String, Bool)
}

enum BoatsRoute: Equatable, Sendable {
  case list(page: Int, filter: String?)
  case create(Item)
  case recent
  case count(since: Int)
  case item(UUID, BoatsItemRoute)
}

enum BoatsItemRoute: Equatable, Sendable {
  case show
  case replace(Item)
  case delete
  case history(Int)
  case tag(String, Bool)
}

enum CardsRoute: Equatable, Sendable {
  case list(page: Int, filter: String?)
  case create(Item)
  case recent
  case count(since: Int)
  case item(UUID, CardsItemRoute)
}

enum CardsItemRoute: Equatable, Sendable {
  case show
  case replace(Item)
  case delete
  case history(Int)
  case tag(String, Bool)
}

enum CartsRoute: Equatable, Sendable {
  case list(page: Int, filter: String?)
  case create(Item)
  case recent
  case count(since: Int)
  case item(UUID, CartsItemRoute)
}

enum CartsItemRoute: Equatable, Sendable {
  case show
  case replace(Item)
  case delete
  case history(Int)
  case tag(String, Bool)
}

enum GamesRoute: Equatable, Sendable {
  case list(page: Int, filter: String?)
  case create(Item)
  case recent
  case count(since: Int)
  case item(UUID, GamesItemRoute)
}

enum GamesItemRoute: Equatable, Sendable {
  case show
  case replace(Item)
  case delete
  case history(Int)
  case tag(String, Bool)
}

let largeRouter = Router {
  Route(.case(LargeRoute.accounts)) {
    Path { "api/accounts" }
    accountsRouter
  }
  Route(.case(LargeRoute.albums)) {
    Path { "api/albums" }
    albumsRouter
  }
  Route(.case(LargeRoute.boards)) {
    Path { "api/boards" }
    boardsRouter
  }
  Route(.case(LargeRoute.boats)) {
    Path { "api/boats" }
    boatsRouter
  }
  Route(.case(LargeRoute.cards)) {
    Path { "api/cards" }
    cardsRouter
  }
  Route(.case(LargeRoute.carts)) {
    Path { "api/carts" }
    cartsRouter
  }
  Route(.case(LargeRoute.games)) {
    Path { "api/games" }
    gamesRouter
  }
}

private let accountsRouter = OneOf {
  Route(.case(AccountsRoute.list(page:filter:))) {
    Query {
      Field("page", .int, default: 1)
      Field("filter", optional: .string)
    }
  }
  Route(.case(AccountsRoute.create)) {
    Method.post
    Body(.json(Item.self))
  }
  Route(.case(AccountsRoute.recent)) { Path { "recent" } }
  Route(.case(AccountsRoute.count)) {
    Path { "count" }
    Query { Field("since", .int) }
  }
  Route(.case(AccountsRoute.item)) {
    Path { Parameter(.uuid) }
    OneOf {
      Route(.case(AccountsItemRoute.show))
      Route(.case(AccountsItemRoute.replace)) {
        Method.put
        Body(.json(Item.self))
      }
      Route(.case(AccountsItemRoute.delete)) { Method.delete }
      Route(.case(AccountsItemRoute.history)) {
        Path {
          "history"
          Parameter(.int)
        }
      }
      Route(.case(AccountsItemRoute.tag)) {
        Method.post
        Path {
          "tags"
          Parameter(.string)
        }
        Query { Field("on", .bool) }
      }
    }
  }
}

private let albumsRouter = OneOf {
  Route(.case(AlbumsRoute.list(page:filter:))) {
    Query {
      Field("page", .int, default: 1)
      Field("filter", optional: .string)
    }
  }
  Route(.case(AlbumsRoute.create)) {
    Method.post
    Body(.json(Item.self))
  }
  Route(.case(AlbumsRoute.recent)) { Path { "recent" } }
  Route(.case(AlbumsRoute.count)) {
    Path { "count" }
    Query { Field("since", .int) }
  }
  Route(.case(AlbumsRoute.item)) {
    Path { Parameter(.uuid) }
    OneOf {
      Route(.case(AlbumsItemRoute.show))
      Route(.case(AlbumsItemRoute.replace)) {
        Method.put
        Body(.json(Item.self))
      }
      Route(.case(AlbumsItemRoute.delete)) { Method.delete }
      Route(.case(AlbumsItemRoute.history)) {
        Path {
          "history"
          Parameter(.int)
        }
      }
      Route(.case(AlbumsItemRoute.tag)) {
        Method.post
        Path {
          "tags"
          Parameter(.string)
        }
        Query { Field("on", .bool) }
      }
    }
  }
}

private let boardsRouter = OneOf {
  Route(.case(BoardsRoute.list(page:filter:))) {
    Query {
      Field("page", .int, default: 1)
      Field("filter", optional: .string)
    }
  }
  Route(.case(BoardsRoute.create)) {
    Method.post
    Body(.json(Item.self))
  }
  Route(.case(BoardsRoute.recent)) { Path { "recent" } }
  Route(.case(BoardsRoute.count)) {
    Path { "count" }
    Query { Field("since", .int) }
  }
  Route(.case(BoardsRoute.item)) {
    Path { Parameter(.uuid) }
    OneOf {
      Route(.case(BoardsItemRoute.show))
      Route(.case(BoardsItemRoute.replace)) {
        Method.put
        Body(.json(Item.self))
      }
      Route(.case(BoardsItemRoute.delete)) { Method.delete }
      Route(.case(BoardsItemRoute.history)) {
        Path {
          "history"
          Parameter(.int)
        }
      }
      Route(.case(BoardsItemRoute.tag)) {
        Method.post
        Path {
          "tags"
          Parameter(.string)
        }
        Query { Field("on", .bool) }
      }
    }
  }
}

private let boatsRouter = OneOf {
  Route(.case(BoatsRoute.list(page:filter:))) {
    Query {
      Field("page", .int, default: 1)
      Field("filter", optional: .string)
    }
  }
  Route(.case(BoatsRoute.create)) {
    Method.post
    Body(.json(Item.self))
  }
  Route(.case(BoatsRoute.recent)) { Path { "recent" } }
  Route(.case(BoatsRoute.count)) {
    Path { "count" }
    Query { Field("since", .int) }
  }
  Route(.case(BoatsRoute.item)) {
    Path { Parameter(.uuid) }
    OneOf {
      Route(.case(BoatsItemRoute.show))
      Route(.case(BoatsItemRoute.replace)) {
        Method.put
        Body(.json(Item.self))
      }
      Route(.case(BoatsItemRoute.delete)) { Method.delete }
      Route(.case(BoatsItemRoute.history)) {
        Path {
          "history"
          Parameter(.int)
        }
      }
      Route(.case(BoatsItemRoute.tag)) {
        Method.post
        Path {
          "tags"
          Parameter(.string)
        }
        Query { Field("on", .bool) }
      }
    }
  }
}

private let cardsRouter = OneOf {
  Route(.case(CardsRoute.list(page:filter:))) {
    Query {
      Field("page", .int, default: 1)
      Field("filter", optional: .string)
    }
  }
  Route(.case(CardsRoute.create)) {
    Method.post
    Body(.json(Item.self))
  }
  Route(.case(CardsRoute.recent)) { Path { "recent" } }
  Route(.case(CardsRoute.count)) {
    Path { "count" }
    Query { Field("since", .int) }
  }
  Route(.case(CardsRoute.item)) {
    Path { Parameter(.uuid) }
    OneOf {
      Route(.case(CardsItemRoute.show))
      Route(.case(CardsItemRoute.replace)) {
        Method.put
        Body(.json(Item.self))
      }
      Route(.case(CardsItemRoute.delete)) { Method.delete }
      Route(.case(CardsItemRoute.history)) {
        Path {
          "history"
          Parameter(.int)
        }
      }
      Route(.case(CardsItemRoute.tag)) {
        Method.post
        Path {
          "tags"
          Parameter(.string)
        }
        Query { Field("on", .bool) }
      }
    }
  }
}

private let cartsRouter = OneOf {
  Route(.case(CartsRoute.list(page:filter:))) {
    Query {
      Field("page", .int, default: 1)
      Field("filter", optional: .string)
    }
  }
  Route(.case(CartsRoute.create)) {
    Method.post
    Body(.json(Item.self))
  }
  Route(.case(CartsRoute.recent)) { Path { "recent" } }
  Route(.case(CartsRoute.count)) {
    Path { "count" }
    Query { Field("since", .int) }
  }
  Route(.case(CartsRoute.item)) {
    Path { Parameter(.uuid) }
    OneOf {
      Route(.case(CartsItemRoute.show))
      Route(.case(CartsItemRoute.replace)) {
        Method.put
        Body(.json(Item.self))
      }
      Route(.case(CartsItemRoute.delete)) { Method.delete }
      Route(.case(CartsItemRoute.history)) {
        Path {
          "history"
          Parameter(.int)
        }
      }
      Route(.case(CartsItemRoute.tag)) {
        Method.post
        Path {
          "tags"
          Parameter(.string)
        }
        Query { Field("on", .bool) }
      }
    }
  }
}

private let gamesRouter = OneOf {
  Route(.case(GamesRoute.list(page:filter:))) {
    Query {
      Field("page", .int, default: 1)
      Field("filter", optional: .string)
    }
  }
  Route(.case(GamesRoute.create)) {
    Method.post
    Body(.json(Item.self))
  }
  Route(.case(GamesRoute.recent)) { Path { "recent" } }
  Route(.case(GamesRoute.count)) {
    Path { "count" }
    Query { Field("since", .int) }
  }
  Route(.case(GamesRoute.item)) {
    Path { Parameter(.uuid) }
    OneOf {
      Route(.case(GamesItemRoute.show))
      Route(.case(GamesItemRoute.replace)) {
        Method.put
        Body(.json(Item.self))
      }
      Route(.case(GamesItemRoute.delete)) { Method.delete }
      Route(.case(GamesItemRoute.history)) {
        Path {
          "history"
          Parameter(.int)
        }
      }
      Route(.case(GamesItemRoute.tag)) {
        Method.post
        Path {
          "tags"
          Parameter(.string)
        }
        Query { Field("on", .bool) }
      }
    }
  }
}
