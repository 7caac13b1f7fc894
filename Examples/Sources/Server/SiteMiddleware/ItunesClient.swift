// SPDX-License-Identifier: MIT

public import Foundation
internal import Lockstep
public import SharedModels

/// A client of the store's receipt verification.
public struct ItunesClient: Sendable {
  /// The environment of the store.
  public enum Environment: String, Equatable, Sendable {
    case production
    case sandbox
  }

  /// The store's verdict on a receipt.
  public enum Verdict: Equatable, Sendable {
    case invalid(status: Int)
    case valid(AppleReceipt)

    /// The production environment's verdict on a sandbox receipt.
    ///
    /// Source: <https://developer.apple.com/documentation/appstorereceipts/status>
    public static let isOfSandbox = Self.invalid(status: 21_007)
  }

  /// Verifies a receipt in an environment.
  public var verify: @Sendable (Data, Environment) async throws -> Verdict

  /// Creates a client from its endpoint.
  public init(verify: @escaping @Sendable (Data, Environment) async throws -> Verdict) {
    self.verify = verify
  }

  /// A client that reports every use.
  public static let failing = Self(
    verify: unimplemented("ItunesClient.verify")
  )

  /// A client that rejects every receipt, as if it could not reach the store.
  public static let noop = Self(verify: { _, _ in .invalid(status: 21_005) })

  /// Returns a client that accepts every receipt.
  ///
  /// - Parameter receipt: The receipt in each verdict.
  /// - Returns: The client.
  public static func accepting(_ receipt: AppleReceipt) -> Self {
    Self(verify: { _, _ in .valid(receipt) })
  }
}
