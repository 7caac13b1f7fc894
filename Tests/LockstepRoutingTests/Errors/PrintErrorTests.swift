// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import Synchronization
import Testing

/// The full text of the error for a route that cannot be printed.
@Suite struct PrintErrorTests {
  @Test func `a value that a field cannot represent is not printed`() {
    expect(
      siteRouter,
      .flags(Flags(token: .init(rawValue: .deadbeef), ratio: .infinity)),
      """
      Cannot print the route: query item "ratio" is "inf"; expected a finite number.

        SiteRoute.flags(Flags(token: DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF, isDebug: false, \
      level: nil, ratio: inf, key: 0 bytes))
        in the route "flags"
      """
    )
  }

  @Test func `a value that would not parse to the same value is not printed`() {
    expect(
      siteRouter,
      .files("..", version: 3),
      """
      Cannot print the route: path component 2 is ".."; expected a path component other than an empty one, "." or \
      "..".

        GET /files/..?version=3
                   ^^
        in the route "files"
      """
    )
  }

  @Test func `a value without a declared route is not printed`() {
    expect(
      Router<SiteRoute> { Route(.case(SiteRoute.home)) },
      .users(.user(1, .delete)),
      """
      Cannot print the route: no route is declared for SiteRoute.users(.user(1, .delete)).

        SiteRoute.users(.user(1, .delete))
      """
    )
    let users = Router<SiteRoute> {
      Route(.case(SiteRoute.users)) {
        Path { "users" }
        OneOf { Route(.case(UsersRoute.create)) { Body(.json(NewUser.self)) } }
      }
    }
    expect(
      users,
      .users(.search(text: "a", page: 1)),
      """
      Cannot print the route: no route is declared for SiteRoute.users(.search(text: "a", page: 1)).

        SiteRoute.users(.search(text: "a", page: 1))
      """
    )
  }

  private enum Page: Equatable, Sendable {
    case number(Int)
    case first(Int)
    case second(Item)
    indirect case inner(Page)
  }

  private struct Item: Codable, Equatable, Sendable {
    var size = 1.0
  }

  private struct Odd: Error, CustomStringConvertible {
    var description: String { "it is odd" }
  }

  /// A conversion that prints only even numbers.
  private let even = Conversion<String, Int>(expected: "an even number") { text in
    guard let number = Int(text) else { throw Odd() }
    return number
  } unapply: { number in
    guard number % 2 == 0 else { throw Odd() }
    return String(number)
  }

