// SPDX-License-Identifier: MIT

import Foundation
import Hashing
import Lockstep
import LockstepRouting
import Logging
import ServerRouter
import ServiceLifecycle
import SharedModels
import SiteMiddleware
import SiteServer

/// Runs a server until the body returns.
func withServer(
  _ environment: ServerEnvironment,
  limits: Limits = Limits(),
  logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
  _ change: (inout SiteServer) -> Void = { _ in },
  body: (_ port: Int, _ server: ServiceGroup) async throws -> Void
) async throws {
  let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
  var server = SiteServer(
    port: 0,
    limits: limits,
    logger: logger,
    onRunning: { continuation.yield($0) },
    handler: siteMiddleware(environment: environment)
  )
  change(&server)
  let group = server.serviceGroup()
  try await withThrowingTaskGroup(of: Void.self) { tasks in
    tasks.addTask {
      defer { continuation.finish() }
      try await group.run()
    }
    for await port in ports {
      try await body(port, group)
      break
    }
    await group.triggerGracefulShutdown()
    try await tasks.waitForAll()
  }
}

extension Limits {
  /// Returns the default limits with a change.
  static func with(_ change: (inout Self) -> Void) -> Self {
    var limits = Self()
    change(&limits)
    return limits
  }
}

extension ServerEnvironment {
  /// A test environment with a database and a fixed date.
  static func fixed(_ database: DatabaseClient) -> Self {
    var environment = test(InMemoryDatabase(date: { .mock }))
    environment.database = database
    environment.router = .signing(with: cryptoSHA256)
    return environment
  }

  /// A test environment with an empty database.
  static var empty: Self { .fixed(.inMemory(InMemoryDatabase(date: { .mock }))) }
}

extension Router where Value == ServerRoute {
  /// The router of a server or of its clients, with the given hash function.
  static func signing(with sha256: @escaping @Sendable (Data) -> Data) -> Self {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return ServerRouter.router(
      date: { .mock },
      decoder: JSONDecoder(),
      encoder: encoder,
      secrets: ["a secret"],
      sha256: sha256
    )
  }

  static var client: Self { .signing(with: SHA256.hash) }
}
