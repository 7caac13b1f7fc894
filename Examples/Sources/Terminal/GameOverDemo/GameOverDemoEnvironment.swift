// SPDX-License-Identifier: MIT

internal import ApiClient
internal import DemoSupport
internal import DependencyClients
internal import Foundation
internal import GameOverFeature
internal import Lockstep
internal import Synchronization

struct GameOverDemoEnvironment: Sendable {
  var confettiSeed: UInt64
  var device: Effect<DeviceEvent, Never>
  var gameOver: GameOverEnvironment
}

extension GameOverDemoEnvironment {
  /// Returns dependencies that use the API client and simulate device features.
  static func demo(
    _ apiClient: ApiClient,
    mainRunLoop: SchedulerOf<RunLoop>,
    seed: UInt64
  ) -> Self {
    let device = GameOverDemoDevice()
    return Self(
      confettiSeed: seed,
      device: device.events.effect,
      gameOver: GameOverEnvironment(
        apiClient: apiClient,
        audioPlayer: device.audioPlayer,
        database: .demo,
        fileClient: .noop,
        mainRunLoop: mainRunLoop,
        remoteNotifications: device.remoteNotifications,
        serverConfig: .noop,
        storeKit: device.storeKit,
        userDefaults: device.userDefaults,
        userNotifications: device.userNotifications
      )
    )
  }
}

extension LocalDatabaseClient {
  /// A player with enough games to trigger the purchase and review prompts.
  fileprivate static var demo: Self {
    var client = noop
    client.fetchStats = Effect(value: Stats(gamesPlayed: 6))
    client.playedGamesCount = { _ in Effect(value: 6) }
    return client
  }
}

private final class GameOverDemoDevice: Sendable {
  let events = Subject<DeviceEvent, Never>(name: "device")
  private let transactions = Subject<StoreKitClient.PaymentTransactionEvent, Never>(
    name: "transactions"
  )
  private let isAuthorized = Mutex(false)
  let userDefaults = UserDefaultsClient.inMemory()

  var audioPlayer: AudioPlayerClient {
    AudioPlayerClient(
      loop: { [events] sound in .fireAndForget { events.send(.looped(sound)) } },
      play: { [events] sound in .fireAndForget { events.send(.played(sound)) } },
      stop: { [events] sound in .fireAndForget { events.send(.stopped(sound)) } }
    )
  }

  var remoteNotifications: RemoteNotificationsClient {
    RemoteNotificationsClient(
      register: { [events] in
        .fireAndForget { events.send(.noticed("This device would now get notifications.")) }
      }
    )
  }

  var storeKit: StoreKitClient {
    StoreKitClient(
      addPayment: { [events, transactions] payment in
        .fireAndForget {
          events.send(.noticed("Thank you for buying the full game!"))
          let transaction = StoreKitClient.PaymentTransaction(
            payment: payment,
            state: .purchased,
            transactionIdentifier: "demo"
          )
          transactions.send(.updatedTransactions([transaction]))
        }
      },
      fetchProducts: { identifiers in
        let products = identifiers.sorted().map { identifier in
          StoreKitClient.Product(
            description: "All modes, and no words from the makers.",
            id: identifier,
            price: 5,
            title: "Full game"
          )
        }
        return Effect(value: StoreKitClient.ProductsResponse(products: products))
      },
      observer: transactions.effect,
      requestReview: { [events] in
        .fireAndForget { events.send(.noticed("A phone would now ask for a review.")) }
      }
    )
  }

  var userNotifications: UserNotificationClient {
    UserNotificationClient(
      getNotificationSettings: .sync {
        let isAuthorized = self.isAuthorized.withLock { $0 }
        return UserNotificationClient.Settings(
          authorizationStatus: isAuthorized ? .authorized : .notDetermined
        )
      },
      requestAuthorization: { _ in
        .sync {
          self.isAuthorized.withLock { $0 = true }
          return true
        }
      }
    )
  }
}
