// SPDX-License-Identifier: MIT

internal import Lockstep

/// A client that sends emails.
public struct MailgunClient: Sendable {
  /// An email.
  public struct Email: Equatable, Sendable {
    /// The recipient.
    public var to: String

    /// The subject.
    public var subject: String

    /// The text.
    public var text: String

    /// Creates an email.
    public init(to: String, subject: String, text: String) {
      self.to = to
      self.subject = subject
      self.text = text
    }
  }

  /// Sends an email.
  public var sendEmail: @Sendable (Email) async throws -> Void

  /// Creates a client from its endpoint.
  public init(sendEmail: @escaping @Sendable (Email) async throws -> Void) {
    self.sendEmail = sendEmail
  }

  /// A client that reports every use.
  public static let failing = Self(
    sendEmail: unimplemented("MailgunClient.sendEmail")
  )

  /// A client that sends nothing.
  public static let noop = Self(sendEmail: { _ in })
}
