// SPDX-License-Identifier: MIT

public import DependencyClients
public import Foundation
public import Lockstep
public import SharedModels

/// The state of the upgrade interstitial, which the player can dismiss after some seconds.
public struct UpgradeInterstitialState: Equatable, Sendable {
  /// The number of seconds before the player can dismiss it.
  public var duration: Int

  /// The full game, once the store has responded.
  public var fullGameProduct: StoreKitClient.Product?

  /// Whether the player can dismiss it immediately.
  public var isDismissable: Bool

  /// Whether a payment is in progress.
  public var isPurchasing: Bool

  /// The number of seconds that have passed, at most `duration`.
  public var secondsPassedCount: Int

  /// Creates the state, by default of an interstitial that has just appeared.
  public init(
    duration: Int = 10,
    fullGameProduct: StoreKitClient.Product? = nil,
    isDismissable: Bool = false,
    isPurchasing: Bool = false,
    secondsPassedCount: Int = 0
  ) {
    self.duration = duration
    self.fullGameProduct = fullGameProduct
    self.isDismissable = isDismissable
    self.isPurchasing = isPurchasing
    self.secondsPassedCount = secondsPassedCount
  }
}

/// An action of the upgrade interstitial.
public enum UpgradeInterstitialAction: Equatable, Sendable {
  case delegate(DelegateAction)

  case fullGameProductResponse(StoreKitClient.Product)

  case maybeLaterButtonTapped

  case onAppear

  case paymentTransaction(StoreKitClient.PaymentTransactionEvent)

  case timerTick

  case upgradeButtonTapped

  /// An action for the parent.
  public enum DelegateAction: Equatable, Sendable {
    case close

    case fullGamePurchased
  }
}

/// The dependencies of the upgrade interstitial.
public struct UpgradeInterstitialEnvironment: Sendable {
  /// The scheduler that delivers actions and measures the seconds.
  public var mainRunLoop: SchedulerOf<RunLoop>

  /// The client of the configuration, which contains the product ID and the duration.
  public var serverConfig: ServerConfigClient

  /// The client that sells the full game.
  public var storeKit: StoreKitClient

  /// Creates an environment.
  public init(
    mainRunLoop: SchedulerOf<RunLoop>,
    serverConfig: ServerConfigClient,
    storeKit: StoreKitClient
  ) {
    self.mainRunLoop = mainRunLoop
    self.serverConfig = serverConfig
    self.storeKit = storeKit
  }
}

private struct StoreKitObserverID: Hashable, Sendable {}
private struct TimerID: Hashable, Sendable {}

/// The reducer of the upgrade interstitial.
public let upgradeInterstitialReducer = Reducer<
  UpgradeInterstitialState,
  UpgradeInterstitialAction,
  UpgradeInterstitialEnvironment
> { state, action, environment in
  switch action {
  case .delegate:
    return .none

  case .fullGameProductResponse(let product):
    state.fullGameProduct = product
    return .none

  case .maybeLaterButtonTapped:
    return .merge(
      .cancel(id: StoreKitObserverID()),
      .cancel(id: TimerID()),
      Effect(value: .delegate(.close))
        .receive(on: ImmediateScheduler.shared.animation())
    )

  case .onAppear:
    let config = environment.serverConfig.config()
    let fullGame = config.productIdentifiers.fullGame
    state.duration = config.upgradeInterstitial.duration
    return .merge(
      environment.storeKit.observer
        .receive(on: environment.mainRunLoop.animation())
        .map(UpgradeInterstitialAction.paymentTransaction)
        .cancellable(id: StoreKitObserverID()),

      environment.storeKit.fetchProducts([fullGame])
        .ignoreFailure()
        .compactMap { response in response.products.first { $0.id == fullGame } }
        .receive(on: environment.mainRunLoop.animation())
        .map(UpgradeInterstitialAction.fullGameProductResponse),

      state.isDismissable
        ? .none
        : Effect.timer(id: TimerID(), every: 1, on: environment.mainRunLoop.animation())
          .map { _ in .timerTick }
    )

  case .paymentTransaction(let event):
    switch event {
    case .removedTransactions, .restoreCompletedTransactionsFinished:
      state.isPurchasing = false
      return .none
    case .restoreCompletedTransactionsFailed:
      return .none
    case .updatedTransactions:
      let fullGame = environment.serverConfig.config().productIdentifiers.fullGame
      guard event.isPurchase(of: fullGame) else { return .none }
      return .merge(
        .cancel(id: StoreKitObserverID()),
        .cancel(id: TimerID()),
        Effect(value: .delegate(.fullGamePurchased))
      )
    }

  case .timerTick:
    state.secondsPassedCount += 1
    return state.secondsPassedCount == state.duration ? .cancel(id: TimerID()) : .none

  case .upgradeButtonTapped:
    state.isPurchasing = true
    return environment.storeKit.addPayment(
      StoreKitClient.Payment(
        productIdentifier: environment.serverConfig.config().productIdentifiers.fullGame
      )
    )
    .fireAndForget()
  }
}

/// Returns whether to show the upgrade interstitial after a game.
///
/// - Parameters:
///   - gameKind: The kind of the game.
///   - gamesPlayed: The number of games of the kind that were finished on this device.
///   - isFullGamePurchased: Whether the player has bought the full game.
///   - config: The numbers of games after which the interstitial is shown.
/// - Returns: Whether to show the interstitial.
public func shouldShowUpgradeInterstitial(
  gameKind: LocalDatabaseClient.GameKind,
  gamesPlayed: Int,
  isFullGamePurchased: Bool,
  config: ServerConfig.UpgradeInterstitial
) -> Bool {
  !isFullGamePurchased && config.trigger(for: gameKind).fires(after: gamesPlayed)
}
