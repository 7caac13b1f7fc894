// SPDX-License-Identifier: MIT

// A list: its rows are a feature of their own, run for the row that an action is for.

public import DependencyClients
public import Dispatch
public import Foundation
public import Lockstep

/// The matches that are over.
public struct PastGamesState: Equatable, Sendable {
  /// The error of the last attempt to load the matches; nil if it succeeded.
  public var loadFailure: NSError?

  /// The matches, the one that ended last first.
  public var pastGames: IdentifiedArrayOf<PastGameState>

  /// A list of matches.
  public init(loadFailure: NSError? = nil, pastGames: IdentifiedArrayOf<PastGameState>) {
    self.loadFailure = loadFailure
    self.pastGames = pastGames
  }
}

/// An action in the list of matches.
public enum PastGamesAction: Equatable, Sendable {
  /// The matches have come, or not.
  case matchesResponse(Result<[PastGameState], NSError>)

  /// The list has come up.
  case onAppear

  /// Of one of the matches.
  case pastGame(TurnBasedMatch.ID, PastGameAction)

  /// The player wants the matches to be loaded again.
  case reloadButtonTapped
}

/// The dependencies of the list of matches.
public struct PastGamesEnvironment: Sendable {
  /// The queue on which matches are searched, because there may be many.
  public var backgroundQueue: SchedulerOf<DispatchQueue>

  /// Knows the player and their matches.
  public var gameCenter: GameCenterClient

  /// The queue on which actions are delivered.
  public var mainQueue: SchedulerOf<DispatchQueue>

  /// An environment made of its dependencies.
  public init(
    backgroundQueue: SchedulerOf<DispatchQueue>,
    gameCenter: GameCenterClient,
    mainQueue: SchedulerOf<DispatchQueue>
  ) {
    self.backgroundQueue = backgroundQueue
    self.gameCenter = gameCenter
    self.mainQueue = mainQueue
  }

  /// Reports each dependency that is used.
  public static let failing = Self(
    backgroundQueue: .failing("backgroundQueue"),
    gameCenter: .failing,
    mainQueue: .failing("mainQueue")
  )
}

/// The list that is being loaded: a later request takes its place.
private struct LoadID: Hashable, Sendable {}

/// Loads the matches of the player at this device that are over.
public let pastGamesReducer = Reducer<
  PastGamesState, PastGamesAction, PastGamesEnvironment
>.combine(
  pastGameReducer
    .environment {
      PastGameEnvironment(gameCenter: $0.gameCenter, mainQueue: $0.mainQueue)
    }
    .forEach(
      state: \.pastGames,
      action: /PastGamesAction.pastGame
    ),

  Reducer { state, action, environment in
    switch action {
    case .matchesResponse(.success(let pastGames)):
      state.loadFailure = nil
      // A request of a row goes on.
      state.pastGames = IdentifiedArray(
        pastGames.map { game in
          var game = game
          guard let row = state.pastGames[id: game.id] else { return game }
          game.alert = row.alert
          game.isRematchRequestInFlight = row.isRematchRequestInFlight
          return game
        }
      )

    case .matchesResponse(.failure(let error)):
      state.loadFailure = error

    case .onAppear, .reloadButtonTapped:
      return environment.gameCenter.turnBasedMatch.loadMatches()
        .receive(on: environment.backgroundQueue)
        .map { [localPlayer = environment.gameCenter.localPlayer.localPlayer] matches in
          let localPlayerId = localPlayer().player.gamePlayerId
          return
            matches
            .compactMap { PastGameState(match: $0, localPlayerId: localPlayerId) }
            .sorted { $0.endDate > $1.endDate }
        }
        .mapError { $0 as NSError }
        .receive(on: environment.mainQueue)
        .catchToEffect()
        .map(PastGamesAction.matchesResponse)
        .cancellable(id: LoadID(), cancelInFlight: true)

    case .pastGame:
      break
    }
    return .none
  }
)
