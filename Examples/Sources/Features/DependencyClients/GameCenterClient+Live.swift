// SPDX-License-Identifier: MIT

public import ApiClient
public import Foundation
public import Lockstep
internal import ServerRouter
public import SharedModels

extension GameCenterClient {
  /// Returns a client that stores matches on the game's own server.
  ///
  /// Players are identified by the IDs that the server assigned. A player is authenticated if the server knows them.
  ///
  /// - Parameters:
  ///   - apiClient: The client of the server.
  ///   - presentAuthenticationViewController: The effect that presents the sign-in screen.
  ///   - presentMatchmaker: A function that presents the matchmaker screen.
  /// - Returns: A client whose requests fail with an `ApiError`, or with a ``NoSuchMatchError`` for an ID that the
  ///   server cannot have assigned.
  public static func live(
    apiClient: ApiClient,
    presentAuthenticationViewController: Effect<Never, Never>,
    presentMatchmaker: @escaping @Sendable (_ showExistingMatches: Bool) -> Effect<Never, Never>
  ) -> Self {
    Self(
      localPlayer: LocalPlayerClient(
        localPlayer: {
          apiClient.currentPlayer()
            .map { LocalPlayer(isAuthenticated: true, player: .init(MatchPlayer($0.player))) }
            ?? .unknown
        },
        presentAuthenticationViewController: presentAuthenticationViewController,
        record: apiClient.apiRequest(route: .playerRecord, as: PlayerRecord.self)
          .mapError { $0 as any Error }
      ),
      turnBasedMatch: TurnBasedMatchClient(
        load: { id in
          Match.ID(id).map { apiClient.match(.load($0)) }
            ?? Effect(error: NoSuchMatchError(id: id))
        },
        loadMatches: {
          apiClient.matches().map { $0.map(TurnBasedMatch.init) }.mapError { $0 as any Error }
        },
        play: { id, move in
          Match.ID(id).map { apiClient.match(.play($0, move)) }
            ?? Effect(error: NoSuchMatchError(id: id))
        },
        rematch: { id in
          Match.ID(id).map { apiClient.match(.rematch($0)) }
            ?? Effect(error: NoSuchMatchError(id: id))
        },
        start: { gameMode in
          apiClient.match(.start(gameMode: gameMode, language: .en, opponent: nil))
        }
      ),
      turnBasedMatchmakerViewController: TurnBasedMatchmakerViewControllerClient(
        present: presentMatchmaker
      )
    )
  }
}

/// An error for a match that the server cannot have.
public struct NoSuchMatchError: Error, Equatable, LocalizedError {
  /// The ID of the match.
  public var id: TurnBasedMatch.ID

  /// Creates an error for a match.
  public init(id: TurnBasedMatch.ID) {
    self.id = id
  }

  /// The description of the error.
  public var errorDescription: String? { "There is no match \(id)." }
}

extension ApiClient {
  /// Loads the player's matches page by page, until a page is not full.
  fileprivate func matches(after known: [Match] = []) -> Effect<[Match], ApiError> {
    apiRequest(route: .matches(.list(before: known.last?.id)), as: [Match].self)
      .flatMap { page in
        page.count < Bounds.matchesOfPage
          ? Effect(value: known + page) : matches(after: known + page)
      }
  }

  fileprivate func match(
    _ route: ServerRoute.Api.Route.Matches
  ) -> Effect<TurnBasedMatch, any Error> {
    apiRequest(route: .matches(route), as: Match.self)
      .map(TurnBasedMatch.init)
      .mapError { $0 as any Error }
  }
}

extension TurnBasedMatch {
  /// Creates a match from a match of the server.
  public init(_ match: Match) {
    let data = TurnBasedMatchData(
      cubes: match.puzzle,
      gameMode: match.gameMode,
      language: match.language,
      moves: match.moves
    )
    self.init(
      currentPlayerIndex: match.currentPlayerIndex,
      id: ID(rawValue: match.id.rawValue.uuidString),
      matchData: try? data.encoded(),
      participants: match.participants.map {
        Participant(outcome: $0.outcome, player: $0.player.map(GameCenterPlayer.init))
      },
      status: match.status
    )
  }
}

extension GameCenterPlayer {
  /// Creates a player from a player of the server.
  ///
  /// The beginning of the ID replaces a missing name.
  public init(_ player: MatchPlayer) {
    let id = player.id.rawValue.uuidString
    self.init(
      displayName: player.displayName ?? "Player \(id.prefix(4))",
      gamePlayerId: GameCenterPlayerId(rawValue: id)
    )
  }
}

extension LocalPlayer {
  fileprivate static let unknown = Self(
    isAuthenticated: false,
    player: GameCenterPlayer(displayName: "You", gamePlayerId: "")
  )
}

extension Match.ID {
  fileprivate init?(_ id: TurnBasedMatch.ID) {
    guard let uuid = UUID(uuidString: id.rawValue) else { return nil }
    self.init(rawValue: uuid)
  }
}
