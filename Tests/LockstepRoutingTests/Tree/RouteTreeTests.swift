// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import LockstepRouting

/// The cost of looking up a path, measured in visited nodes.
@Suite struct RouteTreeTests {
  @Test(arguments: [
    ("/", 1),
    ("/about/us", 3),
    ("/about/them", 2),
    ("/nowhere/at/all", 1),
    ("/files/x", 3),
    // A literal and a parameter both match this component.
    ("/users/search", 4),
    ("/users/1", 3),
    ("/users/1/books/search", 6),
    ("/users/1/books/DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF", 5),
    ("/users/1/books/x/y", 5),
  ])
  func `a lookup visits one node per component and matching alternative`(
    path: String,
    visits: Int
  ) throws {
    let path = try URLRequestData(target: path).path
    #expect(siteRouter.tree.lookUp(path == [""] ? [] : path[...]).visits == visits)
  }

  @Test(arguments: [1, 10, 100])
  func `the cost of a lookup does not depend on the number and order of the routes`(count: Int) {
    for isReversed in [false, true] {
      let numbers = isReversed ? Array((0..<count).reversed()) : Array(0..<count)
      let router = Router<Int> {
        for number in numbers {
          Route(.case(number)) { Path { "section/\(number)/page" } }
        }
      }
      for number in [0, count - 1] {
        let lookup = router.tree.lookUp(["section", "\(number)", "page"])
        #expect(lookup.visits == 4)
        #expect(lookup.leaves == [isReversed ? count - 1 - number : number])
      }
      #expect(router.tree.lookUp(["section", "\(count)", "page"]).visits == 2)
      #expect(router.tree.lookUp(["section", "0", "page", "x"]).visits == 4)
    }
  }

  @Test func `creating a router compares a number of nodes that is linear in the routes`() {
    func comparisons(_ count: Int) -> Int {
      Router<Int> {
        for number in 0..<count {
          Route(.case(number)) { Path { "section\(number % 7)/\(number)/page" } }
          Route<Int> {
            Method.put
            Path {
              "items/\(number)"
              Parameter(.int)
            }
          }
          Route(.case(number)) {
            Method.delete
            Path { "items/\(number)" }
          }
        }
      }
      .tree.comparisons
    }
    let (few, many) = (comparisons(50), comparisons(400))
    #expect(many <= 8 * few + 8)
  }

  @Test func `a literal matches only the same bytes`() throws {
    let router = Router<Int> {
      Route(.case(1)) { Path { "caf\u{E9}" } }
      Route(.case(2)) { Path { "cafe\u{301}" } }
      Route(.case(3)) { Path { "ab" } }
      Route(.case(4)) { Path { "ba" } }
      Route(.case(5)) { Path { "a-literal-that-is-longer-than-fifteen-bytes" } }
    }
    for number in 1...5 {
      #expect(try router.match(string: router.path(for: number)) == number)
    }
    #expect(throws: RoutingError.self) { try router.match(string: "/a-literal-that-is-longer") }
  }

  @Test func `a route whose value has no size is printed and matched`() throws {
    enum Only: Equatable, Sendable { case one }
    let router = Router<Only> { Route(.case(Only.one)) { Path { "one" } } }
    #expect(try router.match(string: "/one") == .one)
    #expect(try router.path(for: .one) == "/one")
  }
}
