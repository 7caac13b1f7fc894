// SPDX-License-Identifier: MIT

public import SharedModels

/// The configuration of the server.
public struct EnvVars: Equatable, Sendable {
  /// The purpose of a server.
  public enum AppEnvironment: String, Sendable {
    case production
    /// The server for tests, whose JSON is readable and has sorted keys.
    case testing
  }

  /// The purpose of the server.
  public var appEnvironment: AppEnvironment

  /// The team identifier and the bundle identifier of the app, for links that open it.
  public var appId: String

  /// The URL of the app in the store.
  public var appStoreUrl: String

  /// The bundle identifier that valid receipts contain.
  public var bundleId: String

  /// The configuration of the game.
  public var config: ServerConfig

  /// The URL of the site without a trailing slash, to which the server redirects plain HTTP requests.
  public var siteUrl: String

  /// The address that receives reports about failed requests.
  public var supportAddress: String

  /// Creates a configuration.
  public init(
    appEnvironment: AppEnvironment,
    appId: String = "0000000000.com.example.cubes",
    appStoreUrl: String = "https://apps.apple.com/app/id0000000000",
    bundleId: String = "com.example.cubes",
    config: ServerConfig = ServerConfig(),
    siteUrl: String = "https://cubes.example.com",
    supportAddress: String
  ) {
    self.appEnvironment = appEnvironment
    self.appId = appId
    self.appStoreUrl = appStoreUrl
    self.bundleId = bundleId
    self.config = config
    self.siteUrl = siteUrl
    self.supportAddress = supportAddress
  }

  /// The configuration for players.
  public static let production = Self(
    appEnvironment: .production,
    supportAddress: "support@example.com"
  )

  /// The configuration for tests.
  public static let testing = Self(
    appEnvironment: .testing,
    supportAddress: "support@example.com"
  )
}
