// SPDX-License-Identifier: MIT

// The screen at the root, which leads to everything else.

public import DependencyClients
public import Dispatch
public import Foundation
public import Lockstep
public import MultiplayerFeature
public import SharedModels

/// The screen that is always there.
public struct HomeState: Equatable, Sendable {
  /// The screen for matches, while it is open.
  public var multiplayer: MultiplayerState?

  /// How the player has done in matches, as far as known.
  public var record: PlayerRecord?

  /// The games that the player can go on with.
  public var savedGames: SavedGames

  /// The screen, by default as it comes up first.
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

/// An action on the screen that is always there.
public enum HomeAction: Equatable, Sendable {
  /// Of the screen for matches.
  case multiplayer(MultiplayerAction)

  /// The player wants to see the screen for matches.
  case multiplayerButtonTapped

  /// The player has closed the screen for matches.
  case multiplayerDismissed

  /// The screen has come up.
  case onAppear

  /// It is known how the player has done, or not.
  case recordResponse(Result<PlayerRecord, NSError>)

  /// The player wants a game for themselves; the parent sees to it.
  case soloButtonTapped(GameMode)
}

/// The dependencies of the screen that is always there.
public struct HomeEnvironment: Sendable {
  /// The scheduler on which matches are searched.
  public var backgroundQueue: SchedulerOf<DispatchQueue>

  /// Knows the player and their matches.
  public var gameCenter: GameCenterClient

  /// The scheduler that delivers actions.
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
}

/// Opens and closes the screen for matches.
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
