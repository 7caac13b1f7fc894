// SPDX-License-Identifier: MIT

/// What a client can ask of the server at most.
public struct Limits: Equatable, Sendable {
  /// How many bytes the body of a request may have; more are answered with 413.
  public var bodySize: Int

  /// How many connections are open at the same time; the next ones wait.
  public var connections: Int

  /// How many header fields a request may have; more are answered with 431, and the connection is
  /// closed.
  public var headFields: Int

  /// How many bytes the head of a request may have; more are answered with 431, and the connection
  /// is closed.
  public var headSize: Int

  /// How long the head of a request, or the next request, may take; then the connection is closed.
  public var idleTime: Duration

  /// How long the body of a request may take; then it is answered with 408, and the connection is
  /// closed.
  public var bodyTime: Duration

  /// How long a request that has begun may take when the server is told to stop.
  public var shutdownTime: Duration

  /// Limits for games, receipts and their players.
  public init(
    bodySize: Int = 1 << 20,
    connections: Int = 1_000,
    headFields: Int = 100,
    headSize: Int = 16 << 10,
    idleTime: Duration = .seconds(30),
    bodyTime: Duration = .seconds(10),
    shutdownTime: Duration = .seconds(30)
  ) {
    self.bodySize = bodySize
    self.connections = connections
    self.headFields = headFields
    self.headSize = headSize
    self.idleTime = idleTime
    self.bodyTime = bodyTime
    self.shutdownTime = shutdownTime
  }
}
