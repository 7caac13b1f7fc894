// SPDX-License-Identifier: MIT

public import SharedModels

/// Bounds how often the server is asked.
///
/// Each function counts one more request, and returns `nil` if it may go on, otherwise the number of seconds
/// after which to try again, at least 1.
public struct RequestLimiter: Sendable {
  /// Counts a player who is about to be stored for a request from an address.
  ///
  /// The address is the value of the header field `X-Client-Address`, which whatever puts the server behind
  /// HTTP has to set on each request in place of the client's own; it is empty if there is none, as within
  /// one process.
  public var newPlayer: @Sendable (_ address: String) -> Int?

  /// Counts a request with the access token of a player.
  public var request: @Sendable (Player.ID) -> Int?

  /// A limiter by its functions.
  public init(
    newPlayer: @escaping @Sendable (_ address: String) -> Int?,
    request: @escaping @Sendable (Player.ID) -> Int?
  ) {
    self.newPlayer = newPlayer
    self.request = request
  }

  /// A limiter that lets every request pass.
  public static let unlimited = Self(newPlayer: { _ in nil }, request: { _ in nil })
}
