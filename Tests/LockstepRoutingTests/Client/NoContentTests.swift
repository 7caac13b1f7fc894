// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

@testable import LockstepRouting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests without a response value.
@Suite struct NoContentTests {
  private enum Action: Equatable, Sendable {
    case delete
    case deleted(Result<NoContent, URLRoutingClientError>)
  }

  private let reducer = Reducer<Bool?, Action, SiteClient> { state, action, client in
    switch action {
    case .delete:
      return client.effect(for: .users(.user(1, .delete))).catchToEffect().map(Action.deleted)
    case .deleted(.success):
      state = true
      return .none
    case .deleted(.failure):
      state = false
      return .none
    }
  }

  private func store(
    _ response: @escaping @Sendable () async throws -> SiteClient.Response
  ) -> TestStore<Bool?, Action, SiteClient> {
    TestStore(
      initialState: nil,
      reducer: reducer,
      environment: .failing.override(.users(.user(1, .delete)), with: response)
    )
  }

  @Test(arguments: [(204, ""), (200, ""), (202, "accepted"), (200, "{}"), (299, "\u{0}\"")])
  func `a successful response with any body is received`(status: Int, body: String) {
    let store = store { try .response(status: status, body: Data(body.utf8)) }
    store.send(.delete)
    store.receive(.deleted(.success(NoContent()))) { $0 = true }
  }

  @Test(arguments: [199, 304, 404, 500])
  func `a status outside the 200s is an error, as in a request with a value`(
    status: Int
  ) async throws {
    let response = try SiteClient.Response.status(status, ["code": "gone"])
    let store = store { response }
    store.send(.delete)
    let error = URLRoutingClientError(.status(status), answer: try response.get())
    store.receive(.deleted(.failure(error))) { $0 = false }
    let client = SiteClient.failing.override(.home) { response }
    await #expect(throws: error) { try await client.request(.home, as: NoContent.self) }
    await #expect(throws: error) { try await client.request(.home, as: Books.self) }
  }

  @Test func `a request without a response is an error`() {
    let store = store { .failure(URLError(.timedOut)) }
    store.send(.delete)
    store.receive(.deleted(.failure(URLRoutingClientError(.transport(URLError(.timedOut)))))) {
      $0 = false
    }
  }

  @Test func `a request returns the value and the response`() async throws {
    let client = SiteClient.failing.override(.home) { try .response(status: 204) }
    let (value, response) = try await client.request(.home, as: NoContent.self)
    #expect(value == NoContent())
    #expect((response as? HTTPURLResponse)?.statusCode == 204)
    #expect(try await client.effect(for: .home, as: NoContent?.self).value() == .some(NoContent()))
  }

  @Test func `an empty body does not decode as another type`() async throws {
    let client = SiteClient.failing.override(.home) { try .response(status: 204) }
    let error = await #expect(throws: URLRoutingClientError.self) {
      try await client.request(.home, as: Books.self)
    }
    guard case .decoding(type: "Books", _)? = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `an empty value decodes from any JSON value`() throws {
    #expect(try JSONDecoder().decode([NoContent].self, from: Data("[1, {}]".utf8)).count == 2)
    #expect(NoContent() == NoContent())
  }
}
