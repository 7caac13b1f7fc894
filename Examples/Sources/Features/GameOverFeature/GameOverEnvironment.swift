// SPDX-License-Identifier: MIT

public import ApiClient
public import DependencyClients
public import Foundation
public import Lockstep

/// The dependencies of the screen after a game.
public struct GameOverEnvironment: Sendable {
  /// The client of the server.
  public var apiClient: ApiClient

  /// The client that plays music and sounds.
  public var audioPlayer: AudioPlayerClient

  /// The client of the games played on this device.
  public var database: LocalDatabaseClient

  /// The client that stores the saved games.
  public var fileClient: FileClient

  /// The scheduler that delivers actions and measures the time.
  public var mainRunLoop: SchedulerOf<RunLoop>

  /// The client that registers the device for notifications.
  public var remoteNotifications: RemoteNotificationsClient

  /// The client of the server's configuration.
  public var serverConfig: ServerConfigClient

  /// The client that sells the full game and requests reviews.
  public var storeKit: StoreKitClient

  /// The client that stores the time of the last review request.
  public var userDefaults: UserDefaultsClient

  /// The client of the player's notification settings.
  public var userNotifications: UserNotificationClient

  /// Creates an environment.
  public init(
    apiClient: ApiClient,
    audioPlayer: AudioPlayerClient,
    database: LocalDatabaseClient,
    fileClient: FileClient,
    mainRunLoop: SchedulerOf<RunLoop>,
    remoteNotifications: RemoteNotificationsClient,
    serverConfig: ServerConfigClient,
    storeKit: StoreKitClient,
    userDefaults: UserDefaultsClient,
    userNotifications: UserNotificationClient
  ) {
    self.apiClient = apiClient
    self.audioPlayer = audioPlayer
    self.database = database
    self.fileClient = fileClient
    self.mainRunLoop = mainRunLoop
    self.remoteNotifications = remoteNotifications
    self.serverConfig = serverConfig
    self.storeKit = storeKit
    self.userDefaults = userDefaults
    self.userNotifications = userNotifications
  }

  /// An environment that reports an issue for every use of a dependency.
  public static let failing = Self(
    apiClient: .failing,
    audioPlayer: .failing,
    database: .failing,
    fileClient: .failing,
    mainRunLoop: .failing,
    remoteNotifications: .failing,
    serverConfig: .failing,
    storeKit: .failing,
    userDefaults: .failing,
    userNotifications: .failing
  )

  /// An environment that does nothing and runs immediately.
  public static let preview = Self(
    apiClient: .noop,
    audioPlayer: .noop,
    database: .noop,
    fileClient: .noop,
    mainRunLoop: .immediate,
    remoteNotifications: .noop,
    serverConfig: .noop,
    storeKit: .noop,
    userDefaults: .noop,
    userNotifications: .noop
  )
}
