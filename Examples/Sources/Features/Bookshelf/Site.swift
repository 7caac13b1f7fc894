// SPDX-License-Identifier: MIT

public import Foundation
public import LockstepRouting

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Returns the server of the site, as a function from requests to responses.
///
/// - Parameters:
///   - shelves: The data of the site.
///   - router: The router that parses requests and prints links. The links use its base URL.
/// - Returns: A function that returns JSON responses. The body of an error response is a ``SiteError``.
public func bookshelf(
  shelves: Shelves,
  router: Router<SiteRoute> = siteRouter
) -> @Sendable (URLRequest) async -> (Data, HTTPURLResponse) {
  let site = Site(shelves: shelves, router: router)
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return { request in
    let answer = site.respond(to: request)
    let body = (try? encoder.encode(answer.value)) ?? Data("{}".utf8)
    var headers = ["Content-Type": "application/json", "Content-Length": "\(body.count)"]
    if !answer.allowed.isEmpty {
      headers["Allow"] = answer.allowed.map(\.rawValue).joined(separator: ", ")
    }
    guard
      let response = HTTPURLResponse(
        url: request.url ?? URL(filePath: "/"),
        statusCode: answer.status,
        httpVersion: "HTTP/1.1",
        headerFields: headers
      )
    else { preconditionFailure("An HTTPURLResponse could not be created.") }
    return (body, response)
  }
}

private struct Site: Sendable {
  let shelves: Shelves
  let router: Router<SiteRoute>

  struct NotFound: Error {
    var what: String
  }

  struct Answer {
    var status: Int
    var value: any Encodable
    /// The methods that the path supports, if the request uses another one.
    var allowed: [Method] = []
  }

  func respond(to request: URLRequest) -> Answer {
    do {
      let (status, value) = try respond(to: router.match(request: request))
      return Answer(status: status, value: value)
    } catch let error as RoutingError {
      var answer = Answer(status: error.statusCode, value: SiteError(message: error.description))
      if case .methodNotAllowed(let allowed) = error.kind { answer.allowed = allowed }
      return answer
    } catch let error as NotFound {
      return Answer(status: 404, value: SiteError(message: "There is no \(error.what)."))
    } catch {
      return Answer(status: 500, value: SiteError(message: "\(error)"))
    }
  }

  private func respond(to route: SiteRoute) throws -> (status: Int, value: any Encodable) {
    switch route {
    case .home:
      (200, HomeResponse(links: ["about us": try link(.aboutUs), "home": try link(.home)]))
    case .aboutUs:
      (200, ["about": "A site of books and of who reads them."])
    case .users(.create(let new)):
      (201, try response(shelves.add(Shelves.User(name: new.name, bio: new.bio))))
    case .users(.user(let id, .fetch)):
      (200, try response(id))
    case .users(.user(let id, .books(.search(let options)))):
      (200, BooksResponse(books: try user(id).search(options).map { try response($0, of: id) }))
    case .users(.user(let id, .books(.book(let bookID)))):
      (200, try response(book(bookID, of: id), of: id))
    }
  }

  private func response(_ id: Int) throws -> UserResponse {
    let user = try user(id)
    return UserResponse(
      id: id,
      name: user.name,
      bio: user.bio,
      booksURL: try link(.users(.user(id, .books())))
    )
  }

  private func response(_ book: Shelves.Book, of id: Int) throws -> BooksResponse.Book {
    BooksResponse.Book(
      id: book.id,
      title: book.title,
      bookURL: try link(.users(.user(id, .books(.book(book.id)))))
    )
  }

  private func user(_ id: Int) throws(NotFound) -> Shelves.User {
    guard let user = shelves.user(id) else { throw NotFound(what: "user \(id)") }
    return user
  }

  private func book(_ bookID: UUID, of id: Int) throws(NotFound) -> Shelves.Book {
    guard let book = try user(id).books.first(where: { $0.id == bookID }) else {
      throw NotFound(what: "book \(bookID)")
    }
    return book
  }

  private func link(_ route: SiteRoute) throws(RoutingError) -> String {
    try router.url(for: route).absoluteString
  }
}
