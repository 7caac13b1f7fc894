// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepTesting
import Testing

@testable import LockstepRouting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct ClientEffectTests {
  @Test func `Server code answers before send returns`() throws {
    let server = try ScriptedServer([.ok(Books(titles: ["a"])), .status(500, ["code": "down"])])
    let store = ClientStore(server.client(options: RequestOptions()))
    store.send(.ask(.about))
    store.receive(.answer(.success(Books(titles: ["a"])))) { $0 = 1 }
    store.send(.ask(.about))
    let error = URLRoutingClientError(
      .status(500),
      answer: try SiteClient.Response.status(500, ["code": "down"]).get()
    )
    store.receive(.answer(.failure(error))) { $0 = 2 }
    #expect(server.requests.value.map { $0.url?.absoluteString } == ["about/us", "about/us"])
  }

  @Test func `A response may take its time`() {
    let scheduler = DispatchQueue.test
    let store = ClientStore(
      .failing.override(.home) {
        try await .ok(Books(titles: [])).delayed(for: 2, scheduler: scheduler)
      }
    )
    store.send(.ask(.home))
    scheduler.advance(by: 1)
    scheduler.advance(by: 1)
    store.receive(.answer(.success(Books(titles: [])))) { $0 = 1 }
  }

  @Test func `Cancelling the effect ends the request`() {
    let scheduler = DispatchQueue.test
    let endings = Recorder<[Bool]>([])
    let store = ClientStore(
      .failing.override(.home) {
        do {
          return try await .ok(1).delayed(for: 2, scheduler: scheduler)
        } catch {
          endings.update { $0.append(error is CancellationError) }
          throw error
        }
      }
    )
    store.send(.ask(.home))
    store.send(.cancel)
    #expect(endings.value == [true])
    scheduler.advance(by: 2)
  }

  @Test func `Cancelling the effect ends the server's work`() throws {
    let server = try ScriptedServer([nil])
    let store = ClientStore(server.client(options: RequestOptions()))
    store.send(.ask(.home))
    #expect(server.requests.value.count == 1)
    #expect(server.endings.value == [])
    store.send(.cancel)
    #expect(server.endings.value == [true])
    store.finish()
  }

  @Test func `The effect of a noop client completes without a value`() {
    let store = ClientStore(.noop)
    store.send(.ask(.home))
    store.finish()
  }

  @Test func `A failing client is reported at the step, and fails the effect`() {
    let issues = withReportedIssues {
      let store = ClientStore(.failing)
      let file = "Test/Step.swift"
      store.send(
        .ask(.home),
        at: SourceLocation(fileID: file, filePath: file, line: 7, column: 1)
      )
      store.receive(
        .answer(
          .failure(
            URLRoutingClientError(
              .unimplemented(
                """
                Failed to respond to route: SiteRoute.home

                Use 'URLRoutingClient<SiteRoute>.override' to supply a default response for this \
                route.
                """
              )
            )
          )
        )
      ) { $0 = 1 }
    }
    #expect(
      issues.map(\.description) == [
        """
        Test/Step.swift:7: Failed to respond to route: SiteRoute.home

        Use 'URLRoutingClient<SiteRoute>.override' to supply a default response for this route.
        """
      ]
    )
  }

  @Test func `A response that only has to succeed`() async throws {
    let client = SiteClient.failing
      .override(.home) { try .response(status: 204) }
      .override(.about) { try .response(status: 404) }
    let response = try await client.effect(for: .home).value()
    #expect((response as? HTTPURLResponse)?.statusCode == 204)
    try await client.request(.home)
    let notFound = URLRoutingClientError(
      .status(404),
      answer: try SiteClient.Response.response(status: 404).get()
    )
    await #expect(throws: notFound) { try await client.request(.about) }
    await #expect(throws: notFound) { try await client.effect(for: .about).value() }
  }

  @Test func `The bytes of an answer are sent whatever its status`() async throws {
    let client = SiteClient.failing.override(.home) { try .status(500, ["code": "down"]) }
    let answer = try #require(await client.dataEffect(for: .home).value())
    #expect(String(decoding: answer.data, as: UTF8.self) == #"{"code":"down"}"#)
    #expect((answer.response as? HTTPURLResponse)?.statusCode == 500)
  }

  @Test func `A running request is named by its place`() {
    let scheduler = DispatchQueue.test
    let issues = withReportedIssues {
      let store = ClientStore(
        .failing.override(.home) { try await .ok(1).delayed(for: 1, scheduler: scheduler) }
      )
      store.send(.ask(.home))
      store.finish()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("URLRoutingClient<SiteRoute>.effect") == true)
    #expect(issues.first?.message.contains("LockstepRoutingTests/ClientFeature.swift:") == true)
  }
}
