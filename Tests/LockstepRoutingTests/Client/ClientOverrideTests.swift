// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct ClientOverrideTests {
  private func titles(_ client: SiteClient, _ route: SiteRoute = .home) async throws -> [String] {
    try await client.request(route, as: Books.self).value.titles
  }

  private func failure(_ client: SiteClient, _ route: SiteRoute) async -> String? {
    await #expect(throws: URLRoutingClientError.self) { try await client.data(for: route) }?
      .description
  }

  @Test func `a sequence override returns its responses in order and reports a further request`()
    async throws
  {
    let client = try SiteClient.failing.override(
      .home,
      withSequence: [.ok(Books(titles: ["1"])), .failure(URLError(.timedOut)), .status(503, "x")]
    )
    #expect(try await titles(client) == ["1"])
    let timeout = await #expect(throws: URLRoutingClientError.self) { try await titles(client) }
    #expect(timeout?.description.hasPrefix("The request failed: URLError -1001, ") == true)
    let unavailable = await #expect(throws: URLRoutingClientError.self) { try await titles(client) }
    #expect(unavailable?.description == #"The server responded with status 503: "\"x\"""#)
    let issues = await withReportedIssues {
      await #expect(throws: URLRoutingClientError.self) { try await titles(client) }
    }
    #expect(
      issues.map(\.message) == [
        """
        Failed to respond to route: SiteRoute.home

        The override has 3 responses, and this is request 4. Add a response to the sequence, or repeat the last one \
        with 'repeatsLast: true'.
        """
      ]
    )
  }

  @Test func `copies of a client share a response sequence`() async throws {
    let client = try SiteClient.failing.override(
      .home,
      withSequence: [.ok(Books(titles: ["1"])), .ok(Books(titles: ["2"]))]
    )
    let copy = client.override(.about) { try .ok(Books(titles: [])) }
    #expect(try await titles(client) == ["1"])
    #expect(try await titles(copy) == ["2"])
  }

  @Test func `each concurrent request gets its own response of a sequence`() async throws {
    let responses = try (0..<100).map { try SiteClient.Response.ok(Books(titles: ["\($0)"])) }
    let client = SiteClient.failing.override(.home, withSequence: responses)
    let all = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<100 { group.addTask { try await titles(client) } }
      return try await group.reduce(into: Set<[String]>()) { $0.insert($1) }
    }
    #expect(all.count == 100)
  }

  @Test func `a response delayed on a failing scheduler is reported and fails the request`() async {
    let client = SiteClient.failing.override(.home) {
      try await .ok(1).delayed(for: 1, scheduler: DispatchQueue.failing("delays"))
    }
    let issues = await withReportedIssues {
      #expect(
        await failure(client, .home)
          == "The request failed: A failing scheduler was asked to wait."
      )
    }
    #expect(!issues.isEmpty)
    #expect(issues.allSatisfy { $0.message.hasPrefix("delays - ") })
  }

  @Test func `a sequence can repeat its last response`() async throws {
    let client = try SiteClient.failing.override(
      where: { _ in true },
      withSequence: [.ok(Books(titles: ["1"])), .ok(Books(titles: ["2"]))],
      repeatsLast: true
    )
    var all: [[String]] = []
    for route in [SiteRoute.home, .about, .home] { all.append(try await titles(client, route)) }
    #expect(all == [["1"], ["2"], ["2"]])
  }

  @Test func `a sequence for a case passes the payload to each response`() async throws {
    let scheduler = DispatchQueue.immediate
    let client = SiteClient.failing.override(
      /SiteRoute.users .. /UsersRoute.search,
      withSequence: [
        { try .ok(Books(titles: [$0.0, "\($0.1)"])) },
        { _ in .failure(URLError(.timedOut)) },
        { try await .ok(Books(titles: [$0.0])).delayed(for: 1, scheduler: scheduler) },
      ],
      fileID: "A.swift",
      line: 1
    )
    func search(_ text: String, page: Int) -> SiteRoute {
      .users(.search(text: text, page: page))
    }
    #expect(try await titles(client, search("a", page: 1)) == ["a", "1"])
    let timeout = await failure(client, search("b", page: 2))
    #expect(timeout?.hasPrefix("The request failed: URLError -1001, ") == true)
    #expect(try await titles(client, search("c", page: 3)) == ["c"])
    let issues = await withReportedIssues {
      #expect(await failure(client, search("d", page: 4)) != nil)
      #expect(await failure(client, .users(.user(1, .profile))) != nil)
    }
    #expect(
      issues.map(\.message) == [
        """
        Failed to respond to route: SiteRoute.users(.search(text: "d", page: 4))

        The override has 3 responses, and this is request 4. Add a response to the sequence, or repeat the last one \
        with 'repeatsLast: true'.
        """,
        """
        Failed to respond to route: SiteRoute.users(.user(1, .profile))

        The nearest override is for /SiteRoute.users .. /UsersRoute.search (A.swift:1). It differs:

          .users.search, but the request is for .users.user

        Use 'URLRoutingClient<SiteRoute>.override' to supply a default response for this route.
        """,
      ]
    )
  }

  @Test func `a sequence for a case can repeat its last response`() async throws {
    let client = SiteClient.failing.override(
      /SiteRoute.files,
      withSequence: [{ try .ok(Books(titles: [$0.0])) }],
      repeatsLast: true
    )
    #expect(try await titles(client, .files("a", version: nil)) == ["a"])
    #expect(try await titles(client, .files("b", version: 1)) == ["b"])
    client.reportUnusedOverrides()
  }

  @Test func `an empty sequence is reported even if it repeats the last response`() async {
    let client = SiteClient.noop.override(.home, withSequence: [], repeatsLast: true)
    let issues = await withReportedIssues {
      await #expect(throws: URLRoutingClientError.self) { try await client.data(for: .home) }
    }
    #expect(issues.count == 1)
  }

  @Test func `an error thrown by an override fails the request`() async {
    struct Oops: Error, Equatable {}
    let client = SiteClient.failing
      .override(.home) { throw Oops() }
      .override(.about) { throw RoutingError.unprintable("no") }
      .override(.files("x", version: nil)) { throw CancellationError() }
    #expect(await failure(client, .home) == "The request failed: Oops()")
    #expect(await failure(client, .about) == "Cannot print the route: no.")
    #expect(
      await failure(client, .files("x", version: nil)) == "The request failed: CancellationError()"
    )
  }

  @Test func `an override does not change the original client`() async throws {
    let original = SiteClient.failing.override(.home) { try .ok(Books(titles: ["original"])) }
    let changed = original.override(.home) { try .ok(Books(titles: ["changed"])) }
    #expect(try await titles(original) == ["original"])
    #expect(try await titles(changed) == ["changed"])
  }

  @Test func `a request falls through to the override that matches its route`() async throws {
    let client = SiteClient.failing
      .override(.home) { try .ok(Books(titles: ["home"])) }
      .override(/SiteRoute.users) { _ in try .ok(Books(titles: ["users"])) }
    #expect(try await titles(client) == ["home"])
    #expect(try await titles(client, .users(.user(1, .profile))) == ["users"])
  }

  @Test func `reportUnusedOverrides reports each override that was never requested`() async throws {
    let base = SiteClient.failing
      .override(.home, fileID: "A.swift", line: 1) { try .ok(Books(titles: [])) }
      .override(/SiteRoute.users .. /UsersRoute.search, fileID: "A.swift", line: 2) { _, _ in
        try .ok(1)
      }
    let client =
      base
      .override(where: { $0 == .about }, fileID: "A.swift", line: 3) { try .ok(1) }
      .override(.about, withSequence: [], fileID: "A.swift", line: 4)
    _ = try await titles(client)
    let issues = await withReportedIssues {
      base.reportUnusedOverrides(fileID: "B.swift", line: 9)
      client.reportUnusedOverrides()
    }
    #expect(
      issues.map(\.message) == [
        """
        1 override was never used:

          /SiteRoute.users .. /UsersRoute.search (A.swift:2)

        Remove unneeded overrides, or find out why their routes were not requested.
        """,
        """
        3 overrides were never used:

          /SiteRoute.users .. /UsersRoute.search (A.swift:2)
          the routes of a predicate (A.swift:3)
          SiteRoute.about (A.swift:4)

        Remove unneeded overrides, or find out why their routes were not requested.
        """,
      ]
    )
    #expect(issues.first?.location.description == "B.swift:9")
  }

  @Test func `reportUnusedOverrides reports nothing if every override was requested`() async throws
  {
    let client = SiteClient.noop.override(.home) { .failure(URLError(.timedOut)) }
    _ = try? await client.data(for: .home)
    let issues = await withReportedIssues {
      client.reportUnusedOverrides()
      SiteClient.failing.reportUnusedOverrides()
    }
    #expect(issues == [])
  }
}
