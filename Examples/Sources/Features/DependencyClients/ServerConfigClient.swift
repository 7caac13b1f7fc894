// SPDX-License-Identifier: MIT

public import Lockstep
public import SharedModels

/// The server's configuration: the one known now, and a newer one.
public struct ServerConfigClient: Sendable {
  /// The configuration known now: the last one fetched, or the one that the game is delivered with.
  public var config: @Sendable () -> ServerConfig

  /// Fetches the configuration, remembers it and sends it.
  public var refresh: @Sendable () -> Effect<ServerConfig, any Error>

  /// A client made of its endpoints.
  public init(
    config: @escaping @Sendable () -> ServerConfig,
    refresh: @escaping @Sendable () -> Effect<ServerConfig, any Error>
  ) {
    self.config = config
    self.refresh = refresh
  }
}

extension ServerConfigClient {
  /// Reports each endpoint that is used; the configuration is then the default one.
  public static let failing = Self(
    config: { unimplemented("ServerConfigClient.config", placeholder: ServerConfig()) },
    refresh: { .failing("ServerConfigClient.refresh is unimplemented") }
  )

  /// Knows the default configuration and fetches none.
  public static let noop = Self(
    config: { ServerConfig() },
    refresh: { .none }
  )
}

extension ServerConfig.UpgradeInterstitial {
  /// The trigger for a kind of game.
  public func trigger(for kind: LocalDatabaseClient.GameKind) -> Trigger {
    switch kind {
    case .dailyChallenge: dailyChallenge
    case .shared: shared
    case .solo: solo
    case .turnBased: turnBased
    }
  }
}
