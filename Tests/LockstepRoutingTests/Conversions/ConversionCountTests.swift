// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import Synchronization
import Testing

/// Counts calls by name.
private final class Calls: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  func note(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }

  func take() -> [String: Int] {
    counts.withLock { counts in
      defer { counts = [:] }
      return counts
    }
  }

  /// Returns a conversion that accepts any text except `no`.
  func conversion(_ name: String) -> Conversion<String, String> {
    Conversion { text in
      self.note(name)
      guard text != "no" else { throw RoutingError.badRequest("it says no") }
      return text
    } unapply: {
      $0
    }
  }
}

private struct Envelope: Equatable, Sendable {
  var id: String
  var token: String
  var content: Content
}

private struct Pair: Equatable, Sendable {
  var first: Content
  var second: Content
}

enum Content: Equatable, Sendable {
  case number(Int)
  case text(String)
  case more(String)
  case nothing
  case update
}

private func envelopes(_ calls: Calls) -> Router<Envelope> {
  Router {
    Route(.memberwise(Envelope.init) { ($0.id, $0.token, $0.content) }) {
      Path {
        "a"
        Parameter(calls.conversion("id"))
      }
      Headers { Field("Token", calls.conversion("token")) }
      OneOf {
        Route(.case(Content.number)) { Query { Field("number", .int) } }
        Route(.case(Content.text)) { Query { Field("text", calls.conversion("text")) } }
        Route(.case(Content.nothing))
        Route(.case(Content.update)) { Method.put }
      }
    }
  }
}

private func request(
  _ target: String,
  method: String = "GET",
  token: String = "t"
) throws -> URLRequestData {
  try URLRequestData(
    target: target,
    method: Method(rawValue: method),
    headers: [.init("Token", token)]
  )
}

/// Each conversion runs at most once per request, even if the router tries several routes.
@Suite struct ConversionCountTests {
  @Test(arguments: [
    ("/a/x?number=1", Content.number(1), ["id": 1, "token": 1]),
    ("/a/x?text=y", .text("y"), ["id": 1, "token": 1, "text": 1]),
    ("/a/x", .nothing, ["id": 1, "token": 1]),
  ])
  func `components before a OneOf are converted once`(
    target: String,
    content: Content,
    counts: [String: Int]
  ) throws {
    let calls = Calls()
    let router = envelopes(calls)
    let route = Envelope(id: "x", token: "t", content: content)
    #expect(try router.match(request(target)) == route)
    #expect(calls.take() == counts)
    #expect(try router.match(router.print(route)) == route)
  }

