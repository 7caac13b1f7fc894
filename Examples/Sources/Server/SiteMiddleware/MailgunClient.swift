// SPDX-License-Identifier: MIT

internal import Lockstep

/// Sends e-mails.
public struct MailgunClient: Sendable {
  /// An e-mail.
  public struct Email: Equatable, Sendable {
    /// The receiver.
    public var to: String

    /// The subject.
    public var subject: String

    /// The text.
    public var text: String

    /// An e-mail to somebody.
    public init(to: String, subject: String, text: String) {
      self.to = to
      self.subject = subject
      self.text = text
    }
  }

  /// Sends an e-mail.
  public var sendEmail: @Sendable (Email) async throws -> Void

  /// A client by its one endpoint.
  public init(sendEmail: @escaping @Sendable (Email) async throws -> Void) {
    self.sendEmail = sendEmail
  }

  /// A client that must not be used.
  public static let failing = Self(
    sendEmail: unimplemented("MailgunClient.sendEmail")
  )

  /// A client that sends nothing.
  public static let noop = Self(sendEmail: { _ in })
}
