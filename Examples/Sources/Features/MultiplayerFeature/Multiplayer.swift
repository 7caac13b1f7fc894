// SPDX-License-Identifier: MIT

public import DependencyClients
public import Dispatch
public import Lockstep

/// The state of the matches screen.
public struct MultiplayerState: Equatable, Sendable {
  /// A screen that this screen presents.
  public enum Route: Equatable, Sendable {
    case openMatches(OpenMatchesState)

    case pastGames(PastGamesState)

    /// The kind of a route, without the state of its screen.
    public enum Tag: Int, Sendable {
      case pastGames

      case openMatches
    }

    /// The kind of the presented screen.
    public var tag: Tag {
      switch self {
      case .openMatches: .openMatches
      case .pastGames: .pastGames
      }
    }
  }

  /// Whether the player has unfinished matches.
  public var hasOpenMatches: Bool

  /// Whether the player has finished matches.
  public var hasPastGames: Bool

  /// The presented screen; nil if none is presented.
  public var route: Route?

  /// Creates the state, by default with no presented screen.
  public init(hasOpenMatches: Bool = false, hasPastGames: Bool, route: Route? = nil) {
    self.hasOpenMatches = hasOpenMatches
    self.hasPastGames = hasPastGames
    self.route = route
  }
}

/// An action of the matches screen.
public enum MultiplayerAction: Equatable, Sendable {
  case openMatches(OpenMatchesAction)

  case pastGames(PastGamesAction)

  /// The player opens a screen, or closes the presented screen if `tag` is nil.
  case setNavigation(tag: MultiplayerState.Route.Tag?)

  case startButtonTapped
}

/// The dependencies of the matches screen.
public struct MultiplayerEnvironment: Sendable {
  /// The scheduler that filters the loaded matches.
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

  /// An environment whose dependencies do nothing and complete immediately.
  public static let noop = Self(
    backgroundQueue: .immediate,
    gameCenter: .noop,
    mainQueue: .immediate
  )
}

/// Starts matches and presents the lists of unfinished and finished matches.
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
      // The open-matches screen lists existing matches, so the matchmaker hides them.
      return environment.gameCenter.turnBasedMatchmakerViewController.present(false)
        .fireAndForget()
    }
    return .none
  }
)
