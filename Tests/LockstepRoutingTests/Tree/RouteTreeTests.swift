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
  func `as many nodes are visited as the path has components, plus the alternatives`(
    path: String,
    visits: Int
  ) throws {
    let path = try URLRequestData(target: path).path
    #expect(siteRouter.tree.lookUp(path == [""] ? [] : path[...]).visits == visits)
  }

  @Test(arguments: [1, 10, 100])
  func `the number and the order of the routes do not count`(count: Int) {
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

  @Test func `making a router compares as many nodes as there are, and not all with all`() {
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

  @Test func `literals are compared by their bytes`() throws {
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

  @Test func `a route of no size is read`() throws {
    enum Only: Equatable, Sendable { case one }
    let router = Router<Only> { Route(.case(Only.one)) { Path { "one" } } }
    #expect(try router.match(string: "/one") == .one)
    #expect(try router.path(for: .one) == "/one")
  }
}
