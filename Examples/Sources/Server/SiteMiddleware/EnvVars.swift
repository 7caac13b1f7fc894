// SPDX-License-Identifier: MIT

public import SharedModels

/// How the server is run.
public struct EnvVars: Equatable, Sendable {
  /// The purpose of a server.
  public enum AppEnvironment: String, Sendable {
    /// For its players.
    case production
    /// In tests, where answers are printed to be read.
    case testing
  }

  /// The purpose of the server.
  public var appEnvironment: AppEnvironment

  /// The team of the app and its bundle id, for links that open it.
  public var appId: String

  /// The address of the app in the store.
  public var appStoreUrl: String

  /// The app that receipts have to be for.
  public var bundleId: String

  /// How the game is to run.
  public var config: ServerConfig

  /// The address of the site, without a slash at its end, to which requests over plain HTTP are redirected.
  public var siteUrl: String

  /// The address for requests that the server could not answer.
  public var supportAddress: String

  /// Puts the variables together.
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

  /// For players.
  public static let production = Self(
    appEnvironment: .production,
    supportAddress: "support@example.com"
  )

  /// For tests.
  public static let testing = Self(
    appEnvironment: .testing,
    supportAddress: "support@example.com"
  )
}
