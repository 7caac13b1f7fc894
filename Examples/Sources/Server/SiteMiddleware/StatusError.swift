// SPDX-License-Identifier: MIT

internal import Foundation
public import SharedModels

/// An error with an HTTP status.
///
/// Handlers throw a status error if a request is invalid. Any other error is a failure of the server, and its status is
/// 500, so that the client does not treat it as its own error.
public protocol StatusError: Error {
  /// The HTTP status, from 400 to 599.
  var status: Int { get }

  /// The value of the header field `Retry-After`, in seconds; nil to omit the field.
  ///
  /// Source: [RFC 9110, section 10.2.3](https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3)
  var retryAfter: Int? { get }
}

extension StatusError {
  /// The default value, nil.
  public var retryAfter: Int? { nil }
}

struct TooManyRequests: StatusError, LocalizedError {
  var limit: String
  var seconds: Int

  var status: Int { 429 }
  var retryAfter: Int? { seconds }
  var errorDescription: String? { "Too many \(limit); try again in \(seconds) s." }
}

extension DatabaseError: StatusError {
  /// The status 400.
  public var status: Int { 400 }
}

extension VerificationFailed: StatusError {
  /// The status 400.
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
