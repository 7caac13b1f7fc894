// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import Testing

/// Each kind of route prints a complete request and matches it.
@Suite struct RouterTests {
  @Test(arguments: [
    (SiteRoute.home, URLRequestData()),
    (.about, URLRequestData(path: ["about", "us"])),
    (.files("a b", version: nil), URLRequestData(path: ["files", "a b"])),
    (
      .files("a", version: 3),
      URLRequestData(path: ["files", "a"], query: [.init("version", "3")])
    ),
    (
      .users(.create(NewUser(name: "Blob", bio: "Round"))),
      URLRequestData(
        method: .post,
        path: ["users"],
        headers: [.init("Content-Type", "application/json")],
        body: Data(#"{"bio":"Round","name":"Blob"}"#.utf8)
      )
    ),
    (
      .users(.search(text: "x", page: 1)),
      URLRequestData(path: ["users", "search"], query: [.init("q", "x")])
    ),
    (
      .users(.search(text: "", page: 2)),
      URLRequestData(path: ["users", "search"], query: [.init("q", ""), .init("page", "2")])
    ),
    (.users(.user(1, .profile)), URLRequestData(path: ["users", "1"])),
    (.users(.user(-1, .delete)), URLRequestData(method: .delete, path: ["users", "-1"])),
    (.users(.user(1, .books())), URLRequestData(path: ["users", "1", "books", "search"])),
    (
      .users(.user(1, .books(.search(SearchOptions(sort: .category, direction: .desc))))),
      URLRequestData(
        path: ["users", "1", "books", "search"],
        query: [.init("sort", "category"), .init("direction", "desc")]
      )
    ),
    (
      .users(.user(1, .books(.book(.deadbeef)))),
      URLRequestData(path: ["users", "1", "books", "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF"])
    ),
    (
      .users(.user(1, .books(.scan(Data([0, 255, 10]))))),
      URLRequestData(method: .put, path: ["users", "1", "books"], body: Data([0, 255, 10]))
    ),
    (
      .flags(Flags(token: .init(rawValue: .deadbeef), key: Data([1, 2, 3]))),
      URLRequestData(
        path: ["flags"],
        query: [.init("token", "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF")],
        headers: [.init("X-Debug", "false"), .init("X-Key", "AQID")]
      )
    ),
    (
      .flags(Flags(token: .init(rawValue: .deadbeef), isDebug: true, level: 7, ratio: 0.25)),
      URLRequestData(
        path: ["flags"],
        query: [.init("token", "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF"), .init("ratio", "0.25")],
        headers: [.init("X-Debug", "true"), .init("X-Level", "7"), .init("X-Key", "")]
      )
    ),
  ])
  func `matching a printed request returns its route`(
    route: SiteRoute,
    request: URLRequestData
  ) throws {
    #expect(try siteRouter.print(route) == request)
    #expect(try siteRouter.match(request) == route)
    #expect(try siteRouter.match(request: siteRouter.request(for: route)) == route)
    #expect(
      try siteRouter.baseURL("https://example.com/v1").match(
        request: siteRouter.baseURL("https://other.example/v1/").request(for: route)
      ) == route
    )
  }
}

extension UUID {
  static let deadbeef = UUID(
    uuid: (
      0xDE, 0xAD, 0xBE, 0xEF, 0xDE, 0xAD, 0xBE, 0xEF, 0xDE, 0xAD, 0xBE, 0xEF, 0xDE, 0xAD, 0xBE, 0xEF
    )
  )
}
