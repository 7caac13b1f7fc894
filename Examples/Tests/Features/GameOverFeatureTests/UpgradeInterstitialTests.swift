// SPDX-License-Identifier: MIT

import DependencyClients
import Foundation
import GameOverFeature
import Lockstep
import LockstepTesting
import SharedModels
import Testing

@Suite struct UpgradeInterstitialTests {
  private let product = StoreKitClient.Product(
    description: "Play without limits",
    id: "full_game",
    price: 5,
    title: "Full game"
  )

  private func store(
    _ state: UpgradeInterstitialState = .init(),
    _ update: (inout UpgradeInterstitialEnvironment) -> Void
  ) -> TestStore<
    UpgradeInterstitialState, UpgradeInterstitialAction, UpgradeInterstitialEnvironment
  > {
    var environment = UpgradeInterstitialEnvironment(
      mainRunLoop: .failing,
      serverConfig: .failing,
      storeKit: .failing
    )
    environment.serverConfig.config = {
      ServerConfig(
        productIdentifiers: .init(fullGame: "full_game"),
        upgradeInterstitial: .init(duration: 3)
      )
    }
    update(&environment)
    return TestStore(
      initialState: state,
      reducer: upgradeInterstitialReducer,
      environment: environment
    )
  }

  @Test
  func `buying the full game closes the interstitial`() {
    let mainRunLoop = RunLoop.test
    let transactions = Subject<StoreKitClient.PaymentTransactionEvent, Never>()
    let payments = Recorder<[StoreKitClient.Payment]>([])
    let fullGame = StoreKitClient.Payment(productIdentifier: "full_game", quantity: 1)
    let otherGame = StoreKitClient.Payment(productIdentifier: "other_game")
    let store = store { [product] environment in
      environment.mainRunLoop = mainRunLoop
      environment.storeKit.addPayment = { payment in
        .fireAndForget { payments.update { $0.append(payment) } }
      }
      environment.storeKit.fetchProducts = { identifiers in
        #expect(identifiers == ["full_game"])
        return .init(value: .init(products: [product]))
      }
      environment.storeKit.observer = transactions.effect
    }
    func happen(_ event: StoreKitClient.PaymentTransactionEvent) {
      transactions.send(event)
      mainRunLoop.advance()
      store.receive(.paymentTransaction(event))
    }

    store.send(.onAppear) { $0.duration = 3 }
    mainRunLoop.advance()
    store.receive(.fullGameProductResponse(product)) { $0.fullGameProduct = product }
    mainRunLoop.advance(by: 1)
    store.receive(.timerTick) { $0.secondsPassedCount = 1 }

    store.send(.upgradeButtonTapped) { $0.isPurchasing = true }
    store.fireAndForget()
    #expect(payments.value == [fullGame])

    happen(.updatedTransactions([.init(payment: fullGame, state: .purchasing)]))
    happen(.updatedTransactions([.init(payment: otherGame, state: .purchased)]))
    // Cancels the observer and the timer, which would otherwise keep running.
    happen(
      .updatedTransactions([
        .init(payment: fullGame, state: .purchased, transactionIdentifier: "deadbeef")
      ])
    )
    store.receive(.delegate(.fullGamePurchased))
  }

  @Test
  func `the timer counts seconds up to the duration`() {
    let mainRunLoop = RunLoop.test
    let transactions = Subject<StoreKitClient.PaymentTransactionEvent, Never>()
    let store = store { environment in
      environment.mainRunLoop = mainRunLoop
      environment.storeKit.fetchProducts = { _ in .init(error: URLError(.timedOut)) }
      environment.storeKit.observer = transactions.effect
    }

    store.send(.onAppear) { $0.duration = 3 }
    mainRunLoop.advance(by: 2.5)
    store.receive(.timerTick) { $0.secondsPassedCount = 1 }
    store.receive(.timerTick) { $0.secondsPassedCount = 2 }
    mainRunLoop.advance(by: 100)
    store.receive(.timerTick) { $0.secondsPassedCount = 3 }

    store.send(.maybeLaterButtonTapped)
    store.receive(.delegate(.close))
  }

  @Test
  func `closing the interstitial early cancels the timer`() {
    let mainRunLoop = RunLoop.test
    let store = store { environment in
      environment.mainRunLoop = mainRunLoop
      environment.storeKit.fetchProducts = { _ in .init(value: .init(products: [])) }
      environment.storeKit.observer = .none
    }

    store.send(.onAppear) { $0.duration = 3 }
    mainRunLoop.advance(by: 1)
    store.receive(.timerTick) { $0.secondsPassedCount = 1 }
    store.send(.maybeLaterButtonTapped)
    store.receive(.delegate(.close))
    mainRunLoop.advance(by: 100)
  }

