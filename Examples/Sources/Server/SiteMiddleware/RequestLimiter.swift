// SPDX-License-Identifier: MIT

public import SharedModels

/// A client that limits the rate of requests.
///
/// Each endpoint counts one more request. It returns nil if the request may continue, or else the number of seconds
/// until the next attempt, at least 1.
public struct RequestLimiter: Sendable {
  /// Counts a new player that a request from an address is about to create.
  ///
  /// The address is the value of the header field `X-Client-Address`. The proxy in front of the server must set the
  /// field on each request and replace the client's value. If the field is missing, the address is empty.
  public var newPlayer: @Sendable (_ address: String) -> Int?

  /// Counts a request with a player's access token.
  public var request: @Sendable (Player.ID) -> Int?

  /// Creates a limiter from its endpoints.
  public init(
    newPlayer: @escaping @Sendable (_ address: String) -> Int?,
    request: @escaping @Sendable (Player.ID) -> Int?
  ) {
    self.newPlayer = newPlayer
    self.request = request
  }

  /// A limiter that accepts every request.
  public static let unlimited = Self(newPlayer: { _ in nil }, request: { _ in nil })
}
