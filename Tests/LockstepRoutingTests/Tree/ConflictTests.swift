// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting
import Testing

/// Routes that earlier routes shadow.
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

  @Test func `a value that an earlier route would match is not printed`() throws {
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

  @Test func `a required field distinguishes two routes but an optional field does not`() throws {
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

  @Test func `validate reports an unreachable and an unreadable route`() {
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

  @Test func `bodies are distinguished by content type and decoded type`() throws {
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

  @Test func `printing and validate do not run a custom conversion`() throws {
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

  @Test func `a conflict is found if two routes share a component`() throws {
    let slug = Conversion<String, String>(apply: { $0 }, unapply: { $0 })
    let router = Router<Page> {
      Route(.memberwise({ $0.1 }, { ("a", $0) })) {
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

  @Test func `components shared at different path positions are checked separately`() throws {
    enum Pair: Equatable, Sendable {
      case forward(Int, String)
      case backward(String, Int)
    }
    let number = Parameter("number", .int)
    let text = Parameter("text", .string)
    let router = Router<Pair> {
      Route(.case(Pair.forward)) {
        Path {
          number
          text
        }
      }
      Route(.case(Pair.backward)) {
        Path {
          text
          number
        }
      }
    }
    #expect(try router.path(for: .backward("x", 1)) == "/x/1")
    #expect(try router.match(string: "/x/1") == .backward("x", 1))
    let error = #expect(throws: RoutingError.self) { try router.print(.backward("7", 1)) }
    #expect(error?.reason == #"the request would be read as "forward""#)
    #expect(router.validate().map(\.kind) == [.overlapping])
  }

  @Test func `a conversion shared at different path positions is only an overlap`() throws {
    enum Pair: Equatable, Sendable {
      case forward(String, Int)
      case backward(Int, String)
    }
    let even = Conversion<Int, String>(
      apply: { number in
        guard number % 2 == 0 else { throw RoutingError.badRequest("odd") }
        return String(number)
      },
      unapply: { Int($0) }
    )
    let number = Parameter("number", .int)
    let text = Parameter("text", .int).map(even)
    let router = Router<Pair> {
      Route(.case(Pair.forward)) {
        text
        Path { number }
      }
      Route(.case(Pair.backward)) {
        Path { number }
        text
      }
    }
    #expect(try router.match(router.print(.backward(1, "2"))) == .backward(1, "2"))
    #expect(router.validate().map(\.kind) == [.overlapping])
  }

  @Test func `a conversion over alternatives is only an overlap`() throws {
    enum Item: Equatable, Sendable {
      case even(Int)
      case any(Int)
    }
    let checked = Conversion<Item, Page>(
      apply: { item in
        switch item {
        case .even(let number) where number % 2 == 0: return .number(number)
        case .any(let number): return .number(number)
        case .even: throw RoutingError.badRequest("odd")
        }
      },
      unapply: { page in
        guard case .number(let number) = page else { return nil }
        return number % 2 == 0 ? .even(number) : .any(number)
      }
    )
    let router = Router<Page> {
      OneOf {
        Route(.case(Item.even)) { Path { Parameter(.int) } }
        Route(.case(Item.any)) { Path { Parameter(.int) } }
      }
      .map(checked)
    }
    #expect(try router.match(router.print(.number(3))) == .number(3))
    #expect(router.validate().map(\.kind) == [.overlapping])
  }

  @Test func `a router with disjoint routes has no conflicts`() {
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
