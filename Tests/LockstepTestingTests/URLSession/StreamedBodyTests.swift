// SPDX-License-Identifier: MIT

import Foundation
import LockstepTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct StreamedBodyTests {
  private func request() throws -> URLRequest {
    URLRequest(url: try #require(URL(string: "https://example.com")))
  }

  @Test(arguments: [0, 1, 1_023, 1_024, 1_025, 10_000])
  func `a body is read from its stream`(count: Int) throws {
    let body = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
    var request = try request()
    request.httpBodyStream = InputStream(data: body)
    #expect(request.streamedBody == body)
  }

  @Test func `streamedBody returns a data body unchanged`() throws {
    var request = try request()
    #expect(request.streamedBody == nil)
    request.httpBody = Data("text".utf8)
    #expect(request.streamedBody == Data("text".utf8))
    #expect(request.streamedBody == Data("text".utf8))
  }

  @Test func `streamedBody is nil if the stream cannot be read`() throws {
    var request = try request()
    request.httpBodyStream = InputStream(fileAtPath: "/does/not/exist")
    #expect(request.streamedBody == nil)
  }

  @Test func `a stub lists streamed bodies as data`() async throws {
    let stub = URLSessionStub()
    var request = try request()
    request.httpMethod = "POST"
    request.httpBodyStream = InputStream(data: Data("text".utf8))
    stub.register(.response(), for: try #require(request.url)) { $0.httpBody == Data("text".utf8) }
    _ = try await stub.session.data(for: request)
    #expect(stub.requests.map(\.httpBody) == [Data("text".utf8)])
  }
}
