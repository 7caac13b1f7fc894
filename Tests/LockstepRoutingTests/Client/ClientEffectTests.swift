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
  @Test func `server code answers before send returns`() throws {
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

  @Test func `an override can delay its response`() {
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

  @Test func `cancelling the effect ends the request`() {
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

  @Test func `cancelling the effect ends the server's work`() throws {
    let server = try ScriptedServer([nil])
    let store = ClientStore(server.client(options: RequestOptions()))
    store.send(.ask(.home))
    #expect(server.requests.value.count == 1)
    #expect(server.endings.value == [])
    store.send(.cancel)
    #expect(server.endings.value == [true])
    store.finish()
  }

  @Test func `the effect of a noop client completes without a value`() {
    let store = ClientStore(.noop)
    store.send(.ask(.home))
    store.finish()
  }

  @Test func `a failing client reports an issue at the step and fails the effect`() {
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

        Action in flight: ClientAction.ask(SiteRoute.home)
        Effect: run "URLRoutingClient<SiteRoute>.effect", made at LockstepRoutingTests/ClientFeature.swift:30

        Use 'URLRoutingClient<SiteRoute>.override' to supply a default response for this route.
        """
      ]
    )
  }

  /// Returns the issues that a feature reports if it requests a route from a client.
  private func failures(_ client: SiteClient, _ route: SiteRoute) -> [String] {
    withReportedIssues {
      let store = ClientStore(client)
      store.exhaustivity = .off
      store.send(.ask(route))
    }
    .map(\.message)
  }

  private func failure(_ route: String, _ action: String, nearest: String) -> String {
    """
    Failed to respond to route: \(route)
    \(nearest)
    Action in flight: \(action)
    Effect: run "URLRoutingClient<SiteRoute>.effect", made at LockstepRoutingTests/ClientFeature.swift:30

    Use 'URLRoutingClient<SiteRoute>.override' to supply a default response for this route.
    """
  }

  @Test func `the report of a failing client names the nearest override and the differences`() {
    let client = SiteClient.failing
      .override(.users(.user(1, .profile)), fileID: "A.swift", line: 1) { try .ok(1) }
      .override(.users(.user(1, .delete)), fileID: "A.swift", line: 2) { try .ok(1) }
      .override(.files("a", version: nil), fileID: "A.swift", line: 3) { try .ok(1) }
      .override(
        where: { _ in false },
        fileID: "A.swift",
        line: 4,
        with: { try .ok(1) }
      )
    #expect(
      failures(client, .users(.user(2, .profile))) == [
        failure(
          "SiteRoute.users(.user(2, .profile))",
          "ClientAction.ask(SiteRoute.users(UsersRoute.user(2, UserRoute.profile)))",
          nearest: """

            The nearest override is for SiteRoute.users(.user(1, .profile)) (A.swift:1). It differs:

              .users.user.0: 1, but the request is for 2

            """
        )
      ]
    )
    #expect(
      failures(client, .users(.user(1, .books()))).first?.contains(
        """
        The nearest override is for SiteRoute.users(.user(1, .delete)) (A.swift:2). It differs:

          .users.user.1: UserRoute.delete, but the request is for UserRoute.books(.search(\
        SearchOptions(sort: .name, direction: .asc, count: 10)))

        """
      ) == true
    )
    #expect(
      failures(client, .files("b", version: 2)).first?.contains(
        """
        The nearest override is for SiteRoute.files("a", version: nil) (A.swift:3). It differs:

          .files.0: "a", but the request is for "b"
          .files.version: nil, but the request is for 2

        """
      ) == true
    )
    #expect(
      failures(client, .home) == [
        failure("SiteRoute.home", "ClientAction.ask(SiteRoute.home)", nearest: "")
      ]
    )
  }

  @Test func `the nearest override can be for a case`() {
    let client = SiteClient.failing
      .override(/SiteRoute.users .. /UsersRoute.search, fileID: "A.swift", line: 1) { _, _ in
        try .ok(1)
      }
    #expect(
      failures(client, .users(.user(2, .profile))).first?.contains(
        """
        The nearest override is for /SiteRoute.users .. /UsersRoute.search (A.swift:1). It differs:

          .users.search, but the request is for .users.user

        """
      ) == true
    )
  }

  private enum Attempt: Equatable { case start, again, done }

  @Test func `a retrying effect is reported once, separately from other effects`() {
    let queue = DispatchQueue.test
    let reducer = Reducer<Int, Attempt, SiteClient> { _, action, client in
      guard action != .done else { return .none }
      let route = action == .start ? SiteRoute.home : .about
      return .merge(
        .task(name: "loop") {
          for attempt in 0..<3 {
            if attempt > 0 { try? await queue.sleep(for: 1) }
            if (try? await client.request(route)) != nil { break }
          }
          return .done
        },
        client.effect(for: route, as: NoContent.self, name: "chain")
          .map { _ in Attempt.done }
          .catch { _ in Effect(value: .done) }
      )
    }
    let issues = withReportedIssues {
      let store = TestStore(initialState: 0, reducer: reducer, environment: .failing)
      store.exhaustivity = .off
      store.send(.start)
      store.send(.again)
      queue.advance(by: 2)
    }
    let beginnings: [[String]] = issues.map { issue in
      issue.message.split(separator: "\n").prefix(3).map { String($0.prefix(40)) }
    }
    #expect(
      beginnings == [
        [
          "Failed to respond to route: SiteRoute.ho", "Action in flight: Attempt.start",
          #"Effect: task "loop", made at LockstepRou"#,
        ],
        [
          "Failed to respond to route: SiteRoute.ho", "Action in flight: Attempt.start",
          #"Effect: run "chain", made at LockstepRou"#,
        ],
        [
          "Failed to respond to route: SiteRoute.ab", "Action in flight: Attempt.again",
          #"Effect: task "loop", made at LockstepRou"#,
        ],
        [
          "Failed to respond to route: SiteRoute.ab", "Action in flight: Attempt.again",
          #"Effect: run "chain", made at LockstepRou"#,
        ],
      ]
    )
  }

  @Test func `a request without a value only requires a successful status`() async throws {
    let client = SiteClient.failing
      .override(.home) { try .response(status: 204) }
      .override(.about) { try .response(status: 404) }
    let response = try await client.request(.home)
    #expect((response as? HTTPURLResponse)?.statusCode == 204)
    #expect(try await client.effect(for: .home, as: NoContent.self).value() == NoContent())
    let notFound = URLRoutingClientError(
      .status(404),
      answer: try SiteClient.Response.response(status: 404).get()
    )
    await #expect(throws: notFound) { try await client.request(.about) }
    await #expect(throws: notFound) {
      try await client.effect(for: .about, as: NoContent.self).value()
    }
  }

  @Test func `a data effect sends the body of a response with any status`() async throws {
    let client = SiteClient.failing.override(.home) { try .status(500, ["code": "down"]) }
    let answer = try #require(await client.dataEffect(for: .home).value())
    #expect(String(decoding: answer.data, as: UTF8.self) == #"{"code":"down"}"#)
    #expect((answer.response as? HTTPURLResponse)?.statusCode == 500)
  }

  @Test func `a test that finishes too early names the running request and its place`() {
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
