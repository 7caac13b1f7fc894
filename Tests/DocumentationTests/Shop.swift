// SPDX-License-Identifier: MIT

// The blocks of `Sources/LockstepRouting/LockstepRouting.docc/Articles/DescribingRoutes.md` that are
// not inside of tests.

import Foundation
import Lockstep
import LockstepRouting

enum ShopRoute: Equatable, Sendable {
  case home
  case search(text: String, page: Int)
  case book(Int, BookRoute)
  case order(Order)
}

enum BookRoute: Equatable, Sendable {
  case show
  case reviews(newestFirst: Bool)
}

struct Order: Codable, Equatable, Sendable {
  var book: Int
  var count: Int
}

let shopRouter = Router<ShopRoute> {
  Route(.case(ShopRoute.home))
  Route(.case(ShopRoute.search(text:page:))) {
    Path { "search" }
    Query {
      Field("q", .string)
      Field("page", .int, default: 1)
    }
  }
  Route(.case(ShopRoute.book)) {
    Path {
      "books"
      Parameter("id", .int)
    }
    OneOf {
      Route(.case(BookRoute.show))
      Route(.case(BookRoute.reviews(newestFirst:))) {
        Path { "reviews" }
        Query { Field("newest-first", .bool, default: false) }
      }
    }
  }
  Route(.case(ShopRoute.order)) {
    Method.post
    Path { "orders" }
    Body(.json(Order.self))
  }
}

struct Loan: Equatable, Sendable {
  typealias ID = Tagged<Loan, UUID>

  struct Extension: Equatable, Sendable {
    var days: Int
  }
}

enum LoanRoute: Equatable, Sendable {
  case extend(Loan.ID, by: Loan.Extension)
}

let loanRouter = Router<LoanRoute> {
  Route(.case(LoanRoute.extend(_:by:))) {
    Method.post
    Path {
      "loans"
      Parameter("id", .tagged(.uuid, as: Loan.ID.self))
    }
    Query { Field("days", .int.map(.memberwise(Loan.Extension.init) { $0.days })) }
    Headers { Field("X-Version", .literal("2")) }
  }
}

struct Lookup: Equatable, Sendable {
  var ids: [Int]
  var knownTags: [String]
  var shelves: [String]
}

let lookupRouter = Router<Lookup> {
  Route(.memberwise(Lookup.init) { ($0.ids, $0.knownTags, $0.shelves) }) {
    Path { "lookup" }
    Query { Field("ids", list: .int) }
    Headers {
      Field("If-None-Match", list: .string)
      Field("X-Shelves", list: .quotedString)
    }
  }
}

enum StaffRoute: Equatable, Sendable {
  case archive
  case desk
  case returns
}

let staffRouter = Router<StaffRoute> {
  deskRoutes
  archiveRoutes
}

let deskRoutes = OneOf<StaffRoute> {
  Route(.case(StaffRoute.desk)) { Path { "desk" } }
  Route(.case(StaffRoute.returns)) { Path { "desk/returns" } }
}

let archiveRoutes = OneOf<StaffRoute> {
  Route(.case(StaffRoute.archive)) { Path { "archive" } }
}

func shopPage(_ target: String) -> (status: Int, text: String) {
  do throws(RoutingError) {
    switch try shopRouter.match(string: target) {
    case .home: return (200, "Welcome")
    case .search(let text, let page): return (200, "Page \(page) of books on \(text)")
    case .book(let id, .show): return (200, "Book \(id)")
    case .book(let id, .reviews): return (200, "Reviews of book \(id)")
    case .order(let order): return (200, "Ordered \(order.count) of book \(order.book)")
    }
  } catch {
    return (error.statusCode, error.description)
  }
}

enum HelpRoute: Equatable, Sendable {
  case contact
  case topic(String)
}

let helpRouter = Router<HelpRoute> {
  Route(.case(HelpRoute.contact)) { Path { "contact" } }
  Route(.case(HelpRoute.topic)) { Path { Parameter("name", .string) } }
}

func signedOrders(sign: @escaping @Sendable (Order) -> String) -> Router<Order> {
  let signature = Conversion<(String, Order), Order>(
    apply: { signature, order in
      guard signature == sign(order) else {
        throw RoutingError.unauthorized("the signature is wrong")
      }
      return order
    },
    unapply: { order in (sign(order), order) }
  )
  return Router {
    Route(signature) {
      Method.post
      Path { "signed-orders" }
      Headers { Field("X-Signature", .string) }
      Body(.json(Order.self))
    }
  }
}
