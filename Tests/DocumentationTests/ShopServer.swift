// SPDX-License-Identifier: MIT

// The blocks of `Sources/LockstepRouting/LockstepRouting.docc/Articles/TestingWithTheServer.md` that
// are not inside of tests.

import Foundation
import LockstepRouting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

func shop(
  books: [Book]
) -> @Sendable (URLRequest) async -> (Data, HTTPURLResponse) {
  { request in
    do {
      return respond(200, try answer(to: shopRouter.match(request: request), from: books))
    } catch let error as RoutingError {
      return respond(error.statusCode, ShopError(message: error.description))
    } catch {
      return respond(404, error as? ShopError ?? ShopError(message: "\(error)"))
    }
  }
}

private func answer(to route: ShopRoute, from books: [Book]) throws -> any Encodable {
  func book(_ id: Int) throws(ShopError) -> Book {
    guard let book = books.first(where: { $0.id == id }) else {
      throw ShopError(message: "There is no book \(id).")
    }
    return book
  }

  switch route {
  case .home: return books
  case .search(let text, _): return books.filter { $0.title.contains(text) }
  case .book(let id, _): return try book(id)
  case .order(let order): return try book(order.book)
  }
}

private func respond(_ status: Int, _ value: any Encodable) -> (Data, HTTPURLResponse) {
  guard let body = try? JSONEncoder().encode(value),
    let response = HTTPURLResponse(
      url: URL(filePath: "/"),
      statusCode: status,
      httpVersion: "HTTP/1.1",
      headerFields: ["Content-Type": "application/json"]
    )
  else { preconditionFailure("There is a response of any status, and JSON of all values here.") }
  return (body, response)
}