  @Test(arguments: [
    // The parameter is converted for the routes with this method. Routes with other methods reuse the result.
    ("/a/no?text=x", "GET", "t", 404, ["id": 1]),
    ("/a/x?text=x", "GET", "no", 400, ["id": 1, "token": 1]),
    ("/a/x", "PATCH", "t", 405, ["id": 1]),
    ("/a/no", "PATCH", "t", 404, ["id": 1]),
  ])
  func `a value that a conversion rejects is converted once`(
    target: String,
    method: String,
    token: String,
    status: Int,
    counts: [String: Int]
  ) throws {
    let calls = Calls()
    let router = envelopes(calls)
    let error = #expect(throws: RoutingError.self) {
      try router.match(request(target, method: method, token: token))
    }
    #expect(error?.statusCode == status)
    #expect(calls.take() == counts)
  }

  @Test func `each alternative of two consecutive OneOf components is converted once`() throws {
    let calls = Calls()
    let both = Conversion<(String, Content, String, Content), Pair>(
      apply: { Pair(first: $0.1, second: $0.3) },
      unapply: { ("1", $0.first, "t", $0.second) }
    )
    let router = Router<Pair> {
      Route(both) {
        Query { Field("a", calls.conversion("a")) }
        OneOf {
          Route(.case(Content.text)) { Query { Field("b", calls.conversion("b")) } }
          Route(.case(Content.number)) { Query { Field("n", .int) } }
        }
        Headers { Field("Token", calls.conversion("token")) }
        OneOf {
          Route(.case(Content.text)) { Query { Field("c", calls.conversion("c")) } }
          Route(.case(Content.more)) { Query { Field("d", calls.conversion("d")) } }
        }
      }
    }
    #expect(
      try router.match(request("/?a=1&b=no&n=7&c=no&d=4"))
        == Pair(first: .number(7), second: .more("4"))
    )
    #expect(calls.take() == ["a": 1, "b": 1, "token": 1, "c": 1, "d": 1])
    #expect(
      try router.match(request("/?a=1&b=2&c=no&d=4"))
        == Pair(first: .text("2"), second: .more("4"))
    )
    #expect(calls.take() == ["a": 1, "b": 1, "token": 1, "c": 1, "d": 1])
    #expect(throws: RoutingError.self) { try router.match(request("/?a=1&b=2&n=7&c=no&d=no")) }
    #expect(calls.take() == ["a": 1, "b": 1, "token": 1, "c": 1, "d": 1])
  }

  @Test func `a component that two routes share is converted once`() throws {
    let calls = Calls()
    let token = Route<String> { Headers { Field("Token", calls.conversion("token")) } }
    let numbered = Conversion<(String, Int), Content>(
      apply: { .number($0.1) },
      unapply: { content in
        guard case .number(let number) = content else { return nil }
        return ("t", number)
      }
    )
    let router = Router<Content> {
      Route(numbered) {
        token
        Query { Field("number", .int) }
      }
      Route(.case(Content.text)) { token }
    }
    #expect(try router.match(request("/")) == .text("t"))
    #expect(calls.take() == ["token": 1])
    #expect(throws: RoutingError.self) { try router.match(request("/", token: "no")) }
    #expect(calls.take() == ["token": 1])
  }

  @Test func `a path component is converted once to list the allowed methods`() throws {
    let calls = Calls()
    let id = Parameter(calls.conversion("id"))
    let numbered = Conversion<(String, Int), Content>(
      apply: { .number($0.1) },
      unapply: { content in
        guard case .number(let number) = content else { return nil }
        return ("x", number)
      }
    )
    let texts = Conversion<(String, String), Content>(
      apply: { .text($0.1) },
      unapply: { content in
        guard case .text(let text) = content else { return nil }
        return ("x", text)
      }
    )
    let router = Router<Content> {
      Route(numbered) {
        Method.post
        Path {
          id
          Parameter(.int)
        }
      }
      Route(texts) {
        Method.put
        Path {
          id
          Parameter(.string)
        }
      }
    }
    func allowed(_ target: String) -> RoutingError.Kind? {
      #expect(throws: RoutingError.self) { try router.match(request(target)) }?.kind
    }
    #expect(allowed("/x/1") == .methodNotAllowed(allowed: [.post, .put]))
    #expect(calls.take() == ["id": 1])
    #expect(allowed("/x/y") == .methodNotAllowed(allowed: [.put]))
    #expect(calls.take() == ["id": 1])
    #expect(allowed("/no/1") == .notFound)
    #expect(calls.take() == ["id": 1])
  }

  @Test func `a body and a conversion of several values are converted once`() throws {
    let calls = Calls()
    let body = Conversion<Data, String>(
      apply: { data in
        calls.note("body")
        return String(decoding: data, as: UTF8.self)
      },
      unapply: { Data($0.utf8) }
    )
    let signed = Conversion<(String, String), String>(
      apply: { token, body in
        calls.note("signature")
        guard token == "t" else { throw RoutingError.unauthorized("the signature is wrong") }
        return body
      },
      unapply: { ("t", $0) }
    )
    let router = Router<Pair> {
      Route(.memberwise(Pair.init) { ($0.first, $0.second) }) {
        Method.post
        Route(signed.map(.case(Content.text))) {
          Headers { Field("Token", .string) }
          Body(body)
        }
        OneOf {
          Route(.case(Content.number)) { Query { Field("n", .int) } }
          Route(.case(Content.nothing))
        }
      }
    }
    var post = try request("/", method: "POST")
    post.body = Data("b".utf8)
    #expect(try router.match(post) == Pair(first: .text("b"), second: .nothing))
    #expect(calls.take() == ["body": 1, "signature": 1])
    post.headers = [.init("Token", "x")]
    let error = #expect(throws: RoutingError.self) { try router.match(post) }
    #expect(error?.description == "Unauthorized: the signature is wrong.")
    #expect(calls.take() == ["body": 1, "signature": 1])
  }

  @Test func `a parameter is converted again at a different path position`() throws {
    let calls = Calls()
    let name = Parameter(calls.conversion("name"))
    let three = Conversion<(String, String, String), [String]>(
      apply: { [$0.0, $0.1, $0.2] },
      unapply: { ($0[0], $0[1], $0[2]) }
    )
    let one = Conversion<String, [String]>(apply: { [$0] }, unapply: { $0[0] })
    let router = Router<[String]> {
      Route(three) {
        Path {
          name
          name
        }
        Headers { Field("Missing", .string) }
      }
      Route(one) {
        Path {
          "x"
          name
        }
      }
    }
    #expect(try router.match(request("/x/y")) == ["y"])
    #expect(calls.take() == ["name": 2])
  }

  /// A failed route releases the values that it has converted.
  @Test func `the values of a failed match are released`() throws {
    final class Token: Sendable {
      let calls: Calls

      init(_ calls: Calls) {
        self.calls = calls
        calls.note("made")
      }

      deinit { calls.note("deallocated") }
    }
    let calls = Calls()
    let conversion = Conversion<String, Token>(apply: { _ in Token(calls) }, unapply: { _ in "" })
    let inner = Conversion<(Token, Int), Int>(apply: { $0.1 }, unapply: { (Token(calls), $0) })
    let router = Router<Int> {
      Route(inner) {
        Query { Field("t", conversion) }
        OneOf {
          Route<Int> { Query { Field("n", .int) } }
          Route<Int> { Query { Field("m", .int) } }
        }
      }
    }
    #expect(try router.match(request("/?t=1&m=2")) == 2)
    #expect(throws: RoutingError.self) { try router.match(request("/?t=1")) }
    #expect(calls.take() == ["made": 2, "deallocated": 2])
  }
}
