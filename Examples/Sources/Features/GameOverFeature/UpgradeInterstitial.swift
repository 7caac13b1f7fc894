// SPDX-License-Identifier: MIT

public import DependencyClients
public import Foundation
public import Lockstep
public import SharedModels

/// The request to buy the full game, which has to be looked at for some seconds.
public struct UpgradeInterstitialState: Equatable, Sendable {
  /// How many seconds it has to be looked at.
  public var duration: Int

  /// The full game, once the store has answered.
  public var fullGameProduct: StoreKitClient.Product?

  /// Whether the player may leave at once.
  public var isDismissable: Bool

  /// Whether a payment is on its way.
  public var isPurchasing: Bool

  /// How many seconds the player has looked at it.
  public var secondsPassedCount: Int

  /// A request, by default one that has just come up.
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

/// An action while the player is asked to buy the full game.
public enum UpgradeInterstitialAction: Equatable, Sendable {
  /// For the parent.
  case delegate(DelegateAction)

  /// The store sells the full game.
  case fullGameProductResponse(StoreKitClient.Product)

  /// The player does not want to buy now.
  case maybeLaterButtonTapped

  /// The screen has come up.
  case onAppear

  /// Something happened to payments.
  case paymentTransaction(StoreKitClient.PaymentTransactionEvent)

  /// A second has passed.
  case timerTick

  /// The player wants to buy.
  case upgradeButtonTapped

  /// An action for the parent.
  public enum DelegateAction: Equatable, Sendable {
    /// The player leaves.
    case close

    /// The player has bought the full game.
    case fullGamePurchased
  }
}

/// The dependencies of the request to buy.
public struct UpgradeInterstitialEnvironment: Sendable {
  /// The scheduler that delivers actions and measures the seconds.
  public var mainRunLoop: SchedulerOf<RunLoop>

  /// Knows the id of the full game, and how long the request stays.
  public var serverConfig: ServerConfigClient

  /// Sells the full game.
  public var storeKit: StoreKitClient

  /// An environment made of its dependencies.
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

/// Asks the player to buy the full game, and tells the parent.
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

/// Whether the player is to be asked to buy the full game after a game.
///
/// - Parameters:
///   - gameKind: The kind of the game.
///   - gamesPlayed: How many games of the kind were finished on this device.
///   - isFullGamePurchased: Whether the player has bought it already.
///   - config: After which numbers of games players are asked.
/// - Returns: Whether to ask.
public func shouldShowUpgradeInterstitial(
  gameKind: LocalDatabaseClient.GameKind,
  gamesPlayed: Int,
  isFullGamePurchased: Bool,
  config: ServerConfig.UpgradeInterstitial
) -> Bool {
  !isFullGamePurchased && config.trigger(for: gameKind).fires(after: gamesPlayed)
}
