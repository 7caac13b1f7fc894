// SPDX-License-Identifier: MIT

/// Limits on the requests and connections of clients.
///
/// The defaults suit games, receipts and their players.
public struct Limits: Equatable, Sendable {
  /// The maximum size of a request's body in bytes.
  ///
  /// A larger body is answered with 413. A core decodes about 4 MB of JSON per second, so a large body delays other
  /// requests.
  public var bodySize = 128 << 10

  /// The time in which the body of a request must arrive.
  ///
  /// After this time the server answers with 408 and closes the connection.
  public var bodyTime = Duration.seconds(10)

  /// The maximum number of open connections.
  ///
  /// A connection beyond the limit replaces the one that has waited longest for its client.
  public var connections = 1_000

  /// The maximum number of open connections per address, for a server that is not behind a proxy.
  ///
  /// A connection beyond the limit replaces the one of the same address that has waited longest for its client. An IPv6
  /// address counts by its 64-bit network.
  public var connectionsPerAddress = 200

  /// The maximum number of header fields in a request.
  ///
  /// A request with more is answered with 431, and the connection is closed.
  public var headFields = 100

  /// The maximum size of a request's head in bytes.
  ///
  /// A request with a larger head is answered with 431, and the connection is closed.
  public var headSize = 16 << 10

  /// The time in which a request's head, or the next request, must arrive before the connection is closed.
  public var idleTime = Duration.seconds(30)

  /// The maximum number of unanswered requests of a connection, which is closed if it sends more.
  public var pipelinedRequests = 16

  /// The average number of requests per second and address, or 0 for no limit.
  ///
  /// An address may send twice as many at once. Further requests are answered with 429.
  public var requestsPerSecond = 100

  /// The time in which a request must be answered after its body has arrived.
  ///
  /// After this time the server answers with 503 and cancels the task that handles the request.
  public var requestTime = Duration.seconds(10)

  /// The time in which requests can finish after the server is told to stop, before all connections are closed.
  public var shutdownTime = Duration.seconds(30)

  /// The time in which a client must read 64 KiB of an answer, or the rest of it, before the connection is closed.
  public var writeTime = Duration.seconds(10)

  /// Creates the default limits.
  public init() {}
}
