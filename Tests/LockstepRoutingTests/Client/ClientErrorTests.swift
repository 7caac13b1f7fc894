// SPDX-License-Identifier: MIT

import Foundation
import LockstepTesting
import Testing

@testable import LockstepRouting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct ClientErrorTests {
  private struct Shelf: Decodable {
    var books: [Book]

    struct Book: Decodable {
      var title: String
      var isbn: ISBN
    }
  }

  private struct ISBN: Decodable {
    struct Invalid: Error, Equatable {
      var text: String
    }

    init(from decoder: any Decoder) throws {
      throw Invalid(text: try decoder.singleValueContainer().decode(String.self))
    }
  }

  private func error(status: Int = 200, _ body: String) async throws -> URLRoutingClientError {
    let client = SiteClient.noop.override(.home) {
      try .response(status: status, body: Data(body.utf8))
    }
    return try #require(
      await #expect(throws: URLRoutingClientError.self) {
        try await client.request(.home, as: Shelf.self)
      }
    )
  }

  @Test(arguments: [
    (#"{}"#, "books"),
    (#"{"books":1}"#, "books"),
    (#"{"books":[{"title":null}]}"#, "books.0.title"),
    (#"{"books":[{"title":""}]}"#, "books.0.isbn"),
    ("", ""),
    ("[", ""),
  ])
  func `a decoding error has its coding path`(body: String, path: String) async throws {
    let error = try await error(body)
    let keys = try #require(error.codingPath).map { $0.intValue.map(String.init) ?? $0.stringValue }
    #expect(keys.joined(separator: ".") == path)
    #expect(error.status == 200)
    #expect(error.body == Data(body.utf8))
  }

  @Test func `an error thrown by a type's own init(from:) is a decoding error`() async throws {
    let error = try await error(#"{"books":[{"title":"","isbn":"1"}]}"#)
    guard case .decoding(type: "Shelf", let cause) = error.cause else {
      Issue.record("\(error)")
      return
    }
    #expect(cause as? ISBN.Invalid == ISBN.Invalid(text: "1"))
    #expect(error.codingPath == nil)
    #expect(
      error.description == #"""
        The body of status 200 is not JSON of Shelf: Invalid(text: "1"): \#
        "{\"books\":[{\"title\":\"\",\"isbn\":\"1\"}]}"
        """#
    )
  }

  @Test(arguments: [199, 300, 301, 400, 404, 500, 503, 999, 0, -1])
  func `a status outside of the 200s is never a success`(status: Int) async throws {
    let error = try await error(status: status, #"{"books":[]}"#)
    guard case .status(status) = error.cause else {
      Issue.record("\(error)")
      return
    }
    #expect(error.status == status)
    #expect(error.codingPath == nil)
  }

  @Test func `the excerpt of a body has a limited length and escapes control characters`()
    async throws
  {
    let long = try await error(status: 500, String(repeating: "x", count: 1_000_000))
    #expect(long.excerpt == "\"" + String(repeating: "x", count: 80) + "…\"")
    #expect(long.description.count < 200)
    let client = SiteClient.noop.override(.home) {
      try .response(status: 500, body: Data([0xFF, 0x00, 0x0A]))
    }
    let bytes = await #expect(throws: URLRoutingClientError.self) {
      try await client.request(.home)
    }
    #expect(bytes?.excerpt == "\"\u{FFFD}\\0\\n\"")
    let empty = try await error(status: 500, "")
    #expect(empty.excerpt == nil)
    #expect(empty.description == "The server responded with status 500")
    #expect(empty.localizedDescription == empty.description)
  }

  @Test(arguments: ["é", "€", "🧑", "a€🧑"])
  func `an excerpt does not end within a character`(piece: String) async throws {
    let text = String(repeating: piece, count: 500)
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(80)))
    #expect(try await error(status: 500, text).excerpt == "\"\(start)…\"")
  }

  @Test func `a decoding error of a response without a status describes the body`() async throws {
    let url = try #require(URL(string: "data:,1"))
    let response = URLResponse(
      url: url,
      mimeType: nil,
      expectedContentLength: 1,
      textEncodingName: nil
    )
    let client = SiteClient { _ in (Data("1".utf8), response) }
    #expect(try await client.request(.home, as: Int.self).value == 1)
    let error = await #expect(throws: URLRoutingClientError.self) {
      try await client.request(.home, as: Books.self)
    }
    #expect(error?.status == nil)
    #expect(
      error?.description
        == #"The body is not JSON of Books: not an object: "1""#
    )
  }

  @Test func `JSON that is nested too deeply is an error`() async throws {
    let error = try await error(String(repeating: "[", count: 100_000))
    #expect(error.codingPath?.isEmpty == true)
  }

  @Test func `errors are equal if their causes and responses are equal`() async throws {
    let first = try await error(#"{"books":1}"#)
    #expect(try await error(#"{"books":1}"#) == first)
    #expect(try await error(#"{"books":2}"#) != first)
    #expect(try await error(status: 500, "x") == error(status: 500, "x"))
    #expect(try await error(status: 500, "x") != error(status: 501, "x"))
    #expect(try await error(status: 500, "x") != error(status: 500, "y"))
    func transport(_ error: any Error) -> URLRoutingClientError {
      URLRoutingClientError(.transport(error))
    }
    #expect(
      transport(URLError(.timedOut, userInfo: ["a": 1])) == transport(URLError(.timedOut))
    )
    #expect(transport(URLError(.timedOut)) != transport(URLError(.cancelled)))
    #expect(transport(ISBN.Invalid(text: "1")) == transport(ISBN.Invalid(text: "1")))
    #expect(transport(ISBN.Invalid(text: "1")) != transport(ISBN.Invalid(text: "2")))
    #expect(transport(CancellationError()) == transport(CancellationError()))
    #expect(transport(CancellationError()) != transport(URLError(.cancelled)))
    #expect(
      URLRoutingClientError(.unprintable(.unprintable("a"))) != transport(CancellationError())
    )
  }
}
