// SPDX-License-Identifier: MIT

public import Lockstep
public import SharedModels

/// A client of the server's configuration.
public struct ServerConfigClient: Sendable {
  /// Returns the last configuration fetched, or the built-in one.
  public var config: @Sendable () -> ServerConfig

  /// Fetches, stores and sends the configuration.
  public var refresh: @Sendable () -> Effect<ServerConfig, any Error>

  /// Creates a client from its endpoints.
  public init(
    config: @escaping @Sendable () -> ServerConfig,
    refresh: @escaping @Sendable () -> Effect<ServerConfig, any Error>
  ) {
    self.config = config
    self.refresh = refresh
  }
}

extension ServerConfigClient {
  /// A client that reports an issue for every call, and returns the default configuration.
  public static let failing = Self(
    config: { unimplemented("ServerConfigClient.config", placeholder: ServerConfig()) },
    refresh: { .failing("ServerConfigClient.refresh is unimplemented") }
  )

  /// A client that returns the default configuration and fetches nothing.
  public static let noop = Self(
    config: { ServerConfig() },
    refresh: { .none }
  )
}

extension ServerConfig.UpgradeInterstitial {
  /// Returns the trigger for a kind of game.
  public func trigger(for kind: LocalDatabaseClient.GameKind) -> Trigger {
    switch kind {
    case .dailyChallenge: dailyChallenge
    case .shared: shared
    case .solo: solo
    case .turnBased: turnBased
    }
  }
}
