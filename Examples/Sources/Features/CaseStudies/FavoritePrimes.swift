// SPDX-License-Identifier: MIT

// A feature that keeps its state in a file. Loading sends an action, and saving is fire-and-forget.

public import DependencyClients
public import Foundation
public import Lockstep

/// An action of the list of favorite primes.
public enum FavoritePrimesAction: Equatable, Sendable {
  case deleteFavoritePrimes(IndexSet)

  case loadButtonTapped

  case loadedFavoritePrimes([Int])

  case saveButtonTapped
}

/// The dependencies of the list of favorite primes.
public struct FavoritePrimesEnvironment: Sendable {
  /// The client that stores the primes.
  public var fileClient: FileClient

  /// Creates an environment.
  public init(fileClient: FileClient) {
    self.fileClient = fileClient
  }

  /// An environment that reports an issue for every use of a dependency.
  public static let failing = Self(fileClient: .failing)
}

/// The reducer that lists, saves and loads favorite primes.
///
/// If the file is missing or cannot be decoded, the list stays unchanged.
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
