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

/// The dependencies of the whole app; each feature gets its part.
public struct AppEnvironment: Sendable {
  /// The server.
  public var apiClient: ApiClient

  /// Plays music and sounds.
  public var audioPlayer: AudioPlayerClient

  /// The scheduler for long computations.
  public var backgroundQueue: SchedulerOf<DispatchQueue>

  /// Whether a word counts.
  public var containsWord: @Sendable (String) -> Bool

  /// Knows what was played on this device.
  public var database: LocalDatabaseClient

  /// Recognizes this device.
  public var deviceId: @Sendable () -> DeviceId

  /// Keeps the saved games.
  public var fileClient: FileClient

  /// Knows the player and their matches.
  public var gameCenter: GameCenterClient

  /// The scheduler that delivers actions.
  public var mainQueue: SchedulerOf<DispatchQueue>

  /// The scheduler that delivers actions and measures the time.
  public var mainRunLoop: SchedulerOf<RunLoop>

  /// Makes the cubes of a new game.
  public var randomCubes: @Sendable () -> Puzzle

  /// The client that registers the device for notifications.
  public var remoteNotifications: RemoteNotificationsClient

  /// The server's configuration.
  public var serverConfig: ServerConfigClient

  /// Sells the full game, and asks for reviews.
  public var storeKit: StoreKitClient

  /// The time zone of the player.
  public var timeZone: ValueProvider<TimeZone>

  /// Remembers small values.
  public var userDefaults: UserDefaultsClient

  /// Knows what the player set about notifications.
  public var userNotifications: UserNotificationClient
}

extension AppEnvironment {
  /// Reports each dependency that is used, by its name.
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

  /// Does nothing; each word counts.
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

  /// An environment with a server, a file system and a clock, but without a phone.
  ///
  /// - Parameters:
  ///   - apiClient: The server.
  ///   - containsWord: Whether a word counts.
  ///   - deviceId: Recognizes this device.
  ///   - directory: The folder for files.
  ///   - gameCenter: The player and their matches, for example on the same server.
  ///   - randomCubes: Makes the cubes of a new game.
  /// - Returns: The environment. Games and small values are kept until the program ends.
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

// The parts of the features.
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
