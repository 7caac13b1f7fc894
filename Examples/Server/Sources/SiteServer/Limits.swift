// SPDX-License-Identifier: MIT

/// The most that clients can ask of a server.
///
/// The defaults are for games, receipts and their players.
public struct Limits: Equatable, Sendable {
  /// The bytes that the body of a request may have; more are answered with 413.
  ///
  /// A core reads about 4 MB of JSON each second, so that a large body keeps others waiting.
  public var bodySize = 128 << 10

  /// The time that the body of a request may take; then it is answered with 408, and the connection is closed.
  public var bodyTime = Duration.seconds(10)

  /// The connections that may be open at the same time.
  ///
  /// For one more, the connection is closed that has waited longest for its client.
  public var connections = 1_000

  /// The connections that an address may have open, if the server does not stand behind a proxy.
  ///
  /// For one more, the connection of that address is closed that has waited longest for its client. An IPv6
  /// address is its network of 64 bits.
  public var connectionsPerAddress = 200

  /// The header fields that a request may have; more are answered with 431, and the connection is closed.
  public var headFields = 100

  /// The bytes that the head of a request may have; more are answered with 431, and the connection is closed.
  public var headSize = 16 << 10

  /// The time that the head of a request, or the next request, may take; then the connection is closed.
  public var idleTime = Duration.seconds(30)

  /// The requests of a connection that may wait for their answers; with one more, it is closed.
  public var pipelinedRequests = 16

  /// The requests of an address each second, on average, with twice as many at once; more are answered with 429;
  /// 0 for any number.
  public var requestsPerSecond = 100

  /// The time that the answer to a request may take, from when its body has come; then it is answered with 503, and
  /// the task that handles it is cancelled.
  public var requestTime = Duration.seconds(10)

  /// The time that requests have to be finished when the server is told to stop; then all connections are closed.
  public var shutdownTime = Duration.seconds(30)

  /// The time in which a client has to take 64 KiB of an answer, or the rest of it; then the connection is closed.
  public var writeTime = Duration.seconds(10)

  /// The default limits.
  public init() {}
}
