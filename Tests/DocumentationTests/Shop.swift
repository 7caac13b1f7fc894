// SPDX-License-Identifier: MIT

// The blocks of `Sources/LockstepRouting/LockstepRouting.docc/Articles/DescribingRoutes.md` that are
// not inside of tests.

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
