// SPDX-License-Identifier: MIT

internal import Hummingbird
internal import HummingbirdCore
public import Logging
internal import NIOCore
public import ServiceLifecycle
public import SiteMiddleware
public import UnixSignals

/// The server function behind HTTP.
///
/// A service: it runs until it is told to stop, then finishes the requests that have begun.
///
/// ```swift
/// let server = SiteServer(environment: environment, port: 0, logger: logger) { port in
///   print("http://127.0.0.1:\(port)/")
/// }
/// try await server.run(stoppingOn: [.sigterm, .sigint])
/// ```
public struct SiteServer: Sendable {
  /// What the server function depends on.
  public var environment: ServerEnvironment

  /// The address to listen at.
  public var host: String

  /// The port to listen at; 0 for any free one.
  public var port: Int

  /// What a client can ask for at most.
  public var limits: Limits

  /// Where requests are logged.
  public var logger: Logger

  /// Is told the port as soon as requests can come.
  public var onRunning: @Sendable (Int) async -> Void

  /// A server that does not run yet.
  public init(
    environment: ServerEnvironment,
    host: String = "127.0.0.1",
    port: Int,
    limits: Limits = Limits(),
    logger: Logger,
    onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
  ) {
    self.environment = environment
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
      services: [application],
      gracefulShutdownSignals: signals,
      logger: logger
    )
    configuration.maximumGracefulShutdownDuration = limits.shutdownTime
    return ServiceGroup(configuration: configuration)
  }

  private var application: Application<SiteResponder> {
    let (limits, logger) = (limits, logger)
    return Application(
      responder: SiteResponder(limits: limits, site: siteMiddleware(environment: environment)),
      server: .http1(
        configuration: HTTP1Channel.Configuration(
          additionalChannelHandlers: [
            BodyDeadline(limits.bodyTime), MalformedRequests(limits, logger),
          ],
          idleTimeout: TimeAmount(limits.idleTime),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: limits.headSize,
            maxHeaderListSize: limits.headSize,
            maxHeaderFieldCount: limits.headFields
          )
        )
      ),
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: port),
        availableConnectionsDelegate: MaximumAvailableConnections(limits.connections)
      ),
      onServerRunning: { [onRunning] channel in
        await onRunning(channel.localAddress?.port ?? 0)
      },
      logger: logger
    )
  }
}
