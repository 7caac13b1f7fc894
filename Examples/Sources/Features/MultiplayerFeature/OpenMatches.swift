// SPDX-License-Identifier: MIT

// A list whose rows are values: the match that is opened is a feature of the parent.

public import DependencyClients
public import Dispatch
public import Foundation
public import Lockstep
public import SharedModels

/// The matches that are not over.
public struct OpenMatchesState: Equatable, Sendable {
  /// The error of the last attempt to load the matches; nil if it succeeded.
  public var loadFailure: NSError?

  /// The matches, those in which the player has the turn first.
  public var matches: IdentifiedArrayOf<OpenMatchState>

  /// A list of matches.
  public init(loadFailure: NSError? = nil, matches: IdentifiedArrayOf<OpenMatchState>) {
    self.loadFailure = loadFailure
    self.matches = matches
  }
}

/// A match that is not over, in the list of them.
public struct OpenMatchState: Equatable, Identifiable, Sendable {
  /// How the match ends; nil if a device wrote what cannot be read here.
  public var gameMode: GameMode?

  /// Whether the player at this device has the turn.
  public var isLocalPlayersTurn: Bool

  /// The match.
  public var match: TurnBasedMatch

  /// The name of the player who is not at this device; nil while there is none.
  public var opponentDisplayName: String?

  /// The points of the opponent.
  public var opponentScore: Int

  /// The points of the player at this device.
  public var score: Int

  /// The row of a match; nil if the match is over, or belongs to other players.
  ///
  /// - Parameters:
  ///   - match: The match.
  ///   - localPlayerId: The player at this device; the other one is the opponent.
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

  /// The match.
  public var id: TurnBasedMatch.ID { match.id }
}

/// The actions of the list of open matches.
public enum OpenMatchesAction: Equatable, Sendable {
  /// For the parent.
  case delegate(DelegateAction)

  /// The matches have come, or not.
  case matchesResponse(Result<[OpenMatchState], NSError>)

  /// The list has come up.
  case onAppear

  /// The player wants the matches to be loaded again.
  case reloadButtonTapped

  /// The player wants to go on with a match.
  case tappedRow(TurnBasedMatch.ID)

  /// The messages for the parent.
  public enum DelegateAction: Equatable, Sendable {
    /// A match is to be shown.
    case openMatch(TurnBasedMatch)
  }
}

/// The dependencies of the list of open matches.
public struct OpenMatchesEnvironment: Sendable {
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

/// Loads the matches of the player at this device that are not over, and opens one of them.
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
    // The match asks for its latest moves.
    return state.matches[id: id].map { Effect(value: .delegate(.openMatch($0.match))) } ?? .none
  }
}