  @Test
  func `a dismissable interstitial has no timer`() {
    let store = store(.init(isDismissable: true)) { [product] environment in
      environment.mainRunLoop = .immediate
      environment.storeKit.fetchProducts = { _ in .init(value: .init(products: [product])) }
      environment.storeKit.observer = .none
    }

    store.send(.onAppear) { $0.duration = 3 }
    store.receive(.fullGameProductResponse(product)) { $0.fullGameProduct = product }
  }

  @Test
  func `the timer never ticks on an immediate scheduler`() {
    let store = store { environment in
      environment.mainRunLoop = .immediate
      environment.storeKit.fetchProducts = { _ in .none }
      environment.storeKit.observer = .none
    }

    store.send(.onAppear) { $0.duration = 3 }
    store.send(.maybeLaterButtonTapped)
    store.receive(.delegate(.close))
  }

  @Test
  func
    `on the screen after a game, leaving the request and buying end it with all that it has started`()
  {
    let mainRunLoop = RunLoop.test
    let transactions = Subject<StoreKitClient.PaymentTransactionEvent, Never>()
    let purchase = StoreKitClient.PaymentTransactionEvent.updatedTransactions([
      .init(payment: .init(productIdentifier: "full_game"), state: .purchased)
    ])
    var environment = GameOverEnvironment.failing
    environment.mainRunLoop = mainRunLoop
    environment.serverConfig.config = { [fullGame = product.id] in
      ServerConfig(productIdentifiers: .init(fullGame: fullGame))
    }
    environment.storeKit.fetchProducts = { _ in .none }
    environment.storeKit.observer = transactions.effect
    let store = TestStore(
      initialState: GameOverState(completedGame: .mock, isDemo: false),
      reducer: gameOverReducer,
      environment: environment
    )
    func appear() {
      store.send(.delayedShowUpgradeInterstitial) { $0.upgradeInterstitial = .init() }
      store.send(.upgradeInterstitial(.onAppear))
      mainRunLoop.advance(by: 1)
      store.receive(.upgradeInterstitial(.timerTick)) {
        $0.upgradeInterstitial?.secondsPassedCount = 1
      }
    }

    appear()
    store.send(.upgradeInterstitial(.maybeLaterButtonTapped))
    store.receive(.upgradeInterstitial(.delegate(.close))) { $0.upgradeInterstitial = nil }
    mainRunLoop.advance(by: 100)
    transactions.send(purchase)

    appear()
    transactions.send(purchase)
    mainRunLoop.advance()
    store.receive(.upgradeInterstitial(.paymentTransaction(purchase)))
    store.receive(.upgradeInterstitial(.delegate(.fullGamePurchased))) {
      $0.upgradeInterstitial = nil
    }
    mainRunLoop.advance(by: 100)
  }

  @Test
  func `a finished transaction resets isPurchasing`() {
    let purchasing = UpgradeInterstitialState(isPurchasing: true)
    for event in [.removedTransactions([]), .restoreCompletedTransactionsFinished]
      as [StoreKitClient.PaymentTransactionEvent]
    {
      store(purchasing) { _ in }.send(.paymentTransaction(event)) { $0.isPurchasing = false }
    }
    store(purchasing) { _ in }
      .send(.paymentTransaction(.restoreCompletedTransactionsFailed("There is no network.")))
  }

  @Test(
    arguments: [
      (.dailyChallenge, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
      (.shared, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
      (.solo, [6, 9, 12]),
      (.turnBased, [1, 5, 9]),
    ] as [(LocalDatabaseClient.GameKind, [Int])]
  )
  func `the interstitial appears after the first games of a kind and then at intervals`(
    kind: LocalDatabaseClient.GameKind,
    counts: [Int]
  ) {
    func shownCounts(isFullGamePurchased: Bool) -> [Int] {
      (0...12).filter { count in
        shouldShowUpgradeInterstitial(
          gameKind: kind,
          gamesPlayed: count,
          isFullGamePurchased: isFullGamePurchased,
          config: .init()
        )
      }
    }
    #expect(shownCounts(isFullGamePurchased: false) == counts)
    #expect(shownCounts(isFullGamePurchased: true) == [])
  }
}
