// SPDX-License-Identifier: MIT

public import DependencyClients
public import Dispatch
public import Foundation
public import Lockstep
public import MultiplayerFeature
public import SharedModels

/// The state of the home screen.
public struct HomeState: Equatable, Sendable {
  /// The multiplayer screen, if it is open.
  public var multiplayer: MultiplayerState?

  /// The player's match record, if known.
  public var record: PlayerRecord?

  /// The games that the player can resume.
  public var savedGames: SavedGames

  /// Creates the state, by default the initial one.
  public init(
    multiplayer: MultiplayerState? = nil,
    record: PlayerRecord? = nil,
    savedGames: SavedGames = SavedGames()
  ) {
    self.multiplayer = multiplayer
    self.record = record
    self.savedGames = savedGames
  }
}

/// An action of the home screen.
public enum HomeAction: Equatable, Sendable {
  case multiplayer(MultiplayerAction)

  case multiplayerButtonTapped

  case multiplayerDismissed

  case onAppear

  case recordResponse(Result<PlayerRecord, NSError>)

  /// The player starts a solo game, which the parent handles.
  case soloButtonTapped(GameMode)
}

/// The dependencies of the home screen.
public struct HomeEnvironment: Sendable {
  /// The scheduler that searches the matches.
  public var backgroundQueue: SchedulerOf<DispatchQueue>

  /// The client of the player and their matches.
  public var gameCenter: GameCenterClient

  /// The scheduler that delivers actions.
  public var mainQueue: SchedulerOf<DispatchQueue>

  /// Creates an environment.
  public init(
    backgroundQueue: SchedulerOf<DispatchQueue>,
    gameCenter: GameCenterClient,
    mainQueue: SchedulerOf<DispatchQueue>
  ) {
    self.backgroundQueue = backgroundQueue
    self.gameCenter = gameCenter
    self.mainQueue = mainQueue
  }
}

/// The reducer of the home screen, which opens and closes the multiplayer screen.
public let homeReducer = Reducer<HomeState, HomeAction, HomeEnvironment>.combine(
  multiplayerReducer
    .optional()
    .environment {
      MultiplayerEnvironment(
        backgroundQueue: $0.backgroundQueue,
        gameCenter: $0.gameCenter,
        mainQueue: $0.mainQueue
      )
    }
    .pullback(
      state: \.multiplayer,
      action: /HomeAction.multiplayer
    ),

  Reducer { state, action, environment in
    switch action {
    case .multiplayer:
      break

    case .multiplayerButtonTapped:
      state.multiplayer = MultiplayerState(hasPastGames: state.record?.hasPastGames == true)

    case .multiplayerDismissed:
      state.multiplayer = nil

    case .onAppear:
      return environment.gameCenter.localPlayer.record
        .receive(on: environment.mainQueue)
        .mapError { $0 as NSError }
        .catchToEffect()
        .map(HomeAction.recordResponse)

    case .recordResponse(.success(let record)):
      state.record = record
      state.multiplayer?.hasPastGames = record.hasPastGames

    case .recordResponse(.failure):
      break

    case .soloButtonTapped:
      break
    }
    return .none
  }
)
