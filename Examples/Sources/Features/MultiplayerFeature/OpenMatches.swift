// SPDX-License-Identifier: MIT

public import DependencyClients
public import Dispatch
public import Foundation
public import Lockstep
public import SharedModels

/// The state of the list of unfinished matches.
public struct OpenMatchesState: Equatable, Sendable {
  /// The error of the last attempt to load the matches; nil if the attempt succeeded.
  public var loadFailure: NSError?

  /// The matches, starting with those in which it is the local player's turn.
  public var matches: IdentifiedArrayOf<OpenMatchState>

  /// Creates a list of matches.
  public init(loadFailure: NSError? = nil, matches: IdentifiedArrayOf<OpenMatchState>) {
    self.loadFailure = loadFailure
    self.matches = matches
  }
}

/// A row of the list of unfinished matches.
public struct OpenMatchState: Equatable, Identifiable, Sendable {
  /// The mode of the match; nil if the match data cannot be decoded.
  public var gameMode: GameMode?

  /// Whether it is the local player's turn.
  public var isLocalPlayersTurn: Bool

  /// The match.
  public var match: TurnBasedMatch

  /// The opponent's display name; nil if no opponent has joined.
  public var opponentDisplayName: String?

  /// The opponent's score.
  public var opponentScore: Int

  /// The local player's score.
  public var score: Int

  /// Creates a row, or returns nil if the match has ended or the local player does not take part in it.
  ///
  /// - Parameters:
  ///   - match: The match.
  ///   - localPlayerId: The local player's identifier. The other participant is the opponent.
  public init?(match: TurnBasedMatch, localPlayerId: GameCenterPlayerId) {
    let place = match.participants.firstIndex { $0.player?.gamePlayerId == localPlayerId }
    guard match.status != .ended, let place else { return nil }
    let index = Move.PlayerIndex(rawValue: place)
    let data = match.decodedMatchData
    let moves = data?.moves ?? []
    gameMode = data?.gameMode
    isLocalPlayersTurn = match.status == .open && match.currentPlayerIndex == index
    self.match = match
    opponentDisplayName =
      match.participants.lazy.compactMap(\.player)
      .first { $0.gamePlayerId != localPlayerId }?.displayName
    opponentScore = moves.filter { $0.playerIndex != index }.score
    score = moves.filter { $0.playerIndex == index }.score
  }

  /// The identifier of the match.
  public var id: TurnBasedMatch.ID { match.id }
}

/// An action of the list of unfinished matches.
public enum OpenMatchesAction: Equatable, Sendable {
  case delegate(DelegateAction)

  case matchesResponse(Result<[OpenMatchState], NSError>)

  case onAppear

  case reloadButtonTapped

  case tappedRow(TurnBasedMatch.ID)

  /// An action for the parent to handle.
  public enum DelegateAction: Equatable, Sendable {
    case openMatch(TurnBasedMatch)
  }
}

/// The dependencies of the list of unfinished matches.
public struct OpenMatchesEnvironment: Sendable {
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

/// Loads the local player's unfinished matches and asks the parent to open the selected match.
public let openMatchesReducer = Reducer<
  OpenMatchesState, OpenMatchesAction, OpenMatchesEnvironment
> { state, action, environment in
  switch action {
  case .delegate:
    return .none

  case .matchesResponse(.success(let matches)):
    state.loadFailure = nil
    state.matches = IdentifiedArray(matches)
    return .none

  case .matchesResponse(.failure(let error)):
    state.loadFailure = error
    return .none

  case .onAppear, .reloadButtonTapped:
    return environment.gameCenter.turnBasedMatch.loadMatches()
      .receive(on: environment.backgroundQueue)
      .map { [localPlayer = environment.gameCenter.localPlayer.localPlayer] matches in
        let localPlayerId = localPlayer().player.gamePlayerId
        let matches = matches.compactMap {
          OpenMatchState(match: $0, localPlayerId: localPlayerId)
        }
        return matches.filter(\.isLocalPlayersTurn) + matches.filter { !$0.isLocalPlayersTurn }
      }
      .mapError { $0 as NSError }
      .receive(on: environment.mainQueue)
      .catchToEffect()
      .map(OpenMatchesAction.matchesResponse)
      .cancellable(id: LoadID(), cancelInFlight: true)

  case .tappedRow(let id):
    return state.matches[id: id].map { Effect(value: .delegate(.openMatch($0.match))) } ?? .none
  }
}
