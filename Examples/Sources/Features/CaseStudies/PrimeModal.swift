// SPDX-License-Identifier: MIT

// A child that works on some fields of its parent, which passes them as one value.

public import Lockstep

/// The state of a modal that shows whether a number is a prime and a favorite.
public struct PrimeModalState: Equatable, Sendable {
  /// The number.
  public var count: Int

  /// The favorite primes.
  public var favoritePrimes: [Int]

  /// Creates the state for a number.
  public init(count: Int, favoritePrimes: [Int]) {
    self.count = count
    self.favoritePrimes = favoritePrimes
  }

  /// Whether the number is a prime.
  ///
  /// - Complexity: O(√*n*), where *n* is the number.
  public var isPrime: Bool {
    guard count >= 2 else { return false }
    var divisor = 2
    while divisor <= count / divisor {
      if count.isMultiple(of: divisor) { return false }
      divisor += 1
    }
    return true
  }

  /// Whether the number is a favorite.
  public var isFavorite: Bool { favoritePrimes.contains(count) }
}

/// An action of the modal.
public enum PrimeModalAction: Equatable, Sendable {
  case removeFavoritePrimeTapped

  case saveFavoritePrimeTapped
}

/// The reducer of the modal, which adds a number to the favorites only if it is a prime and not a favorite yet.
public let primeModalReducer = Reducer<PrimeModalState, PrimeModalAction, Void>.withoutEffects {
  state,
  action in
  switch action {
  case .removeFavoritePrimeTapped:
    state.favoritePrimes.removeAll { $0 == state.count }

  case .saveFavoritePrimeTapped:
    guard state.isPrime, !state.isFavorite else { return }
    state.favoritePrimes.append(state.count)
  }
}

/// The state of a counter with a modal about its number.
public struct PrimeCounterState: Equatable, Sendable {
  /// The number.
  public var count: Int

  /// The favorite primes.
  public var favoritePrimes: [Int]

  /// Whether the modal is shown.
  public var isPrimeModalShown: Bool

  /// Creates a counter, by default at zero.
  public init(count: Int = 0, favoritePrimes: [Int] = [], isPrimeModalShown: Bool = false) {
    self.count = count
    self.favoritePrimes = favoritePrimes
    self.isPrimeModalShown = isPrimeModalShown
  }

  /// The state of the modal, computed from the counter's fields.
  public var primeModal: PrimeModalState {
    get { PrimeModalState(count: count, favoritePrimes: favoritePrimes) }
    set { (count, favoritePrimes) = (newValue.count, newValue.favoritePrimes) }
  }
}

/// An action of a counter.
public enum PrimeCounterAction: Equatable, Sendable {
  case decrementButtonTapped

  case incrementButtonTapped

  case isPrimeButtonTapped

  case primeModal(PrimeModalAction)

  case primeModalDismissed
}

/// The reducer of the counter and its modal.
public let primeCounterReducer = Reducer<PrimeCounterState, PrimeCounterAction, Void>.combine(
  primeModalReducer.pullback(
    state: \.primeModal,
    action: /PrimeCounterAction.primeModal
  ),
  .withoutEffects { state, action in
    switch action {
    case .decrementButtonTapped:
      // Stop at the limits of `Int`, because the user can hold the button.
      state.count -= state.count > .min ? 1 : 0

    case .incrementButtonTapped:
      state.count += state.count < .max ? 1 : 0

    case .isPrimeButtonTapped:
      state.isPrimeModalShown = true

    case .primeModal:
      break

    case .primeModalDismissed:
      state.isPrimeModalShown = false
    }
  }
)
