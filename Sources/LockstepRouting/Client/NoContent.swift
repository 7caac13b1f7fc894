// SPDX-License-Identifier: MIT

/// The value of a response whose body is ignored.
///
/// ```swift
/// client.effect(for: .users(.user(7, .delete)), as: NoContent.self)
///   .catchToEffect()
///   .map(User.Action.deleted)
/// ```
///
/// A client creates this value from any successful response and ignores the body, which may be empty. All values are
/// equal, so tests can compare actions that contain one.
public struct NoContent: Decodable, Hashable, Sendable {
  /// Creates the value.
  public init() {}

  /// Creates the value without decoding anything.
  ///
  /// - Parameter decoder: The decoder, which is ignored.
  public init(from decoder: any Decoder) {}
}
