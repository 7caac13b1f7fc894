// SPDX-License-Identifier: MIT

// Navigation as state: a screen is open for as long as its state is there.

public import DependencyClients
public import Dispatch
public import Lockstep

/// The screen for matches against others.
public struct MultiplayerState: Equatable, Sendable {
  /// A screen that is opened from this one.
  public enum Route: Equatable, Sendable {
    /// The matches that are not over.
    case openMatches(OpenMatchesState)

    /// The matches that are over.
    case pastGames(PastGamesState)

    /// A route without the state of its screen, for who opens and closes it.
    public enum Tag: Int, Sendable {
      /// The matches that are over.
      case pastGames

      /// The matches that are not over.
      case openMatches
    }

    /// The kind of the screen.
    public var tag: Tag {
      switch self {
      case .openMatches: .openMatches
      case .pastGames: .pastGames
      }
    }
  }

  /// Whether the player has matches that are not over, and so a way to them.
  public var hasOpenMatches: Bool

  /// Whether the player has matches that are over, and so a way to them.
  public var hasPastGames: Bool

  /// The screen that is open; nil if none is.
  public var route: Route?

  /// The screen, by default with nothing opened from it.
  public init(hasOpenMatches: Bool = false, hasPastGames: Bool, route: Route? = nil) {
    self.hasOpenMatches = hasOpenMatches
    self.hasPastGames = hasPastGames
    self.route = route
  }
}

/// An action on the screen for matches.
public enum MultiplayerAction: Equatable, Sendable {
  /// Of the matches that are not over.
  case openMatches(OpenMatchesAction)

  /// Of the matches that are over.
  case pastGames(PastGamesAction)

  /// The player opens a screen, or closes the one that is open.
  case setNavigation(tag: MultiplayerState.Route.Tag?)

  /// The player wants to start a match.
  case startButtonTapped
}

/// The dependencies of the screen for matches.
public struct MultiplayerEnvironment: Sendable {
  /// The scheduler on which matches are searched.
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

  /// Does nothing, at once.
  public static let noop = Self(
    backgroundQueue: .immediate,
    gameCenter: .noop,
    mainQueue: .immediate
  )
}

/// Leads to a new match, to the matches that are not over, or to those that are.
public let multiplayerReducer = Reducer<
  MultiplayerState, MultiplayerAction, MultiplayerEnvironment
>.combine(
  openMatchesReducer
    .environment {
      OpenMatchesEnvironment(
        backgroundQueue: $0.backgroundQueue,
        gameCenter: $0.gameCenter,
        mainQueue: $0.mainQueue
      )
    }
    .pullback(
      state: (\MultiplayerState.route).appending(path: /MultiplayerState.Route.openMatches),
      action: /MultiplayerAction.openMatches
    ),

  pastGamesReducer
    .environment {
      PastGamesEnvironment(
        backgroundQueue: $0.backgroundQueue,
        gameCenter: $0.gameCenter,
        mainQueue: $0.mainQueue
      )
    }
    .pullback(
      state: (\MultiplayerState.route).appending(path: /MultiplayerState.Route.pastGames),
      action: /MultiplayerAction.pastGames
    ),

  Reducer { state, action, environment in
    switch action {
    case .openMatches, .pastGames:
      break

    case .setNavigation(tag: .openMatches):
      state.route = .openMatches(OpenMatchesState(matches: []))

    case .setNavigation(tag: .pastGames):
      state.route = .pastGames(PastGamesState(pastGames: []))

    case .setNavigation(tag: nil):
      state.route = nil

    case .startButtonTapped:
      guard environment.gameCenter.localPlayer.localPlayer().isAuthenticated else {
        return environment.gameCenter.localPlayer.presentAuthenticationViewController
          .fireAndForget()
      }
      // Matches that are being played have a list of their own.
      return environment.gameCenter.turnBasedMatchmakerViewController.present(false)
        .fireAndForget()
    }
    return .none
  }
)
