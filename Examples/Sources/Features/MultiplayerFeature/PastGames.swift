// SPDX-License-Identifier: MIT

public import DependencyClients
public import Dispatch
public import Foundation
public import Lockstep

/// The state of the list of finished matches.
public struct PastGamesState: Equatable, Sendable {
  /// The error of the last attempt to load the matches; nil if the attempt succeeded.
  public var loadFailure: NSError?

  /// The matches, most recently finished first.
  public var pastGames: IdentifiedArrayOf<PastGameState>

  /// Creates a list of matches.
  public init(loadFailure: NSError? = nil, pastGames: IdentifiedArrayOf<PastGameState>) {
    self.loadFailure = loadFailure
    self.pastGames = pastGames
  }
}

/// An action of the list of finished matches.
public enum PastGamesAction: Equatable, Sendable {
  case matchesResponse(Result<[PastGameState], NSError>)

  case onAppear

  case pastGame(TurnBasedMatch.ID, PastGameAction)

  case reloadButtonTapped
}

/// The dependencies of the list of finished matches.
public struct PastGamesEnvironment: Sendable {
  /// The scheduler that filters the loaded matches, off the main queue because a player may have many.
  public var backgroundQueue: SchedulerOf<DispatchQueue>

  /// The Game Center client.
  public var gameCenter: GameCenterClient

  /// The queue that delivers actions.
  public var mainQueue: SchedulerOf<DispatchQueue>

  /// Creates an environment from its dependencies.
  public init(
    backgroundQueue: SchedulerOf<DispatchQueue>,
    gameCenter: GameCenterClient,
    mainQueue: SchedulerOf<DispatchQueue>
  ) {
    self.backgroundQueue = backgroundQueue
    self.gameCenter = gameCenter
    self.mainQueue = mainQueue
  }

  /// An environment that reports every use of a dependency.
  public static let failing = Self(
    backgroundQueue: .failing("backgroundQueue"),
    gameCenter: .failing,
    mainQueue: .failing("mainQueue")
  )
}

private struct LoadID: Hashable, Sendable {}

/// Loads the local player's finished matches.
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
      // A reload keeps the alerts and the rematch requests of existing rows.
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
