// SPDX-License-Identifier: MIT

public import ApiClient
public import DependencyClients
public import Foundation
public import Lockstep

/// The dependencies of the end of a game.
public struct GameOverEnvironment: Sendable {
  /// The server.
  public var apiClient: ApiClient

  /// Plays music and sounds.
  public var audioPlayer: AudioPlayerClient

  /// Knows what was played on this device.
  public var database: LocalDatabaseClient

  /// Knows the saved games.
  public var fileClient: FileClient

  /// The scheduler that delivers actions and measures the time.
  public var mainRunLoop: SchedulerOf<RunLoop>

  /// The client that registers the device for notifications.
  public var remoteNotifications: RemoteNotificationsClient

  /// The server's configuration.
  public var serverConfig: ServerConfigClient

  /// Sells the full game, and asks for reviews.
  public var storeKit: StoreKitClient

  /// Remembers when the player was asked for a review.
  public var userDefaults: UserDefaultsClient

  /// Knows what the player set about notifications.
  public var userNotifications: UserNotificationClient

  /// An environment made of its dependencies.
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

  /// Reports each dependency that is used.
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

  /// Does nothing, at once.
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
