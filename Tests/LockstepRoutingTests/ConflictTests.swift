// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting
import Testing

/// Routes that others before them keep from being reached.
@Suite struct ConflictTests {
  private enum Page: Equatable, Sendable {
    case today
    case page(String)
    case number(Int)
    case list(Int)
    case all
    case raw(Data)
    case user(User)
  }

  private struct User: Codable, Equatable, Sendable { var name: String }

  @Test func `What a literal before it would read is not printed`() throws {
    let router = Router<Page> {
      Route(.case(Page.today)) { Path { "today" } }
      Route(.case(Page.number)) { Path { Parameter(.int) } }
      Route(.case(Page.page)) { Path { Parameter("name", .string) } }
    }
    #expect(try router.path(for: .page("tomorrow")) == "/tomorrow")
    #expect(printError(router, .page("today")) == #"the request would be read as "today""#)
    #expect(printError(router, .page("7")) == #"the request would be read as "GET /{parameter1}""#)
    #expect(
      router.validate().map(\.description) == [
        "GET /{name} (page) is not reached by requests that GET /today (today) reads as well.",
        "GET /{name} (page) is not reached by requests that GET /{parameter1} (/{parameter1}) reads as well.",
      ]
    )
  }

  @Test func `A required field keeps routes apart, an optional one does not`() throws {
    let router = Router<Page> {
      Route(.case(Page.number)) { Query { Field("n", .int) } }
      Route(.case(Page.list)) { Query { Field("page", .int, default: 1) } }
      Route(.case(Page.all))
    }
    #expect(try router.path(for: .list(2)) == "/?page=2")
    #expect(printError(router, .all) == #"the request would be read as "GET /""#)
    #expect(
      router.validate().map(\.description) == [
        "GET / (all) is not reached by requests that GET / (/) reads as well."
      ]
    )
  }

  @Test func `A route that is never reached`() {
    let router = Router<Page> {
      Route(.case(Page.page)) { Path { Parameter(.string) } }
      Route(.case(Page.today)) { Path { "today" } }
      Route(.case(Page.number)) { Path { Parameter(.int) } }
      Route(.case(Page.all)) { Path { "../all" } }
    }
    #expect(router.validate().map(\.kind) == [.unreachable, .unreachable, .unreadable])
    #expect(
      router.validate().first?.description == """
        GET /today (today) is never reached: GET /{parameter1} (page) reads all of its requests.
        """
    )
  }

  @Test func `Bodies keep routes apart by their type and by what they decode`() throws {
    let router = Router<Page> {
      Route(.case(Page.user)) {
        Method.post
        Body(.json(User.self))
      }
      Route(.case(Page.raw)) {
        Method.post
        Body(.data)
      }
      Route(.case(Page.today)) { Method.post }
    }
    #expect(try router.print(.raw(Data("{}".utf8))).body == Data("{}".utf8))
    #expect(
      printError(router, .raw(Data(#"{"name":"b"}"#.utf8)))
        == #"the request would be read as "user""#
    )
    #expect(try router.match(router.print(.today)) == .today)
    #expect(router.validate().map(\.kind) == [.overlapping])
  }

  @Test func `A user's conversion is not run to find out`() throws {
    let picky = Conversion<String, String>(
      apply: { text in
        guard text != "x" else { throw RoutingError.badRequest("no") }
        Issue.record("The conversion ran.")
        return text
      },
      unapply: { $0 }
    )
    let router = Router<Page> {
      Route(picky.map(.case(Page.page))) { Path { Parameter(.string) } }
      Route(.case(Page.number)) { Path { Parameter(.int) } }
    }
    #expect(try router.path(for: .number(7)) == "/7")
    #expect(router.validate().map(\.kind) == [.overlapping])
  }

  @Test func `Parts that routes share are read by both`() throws {
    let slug = Conversion<String, String>(apply: { $0 }, unapply: { $0 })
    let router = Router<Page> {
      Route(Conversion<(String, Page), Page>(apply: { $0.1 }, unapply: { ("a", $0) })) {
        Path { Parameter(slug) }
        OneOf {
          Route(.case(Page.list)) { Query { Field("page", .int, default: 1) } }
          Route(.case(Page.all))
        }
      }
    }
    #expect(
      printError(router, .all) == #"the request would be read as "GET /{parameter1}""#
    )
    #expect(router.validate().map(\.kind) == [.overlapping])
  }

  @Test func `A router whose order means nothing has no conflicts`() {
    let router = Router<Page> {
      Route(.case(Page.today)) { Path { "today" } }
      Route(.case(Page.number)) { Path { Parameter(.int) } }
      Route(.case(Page.all)) {
        Method.delete
        Path { "all" }
      }
    }
    #expect(router.validate() == [])
  }

  private func printError(_ router: Router<Page>, _ page: Page) -> String? {
    let error = #expect(throws: RoutingError.self) { try router.print(page) }
    #expect(error?.kind == .unprintable)
    return error?.reason
  }
}
