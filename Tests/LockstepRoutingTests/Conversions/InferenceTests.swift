// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import Testing

/// Expressions whose types the compiler infers.
@Suite struct InferenceTests {
  private struct PageNumber: Equatable, Sendable { var value: Int }

  private struct NewUser: Codable, Equatable, Sendable { var name: String }

  private struct User: Equatable, Sendable {
    typealias ID = Tagged<User, UUID>
    var name: String

    init(new: NewUser) { name = new.name }

    var new: NewUser { NewUser(name: name) }
  }

  private enum Sort: String, CaseIterable, Sendable { case name, age }

  private struct Order: Equatable, Sendable {
    var sort: Sort
    init(_ sort: Sort) { self.sort = sort }
  }

  private enum Page: Equatable, Sendable {
    case list(PageNumber, PageNumber?, [PageNumber], [PageNumber])
    case texts(Order, Order, [UInt8])
    case create(User)
    case upload([UInt8])
    case user(User.ID, isNew: Bool)
    case number(PageNumber)
  }

  private static func expectRoundTrip(
    _ page: Page,
    _ request: URLRequestData,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try pages.print(page) == request, sourceLocation: sourceLocation)
    #expect(try pages.match(request) == page, sourceLocation: sourceLocation)
  }

  private static let pages = Router<Page> {
    Route(.case(Page.list)) {
      Path {
        "list"
        Parameter("page", .int.map(.memberwise(PageNumber.init) { $0.value }))
      }
      Query {
        Field("a", optional: .int.map(.memberwise(PageNumber.init) { $0.value }))
        Field("b", many: .int.map(Conversion(apply: PageNumber.init, unapply: \.value)))
        Field("c", list: .int.map(Conversion(apply: { PageNumber(value: $0) }, unapply: \.value)))
      }
    }
    Route(.case(Page.texts)) {
      Path { "texts" }
      Query {
        Field("a", .rawRepresentable(as: Sort.self).map(.memberwise(Order.init) { $0.sort }))
        Field(
          "b",
          .string.map(.rawRepresentable(as: Sort.self)).map(.memberwise(Order.init) { $0.sort })
        )
        Field("c", .base64.map(.memberwise(Array.init) { Data($0) }))
      }
    }
    Route(.case(Page.create)) {
      Method.post
      Path { "users" }
      Body(.json(NewUser.self).map(.memberwise(User.init(new:)) { $0.new }))
    }
    Route(.case(Page.upload)) {
      Method.post
      Path { "files" }
      Body(.data.map(.memberwise(Array.init) { Data($0) }))
    }
    Route(.case(Page.user)) {
      Path {
        "users"
        Parameter("id", .tagged(.uuid, as: User.ID.self))
      }
      Query { Field("new", .bool) }
    }
    Route(.memberwise(PageNumber.init) { $0.value }.map(.case(Page.number))) {
      Path { Parameter(.double.map(Conversion(apply: { Int($0) }, unapply: { Double($0) }))) }
    }
  }

  @Test func `a chain of conversions can begin with a leading dot`() throws {
    try Self.expectRoundTrip(
      .list(PageNumber(value: 1), PageNumber(value: 2), [PageNumber(value: 3)], []),
      URLRequestData(path: ["list", "1"], query: [.init("a", "2"), .init("b", "3")])
    )
    try Self.expectRoundTrip(
      .texts(Order(.name), Order(.age), [1]),
      URLRequestData(
        path: ["texts"],
        query: [.init("a", "name"), .init("b", "age"), .init("c", "AQ==")]
      )
    )
    try Self.expectRoundTrip(
      .create(User(new: NewUser(name: "a"))),
      URLRequestData(
        method: .post,
        path: ["users"],
        headers: [.init("Content-Type", "application/json")],
        body: Data(#"{"name":"a"}"#.utf8)
      )
    )
    try Self.expectRoundTrip(
      .upload([1, 2]),
      URLRequestData(method: .post, path: ["files"], body: Data([1, 2]))
    )
    try Self.expectRoundTrip(.number(PageNumber(value: 5)), URLRequestData(path: ["5.0"]))
  }

  @Test func `the error of a chained conversion shows the first conversion's expected type`() {
    let error = #expect(throws: RoutingError.self) {
      try Self.pages.match(string: "/list/1?a=x")
    }
    #expect(
      error?.description == #"Bad request: query item "a" is "x"; expected an integer."#
    )
  }

  @Test func `a tagged conversion gets its tag from an argument or from the context`() throws {
    try Self.expectRoundTrip(
      .user(User.ID(rawValue: .deadbeef), isNew: true),
      URLRequestData(
        path: ["users", "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF"],
        query: [.init("new", "true")]
      )
    )
    // The context can also specify the tag.
    let id: Conversion<String, User.ID> = .tagged(.uuid)
    let parameter = Parameter<User.ID>("id", .tagged(.uuid))
    for part in [Route { parameter }, Route { Path { Parameter(id) } }] {
      let router = Router { part }
      #expect(try router.path(for: User.ID(rawValue: .deadbeef)).utf8.count == 37)
    }
  }

  @Test func `a conversion infers its type from the context`() throws {
    let sort: Conversion<String, Sort> = .rawRepresentable()
    let level: Conversion<String, Level> = .rawRepresentable(.int)
    let router = Router {
      Route {
        Method.post
        Path {
          Parameter(sort)
          Parameter(level)
        }
        Query { Field("order", .rawRepresentable().map(.memberwise(Order.init) { $0.sort })) }
        Body(.json().map(.memberwise(User.init(new:)) { $0.new }))
      }
    }
    let request = URLRequestData(
      method: .post,
      path: ["age", "2"],
      query: [.init("order", "name")],
      headers: [.init("Content-Type", "application/json")],
      body: Data(#"{"name":"a"}"#.utf8)
    )
    #expect(try router.print(router.match(request)) == request)
  }

  @Test func `a chain in a constant begins with its explicit type`() throws {
    let number = Conversion<String, Int>.int.map(.memberwise(PageNumber.init) { $0.value })
    let user = Conversion<Data, NewUser>.json().map(.memberwise(User.init(new:)) { $0.new })
    let route = Route(.memberwise(Pair.init) { ($0.number, $0.user) }) {
      Method.post
      Path { Parameter(number) }
      Body(user)
    }
    let pair = Pair(number: PageNumber(value: 3), user: User(new: NewUser(name: "a")))
    let router = Router { route }
    #expect(try router.match(router.print(pair)) == pair)
  }

  private struct Pair: Equatable, Sendable {
    var number: PageNumber
    var user: User
  }

  private enum Level: Int, Sendable {
    case low = 1
    case high = 2
  }

  @Test func `every conversion can be used alone or at the start of a chain`() throws {
    let whole = Router {
      Route {
        Path {
          Parameter(.string)
          Parameter(.double)
          Parameter(.bool)
          Parameter(.uuid)
        }
        Query {
          Field("a", .base64)
          Field("b", .rawRepresentable(as: Sort.self))
          Field("c", .rawRepresentable(.int, as: Level.self))
          Field("d", .tagged(.uuid, as: User.ID.self))
        }
        Body(.data)
      }
    }
    let chained = Router {
      Route {
        Path {
          Parameter(.string.map(.memberwise({ [$0] }, { $0[0] })))
          Parameter(.double.map(.memberwise({ [$0] }, { $0[0] })))
          Parameter(.bool.map(.memberwise({ [$0] }, { $0[0] })))
          Parameter(.uuid.map(.memberwise({ [$0] }, { $0[0] })))
        }
        Query {
          Field("a", .base64.map(.memberwise({ [$0] }, { $0[0] })))
          Field("b", .rawRepresentable(as: Sort.self).map(.memberwise({ [$0] }, { $0[0] })))
          Field("c", .rawRepresentable(.int, as: Level.self).map(.memberwise({ [$0] }, { $0[0] })))
          Field("d", .tagged(.uuid, as: User.ID.self).map(.memberwise({ [$0] }, { $0[0] })))
        }
        Body(.data.map(.memberwise({ [$0] }, { $0[0] })))
      }
    }
    let id = UUID.deadbeef
    let request = URLRequestData(
      path: ["a", "0.5", "true", id.uuidString],
      query: [.init("a", "AQ=="), .init("b", "age"), .init("c", "2"), .init("d", id.uuidString)],
      body: Data([1])
    )
    #expect(try whole.print(whole.match(request)) == request)
    #expect(try chained.print(chained.match(request)) == request)
  }
}
