// SPDX-License-Identifier: MIT

public import ApiClient
public import DependencyClients
public import Dispatch
public import Foundation
internal import GameOverFeature
public import Lockstep
internal import MultiplayerFeature
public import SharedModels
internal import WordGameFeature

/// The dependencies of the app, which passes each feature its part.
public struct AppEnvironment: Sendable {
  /// The client of the server.
  public var apiClient: ApiClient

  /// The client that plays music and sounds.
  public var audioPlayer: AudioPlayerClient

  /// The scheduler for long computations.
  public var backgroundQueue: SchedulerOf<DispatchQueue>

  /// Returns whether a word is valid.
  public var containsWord: @Sendable (String) -> Bool

  /// The client of the games played on this device.
  public var database: LocalDatabaseClient

  /// Returns the ID of this device.
  public var deviceId: @Sendable () -> DeviceId

  /// The client that stores the saved games.
  public var fileClient: FileClient

  /// The client of the player and their matches.
  public var gameCenter: GameCenterClient

  /// The scheduler that delivers actions.
  public var mainQueue: SchedulerOf<DispatchQueue>

  /// The scheduler that delivers actions and measures the time.
  public var mainRunLoop: SchedulerOf<RunLoop>

  /// Returns the cubes of a new game.
  public var randomCubes: @Sendable () -> Puzzle

  /// The client that registers the device for notifications.
  public var remoteNotifications: RemoteNotificationsClient

  /// The client of the server's configuration.
  public var serverConfig: ServerConfigClient

  /// The client that sells the full game and requests reviews.
  public var storeKit: StoreKitClient

  /// The time zone of the player.
  public var timeZone: ValueProvider<TimeZone>

  /// The client of the user defaults.
  public var userDefaults: UserDefaultsClient

  /// The client of the player's notification settings.
  public var userNotifications: UserNotificationClient
}

extension AppEnvironment {
  /// An environment that reports an issue for every use of a dependency.
  public static let failing = Self(
    apiClient: .failing,
    audioPlayer: .failing,
    backgroundQueue: .failing("backgroundQueue"),
    containsWord: { unimplemented("AppEnvironment.containsWord(\($0))", placeholder: false) },
    database: .failing,
    deviceId: { unimplemented("AppEnvironment.deviceId", placeholder: .deadbeef) },
    fileClient: .failing,
    gameCenter: .failing,
    mainQueue: .failing("mainQueue"),
    mainRunLoop: .failing("mainRunLoop"),
    randomCubes: { unimplemented("AppEnvironment.randomCubes", placeholder: .mock) },
    remoteNotifications: .failing,
    serverConfig: .failing,
    storeKit: .failing,
    timeZone: .failing,
    userDefaults: .failing,
    userNotifications: .failing
  )

  /// An environment that does nothing and accepts every word.
  public static let noop = Self(
    apiClient: .noop,
    audioPlayer: .noop,
    backgroundQueue: .main,
    containsWord: { _ in true },
    database: .noop,
    deviceId: { .deadbeef },
    fileClient: .noop,
    gameCenter: .noop,
    mainQueue: .main,
    mainRunLoop: .main,
    randomCubes: { .mock },
    remoteNotifications: .noop,
    serverConfig: .noop,
    storeKit: .noop,
    timeZone: .live,
    userDefaults: .noop,
    userNotifications: .noop
  )

  /// Returns an environment with a server, a file system and a clock, but without the services of a phone.
  ///
  /// - Parameters:
  ///   - apiClient: The client of the server.
  ///   - containsWord: A function that returns whether a word is valid.
  ///   - deviceId: The ID of this device.
  ///   - directory: The folder for files.
  ///   - gameCenter: The client of the player and their matches, for example on the same server.
  ///   - randomCubes: A function that returns the cubes of a new game.
  /// - Returns: The environment. It keeps games and user defaults in memory.
  public static func live(
    apiClient: ApiClient,
    containsWord: @escaping @Sendable (String) -> Bool,
    deviceId: DeviceId,
    directory: URL,
    gameCenter: GameCenterClient,
    randomCubes: @escaping @Sendable () -> Puzzle
  ) -> Self {
    Self(
      apiClient: apiClient,
      audioPlayer: .noop,
      backgroundQueue: DispatchQueue(label: "background").eraseToAnyScheduler(),
      containsWord: containsWord,
      database: .inMemory(),
      deviceId: { deviceId },
      fileClient: .live(directory: directory),
      gameCenter: gameCenter,
      mainQueue: .main,
      mainRunLoop: .main,
      randomCubes: randomCubes,
      remoteNotifications: .noop,
      serverConfig: .noop,
      storeKit: .noop,
      timeZone: .live,
      userDefaults: .inMemory(),
      userNotifications: .noop
    )
  }
}

extension AppEnvironment {
  var game: WordGameEnvironment {
    WordGameEnvironment(
      containsWord: containsWord,
      gameOver: GameOverEnvironment(
        apiClient: apiClient,
        audioPlayer: audioPlayer,
        database: database,
        fileClient: fileClient,
        mainRunLoop: mainRunLoop,
        remoteNotifications: remoteNotifications,
        serverConfig: serverConfig,
        storeKit: storeKit,
        userDefaults: userDefaults,
        userNotifications: userNotifications
      ),
      mainRunLoop: mainRunLoop
    )
  }

  var home: HomeEnvironment {
    HomeEnvironment(
      backgroundQueue: backgroundQueue,
      gameCenter: gameCenter,
      mainQueue: mainQueue
    )
  }

  var onboarding: OnboardingEnvironment {
    OnboardingEnvironment(mainRunLoop: mainRunLoop, userDefaults: userDefaults)
  }
}
