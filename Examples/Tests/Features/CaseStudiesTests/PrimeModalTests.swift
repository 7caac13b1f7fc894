// SPDX-License-Identifier: MIT

import CaseStudies
import Lockstep
import LockstepTesting
import Testing

@Suite struct PrimeModalTests {
  @Test func `tapping save and remove adds and removes a favorite`() {
    assert(
      initialValue: PrimeModalState(count: 2, favoritePrimes: [3, 5]),
      reducer: primeModalReducer,
      steps:
        Step(.send, .saveFavoritePrimeTapped) { $0.favoritePrimes = [3, 5, 2] },
      Step(.send, .removeFavoritePrimeTapped) { $0.favoritePrimes = [3, 5] }
    )
  }

  @Test func `saving ignores a number that is not prime or is already a favorite`() {
    for count in [Int.min, -3, 0, 1, 4, 3] {
      assert(
        initialValue: PrimeModalState(count: count, favoritePrimes: [3]),
        reducer: primeModalReducer,
        steps: Step(.send, .saveFavoritePrimeTapped)
      )
    }
  }

  @Test func `isPrime identifies small and large primes`() {
    let primes = (-2...50).filter { PrimeModalState(count: $0, favoritePrimes: []).isPrime }
    #expect(primes == [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47])
    #expect(PrimeModalState(count: 2_147_483_647, favoritePrimes: []).isPrime)
    #expect(PrimeModalState(count: 46_337 * 46_337, favoritePrimes: []).isPrime == false)
  }

  @Test func `the counter shares its count and favorites with the child`() {
    assert(
      initialValue: PrimeCounterState(count: 1),
      reducer: primeCounterReducer,
      steps:
        Step(.send, .incrementButtonTapped) { $0.count = 2 },
      Step(.send, .isPrimeButtonTapped) { $0.isPrimeModalShown = true },
      Step(.send, .primeModal(.saveFavoritePrimeTapped)) { $0.favoritePrimes = [2] },
      Step(.send, .primeModalDismissed) { $0.isPrimeModalShown = false },
      Step(.send, .decrementButtonTapped) { $0.count = 1 }
    )
    let state = PrimeCounterState(count: 1, favoritePrimes: [2])
    #expect(state.primeModal == PrimeModalState(count: 1, favoritePrimes: [2]))
  }

  @Test func `the counter does not overflow at Int.min and Int.max`() {
    assert(
      initialValue: PrimeCounterState(count: .max),
      reducer: primeCounterReducer,
      steps: Step(.send, .incrementButtonTapped)
    )
    assert(
      initialValue: PrimeCounterState(count: .min),
      reducer: primeCounterReducer,
      steps: Step(.send, .decrementButtonTapped)
    )
  }

  @MainActor @Test func `a scoped store for the modal updates the counter's favorites`() {
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
