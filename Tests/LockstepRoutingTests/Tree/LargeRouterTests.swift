// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A router of the size of a real site.
@Suite struct LargeRouterTests {
  @Test func `each of 63 routes prints a unique request and matches it`() throws {
    var requests: Set<String> = []
    for route in samples {
      let request = try largeRouter.request(for: route)
      #expect(try largeRouter.match(request: request) == route)
      requests.insert("\(request.httpMethod ?? "") \(try largeRouter.path(for: route))")
    }
    #expect(samples.count == 63)
    #expect(requests.count == 63)
  }
}

private let samples: [LargeRoute] = [
  .accounts(.list(page: 2, filter: nil)),
  .accounts(.create(Item())),
  .accounts(.recent),
  .accounts(.count(since: 7)),
  .accounts(.item(.deadbeef, .show)),
  .accounts(.item(.deadbeef, .replace(Item()))),
  .accounts(.item(.deadbeef, .delete)),
  .accounts(.item(.deadbeef, .history(3))),
  .accounts(.item(.deadbeef, .tag("x", true))),
  .albums(.list(page: 2, filter: nil)),
  .albums(.create(Item())),
  .albums(.recent),
  .albums(.count(since: 7)),
  .albums(.item(.deadbeef, .show)),
  .albums(.item(.deadbeef, .replace(Item()))),
  .albums(.item(.deadbeef, .delete)),
  .albums(.item(.deadbeef, .history(3))),
  .albums(.item(.deadbeef, .tag("x", true))),
  .boards(.list(page: 2, filter: nil)),
  .boards(.create(Item())),
  .boards(.recent),
  .boards(.count(since: 7)),
  .boards(.item(.deadbeef, .show)),
  .boards(.item(.deadbeef, .replace(Item()))),
  .boards(.item(.deadbeef, .delete)),
  .boards(.item(.deadbeef, .history(3))),
  .boards(.item(.deadbeef, .tag("x", true))),
  .boats(.list(page: 2, filter: nil)),
  .boats(.create(Item())),
  .boats(.recent),
  .boats(.count(since: 7)),
  .boats(.item(.deadbeef, .show)),
  .boats(.item(.deadbeef, .replace(Item()))),
  .boats(.item(.deadbeef, .delete)),
  .boats(.item(.deadbeef, .history(3))),
  .boats(.item(.deadbeef, .tag("x", true))),
  .cards(.list(page: 2, filter: nil)),
  .cards(.create(Item())),
  .cards(.recent),
  .cards(.count(since: 7)),
  .cards(.item(.deadbeef, .show)),
  .cards(.item(.deadbeef, .replace(Item()))),
  .cards(.item(.deadbeef, .delete)),
  .cards(.item(.deadbeef, .history(3))),
  .cards(.item(.deadbeef, .tag("x", true))),
  .carts(.list(page: 2, filter: nil)),
  .carts(.create(Item())),
  .carts(.recent),
  .carts(.count(since: 7)),
  .carts(.item(.deadbeef, .show)),
  .carts(.item(.deadbeef, .replace(Item()))),
  .carts(.item(.deadbeef, .delete)),
  .carts(.item(.deadbeef, .history(3))),
  .carts(.item(.deadbeef, .tag("x", true))),
  .games(.list(page: 2, filter: nil)),
  .games(.create(Item())),
  .games(.recent),
  .games(.count(since: 7)),
  .games(.item(.deadbeef, .show)),
  .games(.item(.deadbeef, .replace(Item()))),
  .games(.item(.deadbeef, .delete)),
  .games(.item(.deadbeef, .history(3))),
  .games(.item(.deadbeef, .tag("x", true))),
]
