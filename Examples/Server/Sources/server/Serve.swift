// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Foundation
internal import Logging
internal import Metrics
internal import SQLiteDatabase
internal import ServerRouter
internal import SiteServer
internal import UnixSignals

/// Serves requests until it is told to stop.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve requests, until SIGTERM or SIGINT.",
    discussion: """
      Requests that have begun by then are finished. Each request is logged to standard error, \
      without what only its player may know.
      """
  )

  @Option(help: "The address to listen at.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen at; 0 for any free one.")
  var port = 8080

  @Option(help: "A file, which is made if there is none; by default what is stored ends with it.")
  var database = ":memory:"

  @Option(help: "What clients sign their requests with.")
  var secret = ServerRoute.demoSecret

  @Option(help: "How many bytes the body of a request may have.")
  var bodyLimit = Limits().bodySize

  @Option(help: "How many seconds the body of a request may take.")
  var bodySeconds = 10

  @Option(help: "How many seconds a connection may be silent.")
  var idleSeconds = 30

  @Option(
    help: "What is logged at least: trace, debug, info, notice, warning, error or critical.",
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
    guard secret.isEmpty == false else { throw ValidationError("'--secret' needs a text") }
    for (name, value) in [
      ("body-limit", bodyLimit), ("body-seconds", bodySeconds), ("idle-seconds", idleSeconds),
    ] {
      guard value > 0 else { throw ValidationError("'--\(name)' needs a number above 0") }
    }
  }

  func run() async throws {
    LoggingSystem.bootstrap(StreamLogHandler.standardError)
    let totals = RequestTotals()
    MetricsSystem.bootstrap(totals)
    var logger = Logger(label: "server")
    logger.logLevel = logLevel

    let storage: SQLiteDatabase
    do {
      storage = try SQLiteDatabase(path: database, date: { Date() })
    } catch {
      throw Failure("cannot open the database '\(database)': \(error.localizedDescription)")
    }
    let server = SiteServer(
      environment: try .live(storage, secret: secret, logger: logger),
      host: host,
      port: port,
      limits: Limits(
        bodySize: bodyLimit,
        idleTime: .seconds(idleSeconds),
        bodyTime: .seconds(bodySeconds)
      ),
      logger: logger,
      onRunning: { [host, database, logger] port in
        logger.notice("running", metadata: ["database": "\(database)", "host": "\(host)"])
        print("Serving at http://\(host):\(port)")
        fflush(nil)
      }
    )
    do {
      try await server.run(stoppingOn: [.sigterm, .sigint])
    } catch {
      throw Failure("cannot serve at \(host):\(port): \(error)")
    }
    try storage.close()
    logger.notice("stopped", metadata: totals.metadata)
  }
}

/// Why the program ends, in a line.
struct Failure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
