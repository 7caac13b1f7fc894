// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting
import Testing

/// Routes in which two components use the same part of a request.
@Suite struct ContradictionTests {
  private enum Page: Equatable, Sendable {
    case pair(Int, Int)
    case texts(String, String)
    case data(Data, Data)
    case mixed(String, Data)
  }

  @Test func `a route with two fields of the same name is not printed`() {
    expect(
      Router<Page> {
        Route(.case(Page.pair)) {
          Query {
            Field("n", .int)
            Field("n", .int)
          }
        }
      },
      .pair(1, 1),
      #"GET / (pair) is never printed: query item "n": two fields of the route use it."#,
      """
      Cannot print the route: query item "n": two fields of the route use it.

        GET /?n=1&n=1
                ^
        in the route "pair"
      """
    )
  }

  @Test func `a route with an alias equal to another field's name is not printed`() {
    expect(
      Router<Page> {
        Route(.case(Page.pair)) {
          Query { Field("n", aliases: ["m"], .int) }
          Query { Field("m", .int) }
        }
      },
      .pair(1, 2),
      #"GET / (pair) is never printed: query item "m": two fields of the route use it."#,
      """
      Cannot print the route: query item "m": two fields of the route use it.

        GET /?n=1&m=2
                    ^
        in the route "pair"
      """
    )
  }

  @Test func `header field names that differ only in case conflict but cookie names do not`() {
    expect(
      Router<Page> {
        Route(.case(Page.pair)) {
          Headers {
            Field("X-N", .int)
            Field("x-n", .int)
          }
        }
      },
      .pair(1, 1),
      #"GET / (pair) is never printed: header "x-n": two fields of the route use it."#,
      """
      Cannot print the route: header "x-n": two fields of the route use it.

        X-N: 1
             ^
        in the route "pair"
      """
    )
    let cookies = Router<Page> {
      Route(.case(Page.pair)) {
        Cookies {
          Field("N", .int)
          Field("n", .int)
        }
      }
    }
    #expect(cookies.validate() == [])
  }

  @Test func `two bodies`() {
    let text = "the body: the route has two bodies."
    expect(
      Router<Page> {
        Route(.case(Page.data)) {
          Method.post
          Body(.data)
          Body(.data)
        }
      },
      .data(Data(), Data()),
      "POST / (data) is never printed: \(text)",
      """
      Cannot print the route: \(text)

        in the route "data"
      """
    )
    expect(
      Router<Page> {
        Route(.case(Page.mixed)) {
          Method.post
          Form { Field("a", .string) }
          Body(.data)
        }
      },
      .mixed("", Data()),
      "POST / (mixed) is never printed: \(text)",
      """
      Cannot print the route: \(text)

        in the route "mixed"
      """
    )
  }

  @Test func `a route can have two forms`() throws {
    let router = Router<Page> {
      Route(.case(Page.texts)) {
        Method.post
        Form { Field("a", .string) }
        Form { Field("b", .string) }
      }
    }
    #expect(router.validate() == [])
    #expect(try router.match(router.print(.texts("x", "y"))) == .texts("x", "y"))
  }

  @Test func `a header field that the body or the cookies set is not printed`() {
    expect(
      Router<Page> {
        Route(.case(Page.mixed)) {
          Method.post
          Headers { Field("content-type", .string) }
          Body(.data, contentType: "text/plain")
        }
      },
      .mixed("text/html", Data()),
      #"POST / (mixed) is never printed: header "content-type": the body of the route sets it."#,
      """
      Cannot print the route: header "content-type": the body of the route sets it.

        content-type: text/html
                      ^^^^^^^^^
        in the route "mixed"
      """
    )
    expect(
      Router<Page> {
        Route(.case(Page.texts)) {
          Cookies { Field("a", .string) }
          Headers { Field("Cookie", .string) }
        }
      },
      .texts("x", "y"),
      #"GET / (texts) is never printed: header "Cookie": the cookies of the route set it."#,
      """
      Cannot print the route: header "Cookie": the cookies of the route set it.

        Cookie: y
                ^
        in the route "texts"
      """
    )
  }

  @Test func `a route can set the content type if the body does not`() throws {
    let router = Router<Page> {
      Route(.case(Page.mixed)) {
        Method.post
        Headers { Field("Content-Type", .string) }
        Body(.data)
      }
    }
    #expect(router.validate() == [])
    let route = Page.mixed("text/html", Data("x".utf8))
    #expect(try router.match(router.print(route)) == route)
  }

  private func expect(
    _ router: Router<Page>,
    _ page: Page,
    _ conflict: String,
    _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let conflicts = router.validate()
    #expect(conflicts.map(\.kind) == [.contradictory], sourceLocation: sourceLocation)
    #expect(conflicts.map(\.description) == [conflict], sourceLocation: sourceLocation)
    let error = #expect(throws: RoutingError.self, sourceLocation: sourceLocation) {
      try router.print(page)
    }
    #expect(error?.debugDescription == text, sourceLocation: sourceLocation)
    #expect(error?.part == conflicts.first?.part, sourceLocation: sourceLocation)
  }
}
