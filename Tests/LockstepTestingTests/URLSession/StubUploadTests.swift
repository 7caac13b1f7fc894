// SPDX-License-Identifier: MIT

import Foundation
import LockstepTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tests the request bodies that a stub lists for each kind of task.
@Suite struct StubUploadTests {
  private let stub = URLSessionStub()
  private let body = Data("text".utf8)

  /// The listed body of an upload, which is nil on Linux, where a session does not pass it to URL protocols.
  private var uploaded: Data? {
    #if canImport(FoundationNetworking)
    nil
    #else
    body
    #endif
  }

  private func request() throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: "https://example.com/")))
    request.httpMethod = "POST"
    stub.register(.response(status: 201), for: try #require(request.url))
    return request
  }

  private func finish(
    _ makeTask: (_ completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void) ->
      URLSessionTask
  ) async -> Int? {
    await withCheckedContinuation { continuation in
      makeTask { _, response, _ in
        continuation.resume(returning: (response as? HTTPURLResponse)?.statusCode)
      }
      .resume()
    }
  }

  @Test func `a stub lists the body of a data task`() async throws {
    var request = try request()
    request.httpBody = body
    _ = try await stub.session.data(for: request)
    request.httpBody = nil
    request.httpBodyStream = InputStream(data: body)
    _ = try await stub.session.data(for: request)
    #expect(stub.requests.map(\.httpBody) == [body, body])
  }

  @Test func `a stub responds to an upload of data`() async throws {
    let request = try request()
    #expect(
      await finish { stub.session.uploadTask(with: request, from: body, completionHandler: $0) }
        == 201
    )
    let (_, response) = try await stub.session.upload(for: request, from: body)
    #expect((response as? HTTPURLResponse)?.statusCode == 201)
    #expect(stub.requests.map(\.httpBody) == [uploaded, uploaded])
  }

  @Test func `a stub responds to an upload of a file`() async throws {
    let request = try request()
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try body.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(
      await finish { stub.session.uploadTask(with: request, fromFile: file, completionHandler: $0) }
        == 201
    )
    #expect(stub.requests.map(\.httpBody) == [uploaded])
  }

  #if canImport(FoundationNetworking)
  @Test func `a stub lists the body of an upload request on Linux`() async throws {
    var request = try request()
    request.httpBody = body
    let other = Data("other".utf8)
    _ = await finish { stub.session.uploadTask(with: request, from: other, completionHandler: $0) }
    #expect(stub.requests.map(\.httpBody) == [body])
  }
  #endif
}
