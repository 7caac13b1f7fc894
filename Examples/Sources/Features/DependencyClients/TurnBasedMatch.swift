// SPDX-License-Identifier: MIT

public import Foundation
public import Lockstep
public import SharedModels

/// A match of several players who take turns.
public struct TurnBasedMatch: Equatable, Identifiable, Sendable {
  /// The type of a match's ID.
  public typealias ID = Tagged<TurnBasedMatch, String>

  /// The outcome of a match for one of its players.
  public typealias Outcome = MatchParticipant.Outcome

  /// The status of a match.
  public typealias Status = Match.Status

  /// A participant of a match.
  public struct Participant: Equatable, Sendable {
    /// The recorded outcome.
    public var outcome: Outcome

    /// The player, or `nil` while the place is free.
    public var player: GameCenterPlayer?

    /// Creates a participant, by default without an outcome.
    public init(outcome: Outcome = .none, player: GameCenterPlayer? = nil) {
      self.outcome = outcome
      self.player = player
    }
  }

  /// The index of the player whose turn it is, or `nil` if it is nobody's turn.
  public var currentPlayerIndex: Move.PlayerIndex?

  /// The ID of the match.
  public var id: ID

  /// The moves so far, as encoded ``TurnBasedMatchData``.
  public var matchData: Data?

  /// The participants, by player index.
  public var participants: [Participant]

  /// The status of the match.
  public var status: Status

  /// Creates a match, by default one in which it is nobody's turn.
  public init(
    currentPlayerIndex: Move.PlayerIndex? = nil,
    id: ID,
    matchData: Data? = nil,
    participants: [Participant],
    status: Status
  ) {
    self.currentPlayerIndex = currentPlayerIndex
    self.id = id
    self.matchData = matchData
    self.participants = participants
    self.status = status
  }

  /// Returns the participant with a player index, or `nil` if the match has none.
  public func participant(at index: Move.PlayerIndex) -> Participant? {
    participants.indices.contains(index.rawValue) ? participants[index.rawValue] : nil
  }
}

/// The puzzle, the settings and the moves of a match.
public struct TurnBasedMatchData: Codable, Equatable, Sendable {
  /// The puzzle.
  public var cubes: ArchivablePuzzle

  /// The game mode, which determines how the match ends.
  public var gameMode: GameMode

  /// The language of its words.
  public var language: Language

  /// The moves of all players.
  public var moves: Moves

  /// Creates match data, by default without moves.
  public init(
    cubes: ArchivablePuzzle,
    gameMode: GameMode,
    language: Language = .en,
    moves: Moves = []
  ) {
    self.cubes = cubes
    self.gameMode = gameMode
    self.language = language
    self.moves = moves
  }
}

extension TurnBasedMatchData {
  /// Returns the encoded data, so that equal data has equal bytes.
  ///
  /// - Returns: JSON with sorted keys.
  /// - Throws: An `EncodingError` if JSON cannot represent a date or a number.
  public func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(self)
  }
}

extension TurnBasedMatch {
  /// The decoded match data, or `nil` if it is missing or cannot be decoded.
  public var decodedMatchData: TurnBasedMatchData? {
    matchData.flatMap { try? JSONDecoder().decode(TurnBasedMatchData.self, from: $0) }
  }
}
