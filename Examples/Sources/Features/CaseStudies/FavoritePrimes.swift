// SPDX-License-Identifier: MIT

// A state that is a plain value, kept in a file: reading sends an action, writing is fire-and-forget.

public import DependencyClients
public import Foundation
public import Lockstep

/// An action of the list of favorite primes.
public enum FavoritePrimesAction: Equatable, Sendable {
  /// The user likes the primes at these places no longer.
  case deleteFavoritePrimes(IndexSet)

  /// The user wants the primes that were saved.
  case loadButtonTapped

  /// These were saved.
  case loadedFavoritePrimes([Int])

  /// The user wants to find these primes again.
  case saveButtonTapped
}

/// The dependencies of the list of favorite primes.
public struct FavoritePrimesEnvironment: Sendable {
  /// Keeps the primes.
  public var fileClient: FileClient

  /// An environment made of its dependency.
  public init(fileClient: FileClient) {
    self.fileClient = fileClient
  }

  /// Reports each dependency that is used.
  public static let failing = Self(fileClient: .failing)
}

/// Lists primes, saves them and loads them.
///
/// A file that is not there, or holds something else, leaves the list as it is.
public let favoritePrimesReducer = Reducer<
  [Int], FavoritePrimesAction, FavoritePrimesEnvironment
> { state, action, environment in
  switch action {
  case .deleteFavoritePrimes(let offsets):
    for offset in offsets.reversed() where state.indices.contains(offset) {
      state.remove(at: offset)
    }
    return .none

  case .loadButtonTapped:
    return environment.fileClient.load([Int].self, from: fileName)
      .ignoreFailure()
      .map(FavoritePrimesAction.loadedFavoritePrimes)

  case .loadedFavoritePrimes(let primes):
    state = primes
    return .none

  case .saveButtonTapped:
    return environment.fileClient.save(state, to: fileName)
      .fireAndForget()
  }
}

private let fileName = "favorite-primes.json"
