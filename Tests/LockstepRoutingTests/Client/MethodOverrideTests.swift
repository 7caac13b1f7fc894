// SPDX-License-Identifier: MIT

import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Overrides of a case that are limited to a method.
@Suite struct MethodOverrideTests {
  private let user = /SiteRoute.users .. /UsersRoute.user

  private func titles(_ client: SiteClient, _ route: SiteRoute) async throws -> [String] {
    try await client.request(route, as: Books.self).value.titles
  }

  @Test func `an override with a method responds only to routes with that method`() async throws {
    let client = SiteClient.failing
      .override(user) { id, _ in try .ok(Books(titles: ["any of \(id)"])) }
      .override(user, method: .delete, router: siteRouter) { id, route in
        #expect(route == .delete)
        return try .ok(Books(titles: ["delete \(id)"]))
      }
      .override(user, method: .put, router: siteRouter) { id, _ in
        try .ok(Books(titles: ["put \(id)"]))
      }
    #expect(try await titles(client, .users(.user(1, .delete))) == ["delete 1"])
    #expect(try await titles(client, .users(.user(2, .profile))) == ["any of 2"])
    #expect(try await titles(client, .users(.user(3, .books(.scan(Data()))))) == ["put 3"])
    #expect(try await titles(client, .users(.user(4, .books()))) == ["any of 4"])
    client.reportUnusedOverrides()
  }

  @Test func `a route with another method falls through to the failing client`() async throws {
    let client = SiteClient.failing
      .override(user, method: .delete, router: siteRouter, fileID: "A.swift", line: 1) { _, _ in
        try .response(status: 204)
      }
    try await client.request(.users(.user(1, .delete)))
    let issues = await withReportedIssues {
      await #expect(throws: URLRoutingClientError.self) {
        try await client.data(for: .users(.user(1, .profile)))
      }
      await #expect(throws: URLRoutingClientError.self) { try await client.data(for: .home) }
    }
    let remedy =
      "Use 'URLRoutingClient<SiteRoute>.override' to supply a default response for this route."
    #expect(
      issues.map(\.message) == [
        """
        Failed to respond to route: SiteRoute.users(.user(1, .profile))

        The nearest override is for /SiteRoute.users .. /UsersRoute.user with the method DELETE \
        (A.swift:1). It differs:

          the method DELETE, but the request has another one

        \(remedy)
        """,
        """
        Failed to respond to route: SiteRoute.home

        \(remedy)
        """,
      ]
    )
  }

  @Test func `an override for HEAD does not match GET`() async throws {
    let client = SiteClient.failing
      .override(user) { _, _ in try .ok(Books(titles: ["any"])) }
      .override(user, method: .head, router: siteRouter) { _, _ in try .ok(Books(titles: ["head"]))
      }
      .override(user, method: .get, router: siteRouter.baseURL("https://books.example/v1")) {
        _,
        _ in
        try .ok(Books(titles: ["get"]))
      }
    #expect(try await titles(client, .users(.user(1, .profile))) == ["get"])
    #expect(try await titles(client, .users(.user(1, .delete))) == ["any"])
  }

  @Test func `a route that cannot be printed fails if an override of its case has a method`()
    async throws
  {
    let client = SiteClient.failing
      .override(.home) { try .ok(Books(titles: ["home"])) }
      .override(/SiteRoute.files, method: .get, router: siteRouter) { name, _ in
        try .ok(Books(titles: [name]))
      }
    #expect(try await titles(client, .files("a", version: nil)) == ["a"])
    #expect(try await titles(client, .home) == ["home"])
    let error = await #expect(throws: URLRoutingClientError.self) {
      try await client.data(for: .files("..", version: nil))
    }
    #expect(
      error?.description == """
        Cannot print the route: path component 2 is ".."; expected a path component other than an empty one, "." or \
        "..".
        """
    )
  }

  @Test func `the report of an unused override shows its method`() async {
    let client = SiteClient.noop
      .override(user, method: .delete, router: siteRouter, fileID: "A.swift", line: 1) { _, _ in
        try .ok(1)
      }
      .override(/SiteRoute.files, method: .get, router: siteRouter, fileID: "A.swift", line: 2) {
        _,
        _ in
        try .ok(1)
      }
    let issues = await withReportedIssues { client.reportUnusedOverrides() }
    #expect(
      issues.map(\.message) == [
        """
        2 overrides were never used:

          /SiteRoute.users .. /UsersRoute.user with the method DELETE (A.swift:1)
          /SiteRoute.files with the method GET (A.swift:2)

        Remove unneeded overrides, or find out why their routes were not requested.
        """
      ]
    )
  }
}
