// SPDX-License-Identifier: MIT

/// The value of a response of which only the success matters.
///
/// ```swift
/// client.effect(for: .users(.user(7, .delete)), as: NoContent.self)
///   .catchToEffect()
///   .map(User.Action.deleted)
/// ```
///
/// A client makes it from any successful response and ignores the body, which may be empty. All values are
/// equal, so an action that contains one can be compared.
public struct NoContent: Decodable, Hashable, Sendable {
  /// Creates the value.
  public init() {}

  /// Creates the value from anything that can be decoded.
  ///
  /// - Parameter decoder: The decoder, which is not used.
  public init(from decoder: any Decoder) {}
}
