// SPDX-License-Identifier: MIT

internal import Foundation
public import SharedModels

/// An error that says how the server answers it.
///
/// The handlers of routes throw it for everything that is wrong with a request. Any other error is a failure of
/// the server, and answered with 500, so that a client does not take it for its own mistake.
public protocol StatusError: Error {
  /// The status of the answer, from 400 to 599.
  var status: Int { get }

  /// The number of seconds after which the same request may succeed, for the header field `Retry-After`; nil
  /// without one.
  ///
  /// Source: [RFC 9110, section 10.2.3](https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3)
  var retryAfter: Int? { get }
}

extension StatusError {
  /// No header field.
  public var retryAfter: Int? { nil }
}

/// Too many requests of a player, or too many players of an address.
struct TooManyRequests: StatusError, LocalizedError {
  var limit: String
  var seconds: Int

  var status: Int { 429 }
  var retryAfter: Int? { seconds }
  var errorDescription: String? { "Too many \(limit); try again in \(seconds) s." }
}

extension DatabaseError: StatusError {
  /// 400.
  public var status: Int { 400 }
}

extension VerificationFailed: StatusError {
  /// 400.
  public var status: Int { 400 }
}

extension DailyChallengeAlreadyPlayed: StatusError {
  var status: Int { 400 }
}

extension MatchError: StatusError {
  var status: Int { 400 }
}

extension ReceiptError: StatusError {
  var status: Int { 400 }
}

extension NotYourGame: StatusError {
  var status: Int { 400 }
}

extension AccessDenied: StatusError {
  var status: Int { 401 }
}
