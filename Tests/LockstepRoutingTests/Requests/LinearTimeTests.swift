// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting
import LockstepTestSupport
import Testing

/// The time to match and print grows linearly with the length of the request.
@Suite struct LinearTimeTests {
  @Test func `the time for a form grows linearly with the number of its fields`() throws {
    let router = Router<[String]> {
      Route {
        Method.post
        Form { Field("y", many: .string) }
      }
    }
    func items(_ count: Int) -> [String] { Array(repeating: "a", count: count) }
    let (few, many) = (try router.print(items(64)), try router.print(items(4_096)))
    #expect(try router.match(few) == items(64))
    #expect(try router.match(many) == items(4_096))
    #expect(Growth.isLinear { _ = try? router.match($0 ? many : few) })
    let (fewItems, manyItems) = (items(64), items(4_096))
    #expect(Growth.isLinear { _ = try? router.print($0 ? manyItems : fewItems) })
  }

  @Test(arguments: [
    ("a long component", "/files/", "a", ""),
    ("many components", "", "/", ""),
    ("many query items", "/files/x?", "x&", "v=1"),
    ("a long escaped component", "/files/", "%61", ""),
  ])
  func `the time for a target grows linearly with its length`(
    name: String,
    prefix: String,
    part: String,
    suffix: String
  ) {
    func target(_ count: Int) -> String { prefix + String(repeating: part, count: count) + suffix }
    let (short, long) = (target(64), target(4_096))
    #expect(Growth.isLinear { _ = try? siteRouter.match(string: $0 ? long : short) }, "\(name)")
  }

  @Test(arguments: ["a,", #""a,b","#, #""\"",a,"#, #"\","#, #""\""#, " \t", "\""])
  func `the time for a list in a header field grows linearly with its length`(
    part: String
  ) throws {
    let router = Router<[String]> { Route { Headers { Field("X-List", list: .string) } } }
    func request(_ count: Int) -> URLRequestData {
      URLRequestData(headers: [.init("X-List", String(repeating: part, count: count))])
    }
    let (short, long) = (request(25), request(1_600))
    #expect(Growth.isLinear { _ = try? router.match($0 ? long : short) })
    guard let few = try? router.match(short), let many = try? router.match(long) else { return }
    #expect(Growth.isLinear { _ = try? router.print($0 ? many : few) })
    let joined = (few.joined(separator: ","), many.joined(separator: ","))
    #expect(Growth.isLinear { _ = try? router.print([$0 ? joined.1 : joined.0]) })
  }

  @Test(arguments: LongRequest.all)
  func `the time for an error's description does not depend on the length of the request`(
    request: LongRequest
  ) throws {
    let errors = [200, 12_800].map { count in
      #expect(throws: RoutingError.self) {
        try request.router.match(request.make(String(repeating: request.unit, count: count)))
      }
    }
    let (few, many) = (try #require(errors[0]), try #require(errors[1]))
    #expect(few.description.utf8.count < 400)
    #expect(few.debugDescription != few.description)
    #expect(Growth.isConstant { _ = ($0 ? many : few).description })
    #expect(Growth.isConstant { _ = ($0 ? many : few).debugDescription })
  }

  /// A request of any length, and a router that does not match it.
  struct LongRequest: CustomTestStringConvertible, Sendable {
    var name: String
    var unit: String
    var router = siteRouter
    var make: @Sendable (String) throws -> URLRequestData

    var testDescription: String { name }

    static let all = [
      LongRequest(name: "not found", unit: "/a") { try URLRequestData(target: $0) },
      LongRequest(name: "not found behind a component", unit: "/a") {
        try URLRequestData(target: "/users/1" + $0)
      },
      LongRequest(name: "not found, without a target", unit: "a") {
        URLRequestData(path: $0.map { String($0) })
      },
      LongRequest(name: "not found, long components", unit: "%20") {
        try URLRequestData(target: "/users/\($0)/\($0)")
      },
      LongRequest(name: "not found, without slashes that count", unit: "/", router: .lenient) {
        try URLRequestData(target: $0 + "a")
      },
      LongRequest(name: "another method", unit: "a") {
        try URLRequestData(target: "/files/\($0)?\($0)", method: .put)
      },
      LongRequest(name: "a method", unit: "a") {
        try URLRequestData(target: "/users", method: Method(rawValue: $0))
      },
      LongRequest(name: "no UTF-8", unit: "/a") { try URLRequestData(target: $0 + "/%FF" + $0) },
      LongRequest(name: "a control character", unit: "/a") {
        try URLRequestData(target: $0 + "\n")
      },
      LongRequest(name: "a component", unit: "a") {
        try URLRequestData(target: "/users/\($0)/books")
      },
      LongRequest(name: "a query item", unit: "x=1&") {
        try URLRequestData(target: "/users/search?\($0)q=a&page=x&" + $0)
      },
      LongRequest(name: "a query item, without a target", unit: "a") {
        URLRequestData(
          path: ["users", "search"],
          query: $0.map { .init("\($0)", "") } + [.init("q", ""), .init("page", "x")]
        )
      },
      LongRequest(name: "a missing query item", unit: "x&") {
        try URLRequestData(target: "/users/search?\($0)page=1")
      },
      LongRequest(name: "a header field", unit: "a") {
        let headers = $0.map { URLRequestData.Item("\($0)", "") }
        return try URLRequestData(
          target: "/flags?token=deadbeef-dead-beef-dead-beefdeadbeef",
          headers: headers + [.init("X-Debug", $0)]
        )
      },
      LongRequest(name: "a cookie", unit: "a=b;", router: .fields) {
        URLRequestData(path: ["c"], headers: [.init("Cookie", $0 + "n=x")])
      },
      LongRequest(name: "an element of a header field", unit: "1,", router: .fields) {
        URLRequestData(path: ["h"], headers: [.init("n", "1, x," + $0), .init("v", $0)])
      },
      LongRequest(name: "an item of a form", unit: "a=b&", router: .fields) {
        URLRequestData(method: .post, path: ["f"], body: Data(($0 + "n=%78&" + $0).utf8))
      },
    ]
  }
}

extension Router<SiteRoute> {
  fileprivate static var lenient: Self { siteRouter.lenient() }

  /// Routes with a cookie, with a form field, and with a list in a header field.
  fileprivate static var fields: Self {
    Self {
      Route(.case(SiteRoute.files)) {
        Path { "c" }
        Cookies {
          Field("n", .int.map(Conversion(apply: { String($0) }, unapply: { Int($0) })))
          Field("v", optional: .int)
        }
      }
      Route(.case(SiteRoute.files)) {
        Method.post
        Path { "f" }
        Form {
          Field("n", .int.map(Conversion(apply: { String($0) }, unapply: { Int($0) })))
          Field("v", optional: .int)
        }
      }
      Route(.case(SiteRoute.files)) {
        Path { "h" }
        Route(
          Conversion<[Int], (String, Int?)>(
            apply: { ("\($0)", nil) },
            unapply: { text, _ in Int(text).map { [$0] } }
          )
        ) {
          Headers { Field("n", list: .int) }
        }
      }
    }
  }
}
