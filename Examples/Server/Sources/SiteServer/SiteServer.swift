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

/// An HTTP server for a function from requests to responses.
///
/// It runs as a service until it is told to stop, and then finishes the requests that have started.
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
/// The handler receives requests with a complete body. Their address is the client's `Host`. Their header field
/// `X-Client-Address` contains the address that identifies the client, regardless of the client's own field. The
/// handler runs in a task that is cancelled after ``Limits/requestTime``.
///
/// The server itself answers `GET /health`. If it has ``metrics``, it also answers `GET /metrics` from clients on its
/// own machine. Each answer contains the header field `X-Request-Id`, which identifies the request in the log. A
/// refused request is answered with an object that has a `message`.
/// answered with an object that has a `message`.
public struct SiteServer: Sendable {
  /// The function that answers requests.
  public var handler: @Sendable (URLRequest) async -> (Data, HTTPURLResponse)

  /// The address to listen on.
  public var host: String

  /// Whether all connections come from a proxy that appends the address of its client to `X-Forwarded-For`.
  public var isBehindProxy = false

  /// A function that returns whether `GET /health` is answered with 200 instead of 503.
  public var isHealthy: @Sendable () async -> Bool = { true }

  /// The limits on requests and connections.
  public var limits: Limits

  /// The logger of requests.
  public var logger: Logger

  /// The metrics of the server for `GET /metrics`, or nil to use those of the process without that route.
  public var metrics: PrometheusMetrics?

  /// A function that receives the port as soon as the server accepts requests.
  public var onRunning: @Sendable (Int) async -> Void

  /// The port to listen on, or 0 for any free port.
  public var port: Int

  /// Creates a server without starting it.
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

  /// Serves requests until a signal arrives.
  ///
  /// - Parameter signals: The signals that stop the server gracefully.
  /// - Throws: A system error, for example if the port is in use.
  public func run(stoppingOn signals: [UnixSignal] = []) async throws {
    try await serviceGroup(stoppingOn: signals).run()
  }

  /// Returns the server as a service that the caller can stop.
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
        // If the system's queue of connections is full, a client tries again only after a second.
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
