// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import Synchronization
import Testing

/// A conversion that combines the body, a header field and a query item, and counts its calls.
@Suite struct SpanningConversionTests {
  @Test func `printing and matching each call the conversion once`() throws {
    let calls = Calls()
    let router = router(calls)
    let request = try router.request(for: .note("hi"))
    #expect(calls.take() == ["unapply"])
    #expect(try URLRequestData(request).query == [.init("size", "2")])
    #expect(try router.match(request: request) == .note("hi"))
    #expect(calls.take() == ["apply"])
  }

  @Test func `the router tries the next route if the conversion rejects the combined values`()
    throws
  {
    let calls = Calls()
    let router = router(calls)
    var request = try router.print(.note("hi"))
    request.query = [.init("size", "3")]
    #expect(try router.match(request) == .draft("hi"))
    request.method = .put
    _ = calls.take()
    #expect(throws: RoutingError.self) { try router.match(request) }
    #expect(calls.take() == [])
  }

  @Test func `other routes do not call the conversion`() throws {
    let calls = Calls()
    let router = router(calls)
    #expect(try router.match(router.print(.home)) == .home)
    #expect(try router.match(router.print(.draft("x"))) == .draft("x"))
    #expect(calls.take() == [])
  }

  private enum NoteRoute: Equatable, Sendable {
    case home
    case note(String)
    case draft(String)
  }

  private final class Calls: Sendable {
    private let names = Mutex<[String]>([])

    func note(_ name: String) { names.withLock { $0.append(name) } }

    func take() -> [String] {
      names.withLock { names in
        defer { names = [] }
        return names
      }
    }
  }

  private func router(_ calls: Calls) -> Router<NoteRoute> {
    // The query item is the size of the body, and the header field is its first byte.
    let checked = Conversion<(Int, String, Data), String> { size, first, body in
      calls.note("apply")
      guard body.count == size, body.first.map({ String($0) }) ?? "" == first else {
        throw RoutingError.badRequest("the body was changed")
      }
      return String(decoding: body, as: UTF8.self)
    } unapply: { text in
      calls.note("unapply")
      return (text.utf8.count, text.utf8.first.map { String($0) } ?? "", Data(text.utf8))
    }
    let utf8 = Conversion<Data, String>(
      apply: { String(decoding: $0, as: UTF8.self) },
      unapply: { Data($0.utf8) }
    )
    return Router {
      Route(.case(NoteRoute.home))
      Route(.case(NoteRoute.note)) {
        Method.post
        Path { "notes" }
        Route(checked) {
          Query { Field("size", .int) }
          Headers { Field("X-First", .string) }
          Body(.data)
        }
      }
      Route(.case(NoteRoute.draft)) {
        Method.post
        Path { "notes" }
        Body(utf8)
      }
    }
  }
}
