// SPDX-License-Identifier: MIT

public import ApiClient
public import Foundation
public import Lockstep
internal import ServerRouter
public import SharedModels

extension GameCenterClient {
  /// A client that keeps matches on the game's own server.
  ///
  /// Players are told apart by the ids that the server gave them, and who is known to the server is
  /// authenticated.
  ///
  /// - Parameters:
  ///   - apiClient: Asks the server.
  ///   - presentAuthenticationViewController: Lets the player sign in.
  ///   - presentMatchmaker: Shows the screen on which the player finds an opponent.
  /// - Returns: The client, whose requests fail with an `ApiError`, or a ``NoSuchMatchError`` for an
  ///   id that the server cannot have given.
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

/// Thrown for a match that the server cannot have.
public struct NoSuchMatchError: Error, Equatable, LocalizedError {
  /// The id of the match.
  public var id: TurnBasedMatch.ID

  /// An error for a match.
  public init(id: TurnBasedMatch.ID) {
    self.id = id
  }

  /// The match, in a sentence.
  public var errorDescription: String? { "There is no match \(id)." }
}

extension ApiClient {
  /// The matches of the player, page by page until one is not full.
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
  /// A match of the server.
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
  /// A player of the server; one without a name is called by the beginning of the id.
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
