// SPDX-License-Identifier: MIT

public import Foundation
internal import Hummingbird
internal import HummingbirdCore
public import Logging
internal import Metrics
internal import NIOCore
public import ServiceLifecycle
public import UnixSignals

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A function from requests to responses, behind HTTP.
///
/// A service: it runs until it is told to stop, then finishes the requests that have begun.
///
/// ```swift
/// let server = SiteServer(port: 0, logger: logger) { port in
///   print("http://127.0.0.1:\(port)/")
/// } handler: { request in
///   await site(request)
/// }
/// try await server.run(stoppingOn: [.sigterm, .sigint])
/// ```
///
/// The handler gets requests whose address is that of the client's `Host`, whose body is whole, and whose header field
/// `X-Client-Address` is the address by which clients are counted, whatever the client has sent. It runs in a task that
/// is cancelled at the deadline of ``Limits/requestTime``.
///
/// The server itself answers `GET /health`, and, if it has ``metrics``, `GET /metrics` to clients on its own machine.
/// Each answer has the header field `X-Request-Id`, with which the log names the request. A request that it refuses is
/// answered with an object that has a `message`.
public struct SiteServer: Sendable {
  /// Answers requests.
  public var handler: @Sendable (URLRequest) async -> (Data, HTTPURLResponse)

  /// The address to listen at.
  public var host: String

  /// Whether the client of each connection is a proxy, whose header field `X-Forwarded-For` ends with the address of
  /// its own client.
  public var isBehindProxy = false

  /// Whether `GET /health` is answered with 200, and not with 503.
  public var isHealthy: @Sendable () async -> Bool = { true }

  /// The most that a client can ask for.
  public var limits: Limits

  /// The log of requests.
  public var logger: Logger

  /// The metrics of the server, for `GET /metrics`; nil for those of the process, without that route.
  public var metrics: PrometheusMetrics?

  /// Called with the port as soon as requests can come.
  public var onRunning: @Sendable (Int) async -> Void

  /// The port to listen at; 0 for any free one.
  public var port: Int

  /// A server that does not run yet.
  public init(
    host: String = "127.0.0.1",
    port: Int,
    limits: Limits = Limits(),
    logger: Logger,
    onRunning: @escaping @Sendable (Int) async -> Void = { _ in },
    handler: @escaping @Sendable (URLRequest) async -> (Data, HTTPURLResponse)
  ) {
    self.handler = handler
    self.host = host
    self.port = port
    self.limits = limits
    self.logger = logger
    self.onRunning = onRunning
  }

  /// Serves requests until a signal comes.
  ///
  /// - Parameter signals: The signals that stop the server gracefully.
  /// - Throws: An error of the system, for a port that is taken among others.
  public func run(stoppingOn signals: [UnixSignal] = []) async throws {
    try await serviceGroup(stoppingOn: signals).run()
  }

  /// The server as a service, to be stopped by hand.
  public func serviceGroup(stoppingOn signals: [UnixSignal] = []) -> ServiceGroup {
    var configuration = ServiceGroupConfiguration(
      services: [RunningSite(self)],
      gracefulShutdownSignals: signals,
      logger: logger
    )
    configuration.maximumGracefulShutdownDuration = limits.shutdownTime
    return ServiceGroup(configuration: configuration)
  }
}

/// A server that runs, with its connections and handlers.
private final class RunningSite: Service {
  private let application: Application<SiteResponder>
  private let connections: Connections
  private let handlers: RunningHandlers<(Data, HTTPURLResponse)>
  private let limits: Limits

  init(_ server: SiteServer) {
    limits = server.limits
    let telemetry = Telemetry(
      logger: server.logger,
      metrics: server.metrics ?? MetricsSystem.factory
    )
    connections = Connections(limits, countsAddresses: server.isBehindProxy == false, telemetry)
    handlers = RunningHandlers(limits.requestTime)
    let rate = limits.requestsPerSecond
    application = Application(
      responder: SiteResponder(
        server: server,
        handlers: handlers,
        rates: rate > 0 ? RateLimiter(rate, per: .seconds(1), burst: 2 * rate) : nil,
        telemetry: telemetry
      ),
      server: HTTPServerBuilder { [connections, limits] responder in
        SiteChannel(
          connections: connections,
          limits: limits,
          responder: responder,
          telemetry: telemetry
        )
      },
      configuration: ApplicationConfiguration(
        address: .hostname(server.host, port: server.port),
        // A connection that finds the queue of the system full is tried again by its client only after a second.
        backlog: 4_096
      ),
      onServerRunning: { await server.onRunning($0.localAddress?.port ?? 0) },
      logger: server.logger
    )
  }

  func run() async throws {
    try await withGracefulShutdownHandler {
      try await application.run()
    } onGracefulShutdown: { [connections, handlers, limits] in
      Task {
        try? await Task.sleep(for: limits.shutdownTime)
        handlers.stop()
        connections.stop()
      }
    }
  }
}

/// The handlers of a connection.
private struct SiteChannel: ServerChildChannel {
  typealias Value = HTTP1Channel.Value

  let connections: Connections
  let limits: Limits
  let responder: HTTPChannelHandler.Responder
  let telemetry: Telemetry

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    let connection = Connection(channel)
    let http = HTTP1Channel(
      responder: responder,
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [
          PipelineLimit(connection, limits.pipelinedRequests, telemetry),
          ClosingAnswers(), BodyDeadline(limits.bodyTime),
          MalformedRequests(limits, telemetry.logger),
        ],
        idleTimeout: TimeAmount(limits.idleTime),
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: limits.headSize,
          maxHeaderListSize: limits.headSize,
          maxHeaderFieldCount: limits.headFields
        )
      )
    )
    return channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.addHandler(
        WriteDeadline(connection, limits.writeTime, telemetry)
      )
    }
    .flatMap { http.setup(channel: channel, logger: logger) }
    .always { _ in connections.add(connection) }
  }

  func handle(value: Value, logger: Logger) async {
    await HTTP1Channel(responder: responder).handle(value: value, logger: logger)
  }
}