  @Test func `the error names the component, the expectation, the reason and the cases`() {
    let router = Router<Page> {
      Route(.case(Page.inner)) {
        Path { "in" }
        OneOf {
          Route(.case(Page.number)) { Path { Parameter(even) } }.named("number")
          Route(.case(Page.first)) { Headers { Field("X", even) } }.named("first")
          Route(.case(Page.second)) {
            Method.post
            Body(.json(Item.self))
          }
        }
      }
    }
    expect(
      router,
      .inner(.number(1)),
      """
      Cannot print the route: path component 2; expected an even number: it is odd.

        Page.inner(.number(1))
        in the route "inner.number"
      """
    )
    expect(
      router,
      .inner(.first(1)),
      """
      Cannot print the route: header "X"; expected an even number: it is odd.

        Page.inner(.first(1))
        in the route "inner.first"
      """
    )
    let text = printError(router, .inner(.second(Item(size: .nan))))?.debugDescription
    #expect(text?.hasPrefix("Cannot print the route: the body; expected JSON of Item: ") == true)
    #expect(
      text?.hasSuffix(
        """
         at "size".

          Page.inner(.second(Item(size: nan)))
          in the route "inner.second"
        """
      ) == true
    )
  }

  @Test(arguments: [false, true])
  func `the error is that of the alternative that printed furthest, in any order`(isReversed: Bool)
  {
    let near = Route(.case(Page.number)) { Query { Field("near", even) } }.named("near")
    let pair = Conversion<(Int, Int), Page>(
      apply: { .number($0.1) },
      unapply: { page in
        guard case .number(let number) = page else { return nil }
        return (number, number)
      }
    )
    let far = Route(pair) {
      Query {
        Field("any", .int)
        Field("far", even)
      }
    }
    .named("far")
    let router = Router<Page> { for route in isReversed ? [far, near] : [near, far] { route } }
    expect(
      router,
      .number(3),
      """
      Cannot print the route: query item "far"; expected an even number: it is odd.

        Page.number(3)
        in the route "far"
      """
    )
  }

  @Test func `the error names the route that would match the printed request`() {
    let router = Router<SiteRoute> {
      Route(.case(SiteRoute.about)) { Path { "files/x" } }
      Route(.case(SiteRoute.files)) {
        Path {
          "files"
          Parameter(.string)
        }
        Query { Field("version", optional: .int) }
      }
    }
    expect(
      router,
      .files("x", version: 1),
      """
      Cannot print the route: the request would be read as "about".

        GET /files/x?version=1
                              ^
        in the route "files"
      """
    )
  }

  @Test func `a route with a scheme but without a host is not printed as a URL`() {
    let router = Router<Int> {
      Route {
        Scheme("https")
        Path { Parameter(.int) }
      }
      .named("n")
    }
    let error = #expect(throws: RoutingError.self) { try router.url(for: 1) }
    #expect(
      error?.debugDescription == """
        Cannot print the route: the route has a scheme, but neither the route nor the base has a host.

          in the route "n"
        """
    )
  }

  @Test func `the error of a large route is short`() {
    let long = String(repeating: "a\n", count: 500_000)
    let router = Router<SiteRoute> { Route(.case(SiteRoute.home)) }
    let route = SiteRoute.users(.create(NewUser(name: long, bio: long)))
    let error = thrownError { () throws(RoutingError) in try router.print(route) }
    let cut = String(repeating: #"a\n"#, count: 40) + "…"
    #expect(
      error?.description == """
        Cannot print the route: no route is declared for SiteRoute.users(.create(NewUser(\
        name: "\(cut)", bio: "a\\na\\n….
        """
    )
    #expect((error?.debugDescription.utf8.count ?? 0) < 1_000)
    let numbers = Router<[Int]> {
      Route(Conversion<Int, [Int]>(apply: { [$0] }, unapply: { _ in nil })) {
        Query { Field("n", .int) }
      }
    }
    let all = Array(0..<100_000)
    let many = thrownError { () throws(RoutingError) in try numbers.print(all) }
    #expect(
      many?.description == """
        Cannot print the route: no route is declared for [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, \
        13, 14, 15, 16, 17, 18, 19, …].
        """
    )
  }

  @Test func `the error of a deeply nested route is short`() {
    let arrays = Router<[[[Int]]]> {
      Route(Conversion<Int, [[[Int]]]>(apply: { [[[$0]]] }, unapply: { _ in nil })) {
        Query { Field("n", .int) }
      }
    }
    let ones = Array(
      repeating: Array(repeating: Array(repeating: 1, count: 20), count: 20),
      count: 20
    )
    let wide = thrownError { () throws(RoutingError) in try arrays.print(ones) }
    let start = "no route is declared for [[["
    let list = Array(repeating: "1", count: 20).joined(separator: ", ")
    let text = "\(start)\(list)], [\(list)], [\(list)"
    #expect(wide?.description == "Cannot print the route: \(text.prefix(200))….")
    #expect((wide?.reason?.unicodeScalars.count ?? 0) < 1_100)
    #expect((wide?.debugDescription.unicodeScalars.count ?? 0) < 500)

    let pages = Router<Page> { Route(.case(Page.first)) { Query { Field("n", .int) } } }
    let page = (0..<1_000).reduce(Page.first(1)) { page, _ in .inner(page) }
    let deep = thrownError { () throws(RoutingError) in try pages.print(page) }
    let cases = "no route is declared for Page" + String(repeating: ".inner(", count: 40)
    #expect(deep?.description == "Cannot print the route: \(cases.prefix(200))….")
    #expect((deep?.reason?.unicodeScalars.count ?? 0) < 1_100)
    #expect((deep?.debugDescription.unicodeScalars.count ?? 0) < 500)
  }

  @Test(arguments: ["", "X Token", "X-Token\r\nX-Admin", "X-Tökén", "X:", "X\u{0}"])
  func `an invalid name of a header field or a cookie is not printed`(name: String) {
    func text(_ part: String) -> String {
      """
      Cannot print the route: \(part) \(name.debugDescription): the name may contain only letters, digits and \
      characters such as "-".
      """
    }
    let headers = Router<String> { Route { Headers { Field(name, .string) } } }
    #expect(printError(headers, "1")?.description == text("header"))
    let cookies = Router<String> { Route { Cookies { Field(name, .string) } } }
    #expect(printError(cookies, "1")?.description == text("cookie"))
    let defaults = siteRouter.baseRequestData(URLRequestData(headers: [.init(name, "1")]))
    #expect(printError(defaults, .home)?.description == text("header"))
  }

  /// Creating an error does not call `description` on its values.
  @Test func `the text of an error is created when it is first read`() throws {
    final class Count: Sendable {
      let value = Mutex(0)
      func add() { value.withLock { $0 += 1 } }
    }
    struct Loud: Error, Equatable, CustomStringConvertible {
      let count: Count
      var description: String {
        count.add()
        return "loud"
      }
      static func == (left: Self, right: Self) -> Bool { left.count === right.count }
    }
    let count = Count()
    let loud = Loud(count: count)
    let router = Router<Loud> {
      Route(
        Conversion<Int, Loud> { _ in
          throw loud
        } unapply: { _ in
          nil
        }
      ) {
        Query { Field("n", .int) }
      }
    }
    var errors: [RoutingError] = []
    // The macros are not used, because they read the descriptions of values.
    do throws(RoutingError) { _ = try router.print(loud) } catch { errors.append(error) }
    do throws(RoutingError) { _ = try router.match(string: "?n=1") } catch { errors.append(error) }
    let made = count.value.withLock { $0 }
    #expect(made == 0)
    let texts = [errors[0].reason, errors[1].description]
    #expect(texts == ["no route is declared for loud", "Bad request: loud."])
    let asked = count.value.withLock { $0 }
    #expect(asked == 2)
  }

  private func expect<Value>(
    _ router: Router<Value>,
    _ route: Value,
    _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      printError(router, route, sourceLocation)?.debugDescription == text,
      sourceLocation: sourceLocation
    )
  }

  private func printError<Value>(
    _ router: Router<Value>,
    _ route: Value,
    _ sourceLocation: SourceLocation = #_sourceLocation
  ) -> RoutingError? {
    #expect(throws: RoutingError.self, sourceLocation: sourceLocation) { try router.print(route) }
  }
}
