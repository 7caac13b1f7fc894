// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import ServerRouter
import SharedModels
import Testing

/// Tests the routes of pages and links.
@Suite struct PageRouteTests {
  @Test(arguments: [
    (ServerRoute.appSiteAssociation, [".well-known", "apple-app-site-association"]),
    (.appStore, ["app-store"]),
    (.download, ["download"]),
    (.home, []),
    (.pressKit, ["press-kit"]),
    (.privacyPolicy, ["privacy-policy"]),
    (.sharedGame(.show("deadbeef")), ["sharedGames", "deadbeef"]),
    (.sharedGame(.show("a/b ?é")), ["sharedGames", "a/b ?é"]),
  ])
  func `each page has its path`(route: ServerRoute, path: [String]) throws {
    #expect(try Router.test.print(route) == URLRequestData(path: path))
    #expect(try Router.test.match(URLRequestData(path: path)) == route)
    #expect(try Router.test.match(request: Router.test.request(for: route)) == route)
  }

  @Test(arguments: [
    ("cubes:///sharedGames/deadbeef", ServerRoute.sharedGame(.show("deadbeef"))),
    ("cubes:///sharedGames/dead%20beef", .sharedGame(.show("dead beef"))),
    ("https://www.example.com/sharedGames/deadbeef/", .sharedGame(.show("deadbeef"))),
    ("cubes:///sharedGames", nil),
    ("cubes:///sharedGames/", nil),
    ("cubes:///sharedGames/dead/beef", nil),
    ("", .home),
  ])
  func `each link parses as its page`(address: String, route: ServerRoute?) {
    #expect((try? Router.test.match(string: address)) == route)
  }

  @Test(arguments: [
    (ServerRoute.home, "/", "https://www.example.com"),
    (.appStore, "app-store", "https://www.example.com/app-store"),
    (
      .sharedGame(.show("deadbeef")), "sharedGames/deadbeef",
      "https://www.example.com/sharedGames/deadbeef"
    ),
  ])
  func `a page has a relative URL and an absolute URL with a base`(
    route: ServerRoute,
    relative: String,
    absolute: String
  ) throws {
    #expect(try Router.test.url(for: route).absoluteString == relative)
    let based = Router.test.baseURL("https://www.example.com")
    #expect(try based.url(for: route).absoluteString == absolute)
  }
}
