// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Foundation
internal import Logging
internal import Metrics
internal import SQLiteDatabase
internal import SiteMiddleware
internal import SiteServer
internal import UnixSignals

struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve requests, until SIGTERM or SIGINT.",
    discussion: """
      Requests that have begun by then are finished. Each request is logged to standard error, \
      without anything that only its player may know.
      """
  )

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 for any free port.")
  var port = 8080

  @Option(help: "A file, which is made if there is none; by default, data is lost at the end.")
  var database = ":memory:"

  @Option(help: "The address of the site, to which plain HTTP from outside is redirected.")
  var baseUrl = EnvVars.production.siteUrl

  @OptionGroup(title: "Secret options")
  var secrets: SecretOptions

  @OptionGroup(title: "Limits")
  var bounds: LimitOptions

  @Option(
    help: "The lowest level to log: trace, debug, info, notice, warning, error or critical.",
    transform: { text in
      guard let level = Logger.Level(rawValue: text) else {
        throw ValidationError("there is no level '\(text)'")
      }
      return level
    }
  )
  var logLevel = Logger.Level.info

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("'--port' needs a number from 0 to 65535, not \(port)")
    }
    let url = URL(string: baseUrl)
    guard ["http", "https"].contains(url?.scheme), url?.host() != nil, url?.query() == nil else {
      throw ValidationError("'--base-url' needs an address such as https://example.com")
    }
  }

  func run() async throws {
    LoggingSystem.bootstrap(StreamLogHandler.standardError)
    let metrics = PrometheusMetrics()
    MetricsSystem.bootstrap(metrics)
    var logger = Logger(label: "server")
    logger.logLevel = logLevel

    let secret = try secrets.secret(for: host, ProcessInfo.processInfo.environment)
    try allowFiles(bounds.connections + 64)
    let storage: SQLiteDatabase
    do {
      storage = try SQLiteDatabase(path: database, date: { Date() })
    } catch {
      throw Failure("cannot open the database '\(database)': \(error.localizedDescription)")
    }
    var server = SiteServer(
      host: host,
      port: port,
      limits: bounds.limits,
      logger: logger,
      onRunning: { [host, database, logger] port in
        logger.notice("running", metadata: ["database": "\(database)", "host": "\(host)"])
        print("Serving at http://\(host):\(port)")
        fflush(nil)
      },
      handler: siteMiddleware(
        environment: try .live(
          storage,
          limiter: bounds.limiter,
          logger: logger,
          secret: secret,
          siteUrl: baseUrl.hasSuffix("/") ? String(baseUrl.dropLast()) : baseUrl
        )
      )
    )
    server.isBehindProxy = bounds.trustForwardedFor
    server.isHealthy = { (try? await storage.isReadable()) ?? false }
    server.metrics = metrics
    do {
      try await server.run(stoppingOn: [.sigterm, .sigint])
    } catch {
      throw Failure("cannot serve at \(host):\(port): \(error)")
    }
    try storage.close()
    logger.notice("stopped", metadata: totals(metrics))
  }

  /// Returns the request count and the mean and longest time in milliseconds, for each method and status.
  private func totals(_ metrics: PrometheusMetrics) -> Logger.Metadata {
    let lines = metrics.summaries(of: "http.server.request.duration").map { summary in
      let times = [summary.mean, summary.longest].map { "\(($0 * 100_000).rounded() / 100) ms" }
      return (
        summary.labels,
        Logger.MetadataValue.string("\(summary.count) requests, \(times[0]), at most \(times[1])")
      )
    }
    return Dictionary(lines, uniquingKeysWith: { first, _ in first })
  }

  private func allowFiles(_ count: Int) throws {
    #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    let resource = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(count) else { return }
    guard limit.rlim_max >= rlim_t(count) else {
      throw Failure(
        "'--connections' needs \(count) open files, but the system allows \(limit.rlim_max)"
      )
    }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(count))
    guard setrlimit(resource, &limit) == 0 else {
      throw Failure("the number of open files cannot be raised to \(count)")
    }
  }
}

struct Failure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
