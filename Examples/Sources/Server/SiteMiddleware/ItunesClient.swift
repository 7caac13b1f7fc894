// SPDX-License-Identifier: MIT

public import Foundation
internal import Lockstep
public import SharedModels

/// Asks the store about receipts.
public struct ItunesClient: Sendable {
  /// The environment in which the store looks.
  public enum Environment: String, Equatable, Sendable {
    /// The environment of users.
    case production
    /// The environment of developers.
    case sandbox
  }

  /// The store's verdict on a receipt.
  public enum Verdict: Equatable, Sendable {
    /// It is not valid, for the reason with a number.
    case invalid(status: Int)
    /// It is valid.
    case valid(AppleReceipt)

    /// The verdict in production on a receipt of the sandbox.
    ///
    /// Source: <https://developer.apple.com/documentation/appstorereceipts/status>
    public static let isOfSandbox = Self.invalid(status: 21_007)
  }

  /// Verifies a receipt in an environment.
  public var verify: @Sendable (Data, Environment) async throws -> Verdict

  /// A client by its one endpoint.
  public init(verify: @escaping @Sendable (Data, Environment) async throws -> Verdict) {
    self.verify = verify
  }

  /// A client that must not be used.
  public static let failing = Self(
    verify: unimplemented("ItunesClient.verify")
  )

  /// A client to which no receipt is valid, because it cannot reach the store.
  public static let noop = Self(verify: { _, _ in .invalid(status: 21_005) })

  /// A client to which every receipt is valid.
  ///
  /// - Parameter receipt: The receipt in each verdict.
  /// - Returns: The client.
  public static func accepting(_ receipt: AppleReceipt) -> Self {
    Self(verify: { _, _ in .valid(receipt) })
  }
}
