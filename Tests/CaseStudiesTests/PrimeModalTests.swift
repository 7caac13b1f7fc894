// SPDX-License-Identifier: MIT

import CaseStudies
import Lockstep
import LockstepTesting
import Testing

@Suite struct PrimeModalTests {
  @Test func saveAndRemoveFavoritePrimesTapped() {
    let store = TestStore(
      initialState: PrimeModalState(count: 2, favoritePrimes: [3, 5]),
      reducer: primeModalReducer,
      environment: ()
    )

    store.send(.saveFavoritePrimeTapped) {
      $0.favoritePrimes = [3, 5, 2]
    }
    store.send(.removeFavoritePrimeTapped) {
      $0.favoritePrimes = [3, 5]
    }
  }

  @Test func `what is no prime, or a favorite already, becomes none`() {
    for count in [Int.min, -3, 0, 1, 4, 3] {
      let store = TestStore(
        initialState: PrimeModalState(count: count, favoritePrimes: [3]),
        reducer: primeModalReducer,
        environment: ()
      )
      store.send(.saveFavoritePrimeTapped)
    }
  }

  @Test func `primes are what no smaller number divides`() {
    let primes = (-2...50).filter { PrimeModalState(count: $0, favoritePrimes: []).isPrime }
    #expect(primes == [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47])
    #expect(PrimeModalState(count: 2_147_483_647, favoritePrimes: []).isPrime)
    #expect(PrimeModalState(count: 46_337 * 46_337, favoritePrimes: []).isPrime == false)
  }

  @Test func `the counter lends its fields`() {
    let store = TestStore(
      initialState: PrimeCounterState(count: 1),
      reducer: primeCounterReducer,
      environment: ()
    )

    store.send(.incrementButtonTapped) { $0.count = 2 }
    store.send(.isPrimeButtonTapped) { $0.isPrimeModalShown = true }
    store.send(.primeModal(.saveFavoritePrimeTapped)) { $0.favoritePrimes = [2] }
    store.send(.primeModalDismissed) { $0.isPrimeModalShown = false }
    store.send(.decrementButtonTapped) { $0.count = 1 }
    #expect(store.state.primeModal == PrimeModalState(count: 1, favoritePrimes: [2]))
  }

  @Test func `the counter stops at the ends of the numbers`() {
    let top = TestStore(
      initialState: PrimeCounterState(count: .max),
      reducer: primeCounterReducer,
      environment: ()
    )
    top.send(.incrementButtonTapped)
    let bottom = TestStore(
      initialState: PrimeCounterState(count: .min),
      reducer: primeCounterReducer,
      environment: ()
    )
    bottom.send(.decrementButtonTapped)
  }

  @MainActor @Test func `a view of the question has a store of its own`() {
    let store = Store(
      initialState: PrimeCounterState(count: 7),
      reducer: primeCounterReducer,
      environment: ()
    )
    let modal = store.scope(state: \.primeModal, action: PrimeCounterAction.primeModal)

    #expect(modal.state == PrimeModalState(count: 7, favoritePrimes: []))
    modal.send(.saveFavoritePrimeTapped)
    #expect(modal.state.isFavorite)
    #expect(store.state == PrimeCounterState(count: 7, favoritePrimes: [7]))
  }
}
