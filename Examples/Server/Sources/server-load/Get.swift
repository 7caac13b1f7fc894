// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Foundation
internal import Hummingbird
internal import Logging
internal import WireClient

struct Get: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Measure one address of a server.")

  @Option(help: "The port of the server.")
  var port: Int

  @Option(help: "Path and query.")
  var target = "/"

  @Option(help: "How many requests.")
  var requests = 20_000

  @Option(help: "How many connections at the same time.")
  var connections = 16

  func run() async throws {
    let bytes = Requests(port: port, secret: "").get(target)
    let latencies = try await exchange(port: port, connections: connections) { [self] own, send in
      for _ in stride(from: own, to: requests, by: connections) {
        let response = try send(bytes)
        guard response.status == 200 else { throw Failure.unexpected(response) }
      }
    }
    print("GET \(target): \(latencies.line)")
  }
}

/// Measures the limit of Hummingbird, as a baseline.
struct Hello: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve only a greeting, as a baseline."
  )

  @Option(help: "The port to listen at.")
  var port: Int

  func run() async throws {
    let router = Router()
    router.get("/") { _, _ in "Hello" }
    let application = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { _ in print("Serving") },
      logger: Logger(label: "hello") { _ in SwiftLogNoOpLogHandler() }
    )
    try await application.runService()
  }
}
