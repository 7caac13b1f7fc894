// SPDX-License-Identifier: MIT

// A child that works on some of its parent's fields: the parent passes them as one value.

public import Lockstep

/// The question whether the number that was counted to is a prime, and a favorite one.
public struct PrimeModalState: Equatable, Sendable {
  /// The number.
  public var count: Int

  /// The primes that the user likes.
  public var favoritePrimes: [Int]

  /// A question about a number.
  public init(count: Int, favoritePrimes: [Int]) {
    self.count = count
    self.favoritePrimes = favoritePrimes
  }

  /// Whether the number is a prime.
  ///
  /// - Complexity: O(square root of the number).
  public var isPrime: Bool {
    guard count >= 2 else { return false }
    var divisor = 2
    while divisor <= count / divisor {
      if count.isMultiple(of: divisor) { return false }
      divisor += 1
    }
    return true
  }

  /// Whether the user likes the number.
  public var isFavorite: Bool { favoritePrimes.contains(count) }
}

/// An action while the question is up.
public enum PrimeModalAction: Equatable, Sendable {
  /// The user likes the number no longer.
  case removeFavoritePrimeTapped

  /// The user likes the number.
  case saveFavoritePrimeTapped
}

/// Keeps the favorites; a number that is not a prime, or a favorite already, becomes none.
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

/// A counter that can be asked about its number.
public struct PrimeCounterState: Equatable, Sendable {
  /// The number.
  public var count: Int

  /// The primes that the user likes.
  public var favoritePrimes: [Int]

  /// Whether the question about the number is up.
  public var isPrimeModalShown: Bool

  /// A counter, by default at zero.
  public init(count: Int = 0, favoritePrimes: [Int] = [], isPrimeModalShown: Bool = false) {
    self.count = count
    self.favoritePrimes = favoritePrimes
    self.isPrimeModalShown = isPrimeModalShown
  }

  /// The state of the question: these fields, as they are now.
  public var primeModal: PrimeModalState {
    get { PrimeModalState(count: count, favoritePrimes: favoritePrimes) }
    set { (count, favoritePrimes) = (newValue.count, newValue.favoritePrimes) }
  }
}

/// An action of a counter.
public enum PrimeCounterAction: Equatable, Sendable {
  /// The number goes down.
  case decrementButtonTapped

  /// The number goes up.
  case incrementButtonTapped

  /// The user wants to know whether the number is a prime.
  case isPrimeButtonTapped

  /// Of the question about the number.
  case primeModal(PrimeModalAction)

  /// The user has seen enough.
  case primeModalDismissed
}

/// Counts, and asks about the number.
public let primeCounterReducer = Reducer<PrimeCounterState, PrimeCounterAction, Void>.combine(
  primeModalReducer.pullback(
    state: \.primeModal,
    action: /PrimeCounterAction.primeModal
  ),
  .withoutEffects { state, action in
    switch action {
    case .decrementButtonTapped:
      // Stops at the ends of the numbers, because a button can be held.
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
