// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import Foundation
internal import Lockstep
internal import LockstepRouting

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A server in the process of a case study: answers a request.
typealias CaseStudySite = @Sendable (URLRequest) async -> (Data, HTTPURLResponse)

extension URLRoutingClient {
  /// A client of a server in the same process, whose answers take time, and some of which fail.
  ///
  /// - Parameters:
  ///   - site: The server.
  ///   - router: The routes.
  ///   - options: How long answers take, and which fail.
  ///   - scheduler: The scheduler that measures the time.
  ///   - endpoint: The endpoint of a route.
  /// - Returns: The client.
  static func demo(
    _ site: @escaping CaseStudySite,
    router: Router<Route>,
    options: CommonOptions,
    scheduler: SchedulerOf<RunLoop>,
    endpoint: @escaping @Sendable (Route) -> DemoEndpoint?
  ) -> Self {
    let client = Self(middleware: site, router: router)
    return Self { route in
      try await scheduler.sleep(for: .milliseconds(options.slow))
      if let endpoint = endpoint(route), options.failing.contains(endpoint) {
        return try response(
          status: 500,
          ["message": "The server was told to fail at \(endpoint.rawValue)."]
        )
      }
      let (data, response) = try await client.data(for: route)
      return (data, response)
    }
  }
}

/// A response that holds a value as JSON.
func response(status: Int, _ value: some Encodable) throws -> (Data, HTTPURLResponse) {
  guard
    let response = HTTPURLResponse(
      url: URL(filePath: "/"),
      statusCode: status,
      httpVersion: "HTTP/1.1",
      headerFields: ["Content-Type": "application/json"]
    )
  else { preconditionFailure("Foundation makes a response of any status and headers.") }
  return (try JSONEncoder().encode(value), response)
}
