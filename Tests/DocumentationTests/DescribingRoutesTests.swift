// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct DescribingRoutesTests {
  private static let article =
    "Sources/LockstepRouting/LockstepRouting.docc/Articles/DescribingRoutes.md"

  @Test func `the shop's router matches requests`() throws {
    #expect(try shopRouter.match(string: "/search?q=a+b") == .search(text: "a b", page: 1))
    #expect(try shopRouter.match(string: "https://books.example/books/7/") == .book(7, .show))
  }

  @Test func `the shop's router prints requests`() throws {
    let reviews = ShopRoute.book(7, .reviews(newestFirst: true))
    #expect(try shopRouter.path(for: reviews) == "/books/7/reviews?newest-first=true")

    let site = shopRouter.baseURL("https://books.example/v1")
    #expect(try site.url(for: .book(7, .show)).absoluteString == "https://books.example/v1/books/7")
  }

  @Test func `the routes of the shop do not conflict`() {
    #expect(shopRouter.validate() == [])
  }

  @Test func `each route of the shop has its page`() throws {
    let pages: [(ShopRoute, String)] = [
      (.home, "Welcome"),
      (.search(text: "blobs", page: 2), "Page 2 of books on blobs"),
      (.book(7, .show), "Book 7"),
      (.book(7, .reviews(newestFirst: false)), "Reviews of book 7"),
    ]
    for (route, page) in pages {
      #expect(try shopPage(shopRouter.path(for: route)) == (200, page))
    }
    let order = Order(book: 7, count: 2)
    #expect(try shopRouter.match(shopRouter.print(.order(order))) == .order(order))
  }

  @Test func `a printed order with a signature matches its route`() throws {
    let router = signedOrders { "\($0.count) of \($0.book)" }
    let order = Order(book: 7, count: 2)
    #expect(try router.match(router.print(order)) == order)
    #expect(router.validate() == [])
  }

  @Test func `a loan request has a version header that is not part of the route`() throws {
    let route = LoanRoute.extend(Loan.ID(rawValue: UUID()), by: .init(days: 7))
    let request = try loanRouter.print(route)
    #expect(request.headers == [.init("X-Version", "2")])
    #expect(try loanRouter.match(request) == route)
  }

  @Test func `printed lists match their route`() throws {
    let route = Lookup(
      ids: [7, 8],
      knownTags: [#""a,b""#, #""c""#],
      shelves: ["Fiction", "Sense, or not"]
    )
    let request = try lookupRouter.print(route)
    #expect(try lookupRouter.path(for: route) == "/lookup?ids=7%2C8")
    #expect(
      request.headers == [
        .init("If-None-Match", #""a,b", "c""#), .init("X-Shelves", #"Fiction, "Sense, or not""#),
      ]
    )
    #expect(try lookupRouter.match(request) == route)
    let empty = Lookup(ids: [], knownTags: [], shelves: [])
    #expect(try lookupRouter.match(string: "/lookup") == empty)
    #expect(try lookupRouter.path(for: empty) == "/lookup")
  }

  @Test func `a router combines groups of routes`() throws {
    let paths = try [StaffRoute.desk, .returns, .archive].map(staffRouter.path)
    #expect(paths == ["/desk", "/desk/returns", "/archive"])
    #expect(staffRouter.validate() == [])
  }

  @Test func `a base URL that would not match its own requests is reported`() {
    for address in ["https://books.example//v1", "//books.example", "localhost:8080"] {
      #expect(withReportedIssues { _ = shopRouter.baseURL(address) }.count == 1)
    }
  }

  @Test func `the error messages match the article`() throws {
    let last = "/search?q=blob&page=last"
    #expect(shopPage(last).status == 400)
    let error = try #require(throws: RoutingError.self) { try shopRouter.match(string: last) }
    let method = try #require(throws: RoutingError.self) { try shopRouter.match(string: "/orders") }
    let unprintable = try #require(throws: RoutingError.self) {
      try helpRouter.print(.topic("contact"))
    }
    let router = signedOrders { _ in "right" }
    var request = try router.print(Order(book: 7, count: 2))
    request.headers[0].value = "wrong"
    let signature = try #require(throws: RoutingError.self) { try router.match(request) }
    var loan = try loanRouter.print(.extend(Loan.ID(rawValue: UUID()), by: .init(days: 7)))
    loan.headers[0].value = "1"
    let version = try #require(throws: RoutingError.self) { try loanRouter.match(loan) }
    let ids = try #require(throws: RoutingError.self) {
      try lookupRouter.match(string: "/lookup?ids=")
    }
    let tag = try #require(throws: RoutingError.self) {
      try lookupRouter.print(Lookup(ids: [], knownTags: ["a,b"], shelves: []))
    }
    let texts = [
      version.description,
      ids.description,
      tag.description,
      shopPage(last).text,
      error.debugDescription,
      method.description,
      unprintable.description,
      helpRouter.validate().map(\.description).joined(separator: "\n"),
      shopRouter.routes.map(\.description).joined(separator: "\n"),
      signature.description,
    ]
    #expect(try MarkdownFile(Self.article).blocks(in: "text") == texts)
  }
}
