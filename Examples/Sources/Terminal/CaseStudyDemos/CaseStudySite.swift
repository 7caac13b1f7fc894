// SPDX-License-Identifier: MIT

internal import DemoSupport
internal import Foundation
internal import Lockstep
internal import LockstepRouting

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A server that answers requests in the process of a case study.
typealias CaseStudySite = @Sendable (URLRequest) async -> (Data, HTTPURLResponse)

extension URLRoutingClient {
  /// Creates a client of an in-process server, with delayed responses and the failures of the options.
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
          ["message": "Simulated failure of \(endpoint.rawValue)."]
        )
      }
      let (data, response) = try await client.data(for: route)
      return (data, response)
    }
  }
}

func response(status: Int, _ value: some Encodable) throws -> (Data, HTTPURLResponse) {
  guard
    let response = HTTPURLResponse(
      url: URL(filePath: "/"),
      statusCode: status,
      httpVersion: "HTTP/1.1",
      headerFields: ["Content-Type": "application/json"]
    )
  else { preconditionFailure("An HTTPURLResponse could not be created.") }
  return (try JSONEncoder().encode(value), response)
}
